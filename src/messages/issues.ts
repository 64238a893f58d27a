import type { Messages } from './en.ts';
import type { Locale } from './locales.ts';
import { messages } from './messages.ts';

/* Issues as codes, defined by the English catalogue, with the parameters of their texts. */

type IssueOf<Texts> = {
  [Code in keyof Texts]: { code: Code } & (Texts[Code] extends (values: infer Values) => string ? Values : unknown);
}[keyof Texts];

/** `inLine` is a line of a text, from 1. */
export type FieldIssue = IssueOf<Messages['clubIssues']> & { inLine?: number };

export type FileIssueDetail = FieldIssue | IssueOf<Messages['fileIssues']>;

export function describeIssue(issue: FileIssueDetail, locale: Locale): string {
  const { clubIssues, fileIssues, issueInLine } = messages(locale);
  const text = { ...clubIssues, ...fileIssues }[issue.code] as string | ((values: FileIssueDetail) => string);
  const described = typeof text === 'string' ? text : text(issue);
  return 'inLine' in issue && issue.inLine ? issueInLine(issue.inLine, described) : described;
}
