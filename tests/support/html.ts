import { parse, type HTMLElement } from 'node-html-parser';

/** An element of a page, as a test asks for it. */
export interface Element {
  /** What a reader sees: entities decoded, white space folded. */
  text: string;
  attributes: Record<string, string>;
  /** What stands inside, as it was sent. */
  html: string;
  all(selector: string): Element[];
  /** The only match; throws when there are none or several. */
  one(selector: string): Element;
}

/** A page or a fragment. */
export function readHtml(html: string): Element {
  return toElement(parse(html, { comment: true }));
}

function toElement(node: HTMLElement): Element {
  const all = (selector: string) => node.querySelectorAll(selector).map(toElement);
  return {
    text: node.text.replace(/\s+/g, ' ').trim(),
    attributes: node.attributes,
    html: node.innerHTML,
    all,
    one(selector) {
      const found = all(selector);
      const [element] = found;
      if (!element || found.length > 1) throw new Error(`There are ${found.length} of ${selector}.`);
      return element;
    },
  };
}

/** What the hidden fields of these have, by name, as a browser sends it. */
export const hiddenFieldsOf = (page: Element, form: string): Record<string, string> =>
  Object.fromEntries(
    page.all(`${form} input[type=hidden]`).map(({ attributes: { name = '', value = '' } }) => [name, value]),
  );
