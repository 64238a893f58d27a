import type { BaseIssue } from 'valibot';

/** What is wrong with one part of an input: `field` as its reader knows it, `message` for a person. */
export interface Issue {
  field: string;
  message: string;
}

/** What reading an input from outside gives: a value to trust, or every issue found. */
export type ReadResult<T> = { value: T; issues?: undefined } | { value?: undefined; issues: Issue[] };

/** Valibot's issues in this project's form; the first message of each field. */
export function toIssues(issues: readonly BaseIssue<unknown>[]): Issue[] {
  const byField = new Map<string, string>();
  for (const issue of issues) {
    const key = issue.path?.[0]?.key;
    const field = typeof key === 'string' ? key : '';
    if (!byField.has(field)) byField.set(field, issue.message);
  }
  return [...byField].map(([field, message]) => ({ field, message }));
}
