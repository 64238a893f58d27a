/** What is wanted of a run, in words that end with what was seen, and whether it is so. */
export type Verdict = [isMet: boolean, text: string];

export const isAllMet = (verdicts: readonly Verdict[]): boolean => verdicts.every(([isMet]) => isMet);

/** The end of a report: a line for each, and examples of what was not as it is wanted. */
export function formatVerdicts(verdicts: readonly Verdict[], examples: readonly string[] = []): string[] {
  return [
    '## What was wanted',
    '',
    ...verdicts.map(([isMet, text]) => `- ${isMet ? 'met' : '**not met**'}: ${text}`),
    '',
    ...(examples.length === 0 ? [] : ['## What was seen', '', '```', ...examples, '```', '']),
  ];
}
