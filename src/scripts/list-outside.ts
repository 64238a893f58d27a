import htmx from 'htmx.org';
import type { CategoryItem, ListOutside } from '../components/clubs/list-outside.ts';

/*
 * What stands outside of the list and follows it after a swap: what filters it, categories, and what the form keeps.
 */

/** Draws it anew, as a fragment says it, which `source` has asked for. */
export function followList(text: string, source: Element | undefined): void {
  // Before it is gone with what it took off.
  const isTakenOff = source !== undefined && source.closest('.filter-chips') !== null;
  const outside = JSON.parse(text) as ListOutside;
  const { chips, clearQuery, categories, more, isCut, filterCount, found, name, clubStatus, chosen } = outside;
  const [chipList, seenList, moreList] = ['chips', 'categories', 'more'].map((name) =>
    document.querySelector<HTMLElement>(`[data-list="${name}"]`),
  );
  const chipRow = chipList?.closest('.filter-chips');
  if (chipRow?.checkVisibility()) chipRow.setAttribute('data-kept', '');
  fill(chipList, 'chips', chips);
  leadTo(document.querySelector('a[data-clear]'), clearQuery);
  fill(seenList, 'categories', categories.map(toItem));
  fill(moreList, 'categories', more.map(toItem));
  const hide = (element: Element | null | undefined, isHidden: boolean) => element?.toggleAttribute('hidden', isHidden);
  hide(chipRow, chips.length === 0);
  hide(seenList?.closest('.category-links'), categories.length === 0);
  hide(moreList?.closest('details'), more.length === 0);
  hide(document.querySelector('[data-categories-cut]'), !isCut);
  const count = document.querySelector<HTMLElement>('[data-filter-count]');
  if (count) count.textContent = filterCount === '0' ? '' : `(${filterCount})`;
  const toResult = document.querySelector('[data-found]');
  if (toResult) toResult.textContent = found;
  hide(toResult, found === '');
  keepInForm(chosen);
  // What was taken off is in the fields no more; whatever else leads to a list leaves them as somebody fills them in.
  if (isTakenOff) fillIn(name, clubStatus);
}

interface Item {
  query: string;
  text: string;
  count?: string;
  isChosen?: boolean;
  kind?: string;
}

const toItem = ([text, count, query, isChosen]: CategoryItem): Item => ({ text, count, query, isChosen });

/** Says the items in the elements that are there, so that the focus stays where it is, and makes or takes away others. */
function fill(list: HTMLElement | null | undefined, template: string, items: readonly Item[]): void {
  if (!list) return;
  const source = document.querySelector<HTMLTemplateElement>(`template[data-for="${template}"]`)?.content
    .firstElementChild;
  while (list.children.length > items.length) list.lastElementChild?.remove();
  while (source && list.children.length < items.length) {
    const made = document.importNode(source, true);
    list.append(made);
    htmx.process(made);
  }
  items.forEach(({ query, text, count, isChosen, kind }, place) => {
    const item = list.children[place];
    if (kind !== undefined) item?.setAttribute('data-kind', kind);
    const link = item?.querySelector('a') ?? null;
    leadTo(link, query);
    say(link, '[data-text]', text);
    if (count !== undefined) say(link, '[data-count]', count);
    if (isChosen) link?.setAttribute('aria-current', 'true');
    else link?.removeAttribute('aria-current');
  });
}

function leadTo(link: Element | null, query: string): void {
  for (const name of ['href', 'hx-get']) link?.setAttribute(name, `?${query}`);
}

function say(link: Element | null, selector: string, text: string): void {
  const element = link?.querySelector(selector);
  if (element) element.textContent = text;
}

function fillIn(name: string, clubStatus: string): void {
  const field = document.querySelector<HTMLInputElement>('form.club-search [name="name"]');
  if (field) field.value = name;
  const choices = document.querySelectorAll<HTMLInputElement>('form.club-search [name="club_status"]');
  for (const choice of choices) choice.checked = choice.value === clubStatus;
}

/** A search keeps the categories that are chosen. */
function keepInForm(chosen: readonly string[]): void {
  const form = document.querySelector('form.club-search');
  for (const field of form?.querySelectorAll('[type="hidden"][name="category"]') ?? []) field.remove();
  for (const value of chosen) {
    const field = document.createElement('input');
    Object.assign(field, { type: 'hidden', name: 'category', value });
    form?.append(field);
  }
}
