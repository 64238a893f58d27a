export const fieldId = (name: string): string => `field-${name}`;

/** The texts beside the label of a field, in reading order. */
const PARTS = ['hint', 'error', 'now'] as const;
export type FieldPart = (typeof PARTS)[number];

export const partId = (name: string, part: FieldPart): string => `${fieldId(name)}-${part}`;

/** The `aria-describedby` of a control: the ids of the parts that it has. */
export const describedBy = (name: string, parts: Partial<Record<FieldPart, unknown>>): string | undefined =>
  PARTS.filter((part) => parts[part])
    .map((part) => partId(name, part))
    .join(' ') || undefined;
