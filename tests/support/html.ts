import { parse, type HTMLElement } from 'node-html-parser';

export interface Element {
  /** The text with decoded entities and collapsed white space, no-break spaces included. */
  text: string;
  attributes: Record<string, string>;
  /** The inner HTML. */
  html: string;
  all(selector: string): Element[];
  /** The only match; throws if there is none, or more than one. */
  one(selector: string): Element;
}

/** Parses a page or a fragment. */
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

/** The values of the hidden fields of a form, by name. */
export const hiddenFieldsOf = (page: Element, form: string): Record<string, string> =>
  Object.fromEntries(
    page.all(`${form} input[type=hidden]`).map(({ attributes: { name = '', value = '' } }) => [name, value]),
  );
