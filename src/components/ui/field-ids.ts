/** What the control of a field is called in its page, by which its label finds it. */
export const fieldId = (name: string): string => `field-${name}`;

/** What is said of a field beside its label, in the order in which it is read. */
const PARTS = ['hint', 'error', 'now'] as const;
export type FieldPart = (typeof PARTS)[number];

export const partId = (name: string, part: FieldPart): string => `${fieldId(name)}-${part}`;

/** The `aria-describedby` of a control, of those parts that are there. */
export const describedBy = (name: string, parts: Partial<Record<FieldPart, unknown>>): string | undefined =>
  PARTS.filter((part) => parts[part])
    .map((part) => partId(name, part))
    .join(' ') || undefined;
