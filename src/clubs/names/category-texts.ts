import { readCategories, type Category } from '../category.ts';

/** More texts than these, labels in them, or characters, are no categories any more; the database knows them. */
export const MAX_TEXTS = 20_000;
export const MAX_LABELS = 100_000;
export const MAX_CHARACTERS = 1_000_000;

/** Of a club without categories, or with a text that there was no room for. */
export const NO_CATEGORY = 0;

/**
 * What clubs have for their categories, each text once and by a number that stays: an index has a number for each club,
 * and what is asked of a category is asked of few texts and not of a million clubs.
 */
export class CategoryTexts {
  readonly #numbers = new Map<string, number>([['', NO_CATEGORY]]);
  readonly #categories: (readonly Category[])[] = [[]];
  #labelCount = 0;
  #characterCount = 0;
  #isWhole = true;

  /** The number of a text, which it has from now on. */
  numberOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.#categories.length;
    const hasRoom = number < MAX_TEXTS && this.#characterCount + text.length <= MAX_CHARACTERS;
    const categories = hasRoom ? readCategories(text) : null;
    if (!categories || this.#labelCount + categories.length > MAX_LABELS) {
      this.#isWhole = false;
      return NO_CATEGORY;
    }
    this.#numbers.set(text, number);
    this.#categories.push(categories);
    this.#labelCount += categories.length;
    this.#characterCount += text.length;
    return number;
  }

  /** The categories of the text of a number. */
  categoriesOf(number: number): readonly Category[] {
    return this.#categories[number] ?? [];
  }

  /** How many numbers there are. */
  get count(): number {
    return this.#categories.length;
  }

  /** Whether every text had room. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** By number, 1 where one of the categories is among these, given folded. */
  having(folded: readonly string[]): Uint8Array {
    return Uint8Array.from(this.#categories, (categories) =>
      categories.some((category) => folded.includes(category.folded)) ? 1 : 0,
    );
  }
}
