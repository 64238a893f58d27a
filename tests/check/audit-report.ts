import * as v from 'valibot';

/** An advisory that concerns a package of the lock. */
export interface Finding {
  package: string;
  /** As `GHSA-xxxx-xxxx-xxxx`; the address of an advisory of another form. */
  advisory: string;
  title: string;
  severity: string;
}

/** An advisory that was looked at and does no harm here. */
export interface Exception {
  package: string;
  advisory: string;
  /** Why, in a sentence. */
  reason: string;
  /** The last day on which it holds, as `2026-11-22`. */
  until: string;
}

const AdvisorySchema = v.object({
  name: v.string(),
  title: v.string(),
  url: v.string(),
  severity: v.string(),
});

/** What `npm audit --json` prints, as far as it is read: the rest of `via` are names of packages that are told themselves. */
const ReportSchema = v.object({
  auditReportVersion: v.literal(2),
  vulnerabilities: v.record(v.string(), v.object({ via: v.array(v.union([v.string(), AdvisorySchema])) })),
});

/** What it prints when it has nothing to tell. */
const FailureSchema = v.object({ message: v.string() });

/** The findings of a report, sorted; or why there is none. */
export type AuditAnswer = { findings: Finding[]; failure?: undefined } | { findings?: undefined; failure: string };

/** Reads what `npm audit --json` has printed on its standard output. */
export function readReport(output: string): AuditAnswer {
  let content: unknown;
  try {
    content = JSON.parse(output);
  } catch {
    return { failure: output.trim() === '' ? 'npm has printed nothing' : 'npm has printed no JSON' };
  }
  const report = v.safeParse(ReportSchema, content);
  if (!report.success) {
    const told = v.safeParse(FailureSchema, content);
    return { failure: told.success ? told.output.message : 'npm has printed a report of another form' };
  }
  const found = new Map<string, Finding>();
  for (const { via } of Object.values(report.output.vulnerabilities)) {
    for (const one of via) {
      if (typeof one === 'string') continue;
      const advisory = /GHSA(?:-[a-z0-9]{4}){3}/.exec(one.url)?.[0] ?? one.url;
      found.set(`${one.name} ${advisory}`, { package: one.name, advisory, title: one.title, severity: one.severity });
    }
  }
  return { findings: [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, finding]) => finding) };
}

const ExceptionsSchema = v.array(
  v.strictObject({
    package: v.pipe(v.string(), v.nonEmpty()),
    advisory: v.pipe(
      v.string(),
      v.regex(/^(?:GHSA(?:-[a-z0-9]{4}){3}|https:\/\/\S+)$/, 'must be as GHSA-xxxx-xxxx-xxxx'),
    ),
    reason: v.pipe(v.string(), v.minLength(20, 'must say why, in a sentence')),
    until: v.pipe(v.string(), v.isoDate('must be a day as 2026-11-22')),
  }),
);

/** Reads the list of exceptions. Throws with what does not fit. */
export function readExceptions(text: string): Exception[] {
  const { success, output, issues } = v.safeParse(ExceptionsSchema, JSON.parse(text));
  if (success) return output;
  throw new Error(issues.map((issue) => `${v.getDotPath(issue) ?? 'It'} ${issue.message}`).join('\n'));
}

/** What comes of an audit: what has to be done, and what is only to be known. A line each. */
export interface Judgement {
  open: string[];
  notes: string[];
}

/** Compares findings with the exceptions that hold on this day, as `2026-11-22`. */
export function judge(findings: readonly Finding[], exceptions: readonly Exception[], today: string): Judgement {
  const open: string[] = [];
  const notes: string[] = [];
  const isOf = (finding: Finding) => (one: Exception) =>
    one.package === finding.package && one.advisory === finding.advisory;
  for (const finding of findings) {
    const told = `${finding.package}: ${finding.advisory}, ${finding.severity}: ${finding.title}`;
    const exception = exceptions.find(isOf(finding));
    if (!exception) open.push(told);
    else if (exception.until < today) open.push(`${told} (its exception ended on ${exception.until})`);
    else notes.push(`${told} (excepted until ${exception.until}: ${exception.reason})`);
  }
  for (const exception of exceptions) {
    if (findings.some((finding) => isOf(finding)(exception))) continue;
    notes.push(`${exception.package}: ${exception.advisory} is found no more: its exception can be removed`);
  }
  return { open, notes };
}
