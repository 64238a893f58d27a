import type { Messages } from './en.ts';
import type { Locale } from './locales.ts';
import { messages } from './messages.ts';

/* What is wrong with a value, as a code with the parameters of its text. The English catalogue defines the codes. */

type IssueOf<Texts> = {
  [Code in keyof Texts]: { code: Code } & (Texts[Code] extends (values: infer Values) => string ? Values : unknown);
}[keyof Texts];

/** An issue of a field of a club, in a form or a file. `inLine` is a line of its text, from 1. */
export type FieldIssue = IssueOf<Messages['clubIssues']> & { inLine?: number | null };

/** An issue of a file of clubs. */
export type FileIssueDetail = FieldIssue | IssueOf<Messages['fileIssues']>;

export function describeIssue(issue: FileIssueDetail, locale: Locale): string {
  const { clubIssues, fileIssues, issueInLine } = messages(locale);
  const text = { ...clubIssues, ...fileIssues }[issue.code] as string | ((values: FileIssueDetail) => string);
  const described = typeof text === 'string' ? text : text(issue);
  return 'inLine' in issue && issue.inLine ? issueInLine(issue.inLine, described) : described;
}
