import type { Forms } from './words.ts';

/** The actions of an import in order; `{count}` is a number of clubs. */
export type ActionTexts = Record<'created' | 'updated' | 'deleted' | 'removedSamples' | 'leftOut', Forms>;

/** The actions of an import, such as "Create 368 clubs, delete 63 samples"; null if it changes nothing. Also for scripts. */
export function describeAction(
  locale: string,
  texts: ActionTexts,
  counts: Readonly<Partial<Record<keyof ActionTexts, number>>>,
): string | null {
  const numbers = new Intl.NumberFormat(locale);
  const plurals = new Intl.PluralRules(locale);
  const names = Object.keys(texts) as (keyof ActionTexts)[];
  const parts = names.flatMap((name) => {
    const { one, other } = texts[name];
    const count = counts[name] ?? 0;
    const text = plurals.select(count) === 'one' ? one : other;
    return count > 0 ? [{ name, text: text.replace('{count}', numbers.format(count)) }] : [];
  });
  if (parts.every(({ name }) => name === 'leftOut')) return null;
  const action = parts.map(({ text }) => text).join(', ');
  return action.charAt(0).toLocaleUpperCase(locale) + action.slice(1);
}
