import type { BaseIssue } from 'valibot';

/** An error in a part of an input. `field` is its name for the reader of the input; `message` is for people. */
export interface Issue {
  field: string;
  message: string;
}

/** A valid value, or every issue of an input. */
export type ReadResult<T> = { value: T; issues?: undefined } | { value?: undefined; issues: Issue[] };

/** The first message of each field. */
export function firstMessages(issues: readonly BaseIssue<unknown>[]): Map<string, string> {
  const byField = new Map<string, string>();
  for (const issue of issues) {
    const key = issue.path?.[0]?.key;
    const field = typeof key === 'string' ? key : '';
    if (!byField.has(field)) byField.set(field, issue.message);
  }
  return byField;
}

/** Converts valibot's issues. */
export const toIssues = (issues: readonly BaseIssue<unknown>[]): Issue[] =>
  [...firstMessages(issues)].map(([field, message]) => ({ field, message }));
