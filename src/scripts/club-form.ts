// Not the file that the list has: shared, it would be one more that the list waits for.
import htmx from 'htmx.org/dist/htmx.esm.min.js';
import { countCharacters } from './count-characters.ts';

/*
 * What the form of a club does beyond a plain form: it is answered in its place, counts characters, shows what it would
 * make of the club, and asks before what was typed is left.
 */

interface Forms {
  one: string;
  other: string;
}

/** What the form says by itself, in the language of the page: see src/messages. */
interface Words {
  left: Forms;
  over: Forms;
  of: string;
  signedOut: string;
  signIn: string;
  notAllowed: string;
  gone: string;
  failed: string;
  noPreview: string;
  /** Of the link to the deleted clubs. */
  toDeleted: string;
}

interface RequestContext {
  sourceElement: Element;
  request: { action: string; body: FormData };
  response?: { status: number; raw: Response };
  text?: string;
}

type Control = HTMLInputElement | HTMLTextAreaElement;

const EDITOR = '#club-editor';
/** What a refused form is answered with, and a preview. */
const ANSWERS = [200, 409, 411, 413, 415, 422];
/** Beside a field of one line, which is seldom filled, they are counted when so small a part of them is left. */
const FEW_OF = 5;
/** What a link is answered with after its end: a page of its own, with what was typed. */
const OVER = 410;
/** From so few characters on it is said how many are left. */
const NEAR_THE_END = 20;
/** How long somebody has not typed when it is said, in ms. */
const PAUSE = 1_000;

htmx.config.history = false;
// For transitions it would write the style of a field that somebody has made larger into the markup, which the policy of
// the site forbids.
htmx.config.defaultSettleDelay = 0;

const { lang } = document.documentElement;
const numbers = new Intl.NumberFormat(lang);
const plurals = new Intl.PluralRules(lang);

/** The club is saved, and its page on the way: nothing may be sent again, or kept. */
let isDone = false;
/** The form as it was sent last. */
let underWay: RequestContext | undefined;
let announcing: ReturnType<typeof setTimeout> | undefined;
/** What the preview shows, or will. */
let previewed = '';

const editor = () => document.querySelector<HTMLElement>(EDITOR);
const form = () => document.querySelector<HTMLFormElement>(`${EDITOR} form`);
const words = () => JSON.parse(editor()?.dataset.words ?? '{}') as Words;
const contextOf = (event: Event) => (event as CustomEvent<{ ctx: RequestContext }>).detail.ctx;
const controls = () => Array.from(form()?.elements ?? []).filter(isControl);

function isControl(element: Element): element is Control {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
}

/** The control as a box to tick or one of several to choose from, if it is one. */
const boxOf = (control: Control) =>
  control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type) ? control : null;

/** Whether a request is for what is shown while somebody types; all others send the form. */
const isLive = ({ sourceElement }: RequestContext) => sourceElement.hasAttribute('hx-include');

/** Whether a request sends the form to be shown, and not to be saved. */
const isAskedPreview = ({ sourceElement }: RequestContext) => sourceElement.getAttribute('name') === 'preview';

const serialize = (values: FormData) => JSON.stringify(Array.from(values));

function begin(): void {
  for (const control of controls()) count(control);
  const preview = editor()?.querySelector<HTMLElement>('[hx-include]');
  const values = new FormData();
  for (const control of document.querySelectorAll(preview?.getAttribute('hx-include') ?? 'none')) {
    if (!isControl(control) || boxOf(control)?.checked === false) continue;
    values.append(control.name, control.value);
  }
  previewed = serialize(values);
}

/** Says beside a field how many characters are left, or too many. */
function count(control: Control): void {
  const place = document.querySelector<HTMLElement>(`[data-count-of='${control.id}']`);
  if (!place) return;
  const left = charactersLeft(control);
  const isFar = control instanceof HTMLInputElement && left > Number(control.dataset.limit) / FEW_OF;
  place.textContent = isFar ? '' : describe(left);
  place.classList.toggle('over', left < 0);
}

const charactersLeft = (control: Control) =>
  Number(control.dataset.limit) - countCharacters(control.value, control.dataset.counted);

function describe(left: number): string {
  const { left: remaining, over } = words();
  const number = Math.abs(left);
  const forms = left < 0 ? over : remaining;
  return forms[plurals.select(number) === 'one' ? 'one' : 'other'].replace('{count}', numbers.format(number));
}

/** Says it to a screen reader too, near the end and when nothing is typed for a while. */
function announce(control: Control): void {
  clearTimeout(announcing);
  if (control.dataset.limit === undefined) return;
  announcing = setTimeout(() => {
    const place = document.querySelector('[data-count-announcement]');
    if (!place) return;
    const left = charactersLeft(control);
    const label = control.labels?.[0]?.textContent.trim() ?? '';
    place.textContent =
      left > NEAR_THE_END ? '' : words().of.replace('{label}', label).replace('{said}', describe(left));
  }, PAUSE);
}

document.addEventListener('input', ({ target }) => {
  if (!(target instanceof Element) || !isControl(target) || target.form !== form()) return;
  count(target);
  announce(target);
});

/** Whether anything in the form is not as it was when the page was made, or the page has what was not saved. */
const hasChanges = () =>
  form()?.dataset.unsaved !== undefined ||
  controls().some((control) => {
    if (control.type === 'file') return control.value !== '';
    const box = boxOf(control);
    return box ? box.checked !== box.defaultChecked : control.value !== control.defaultValue;
  });

window.addEventListener('beforeunload', (event) => {
  if (!isDone && hasChanges()) event.preventDefault();
});

// Back to this page, as the browser has kept it.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) isDone = false;
});

// Nothing is asked for while nothing has changed.
document.addEventListener('htmx:config:request', (event) => {
  const context = contextOf(event);
  if (!isLive(context)) {
    if (isDone) event.preventDefault();
    return;
  }
  const { body } = context.request;
  // The file itself stays here: what is shown is not read from it.
  if (controls().some(({ type, value }) => type === 'file' && value !== '')) body.set('logo_chosen', 'true');
  const values = serialize(body);
  if (values === previewed) event.preventDefault();
  previewed = values;
});

document.addEventListener('htmx:before:request', (event) => {
  const context = contextOf(event);
  if (isLive(context)) return;
  underWay = context;
  fail(null);
  form()?.setAttribute('aria-busy', 'true');
});

document.addEventListener('htmx:finally:request', (event) => {
  if (contextOf(event) === underWay && !isDone) form()?.removeAttribute('aria-busy');
});

document.addEventListener('htmx:after:request', (event) => {
  const context = contextOf(event);
  const { response, text = '' } = context;
  const { raw, status = 0 } = response ?? {};
  const isOurs = !raw?.redirected && ANSWERS.includes(status);
  if (isLive(context)) {
    // Whatever else is no preview: what is shown stays.
    if (!isOurs || status !== 200) event.preventDefault();
    return;
  }
  if (isOurs && text.includes('id="club-editor"')) return;
  event.preventDefault();
  if (status === OVER && showInstead(text)) return;
  const { login = '' } = editor()?.dataset ?? {};
  const { pathname = '' } = raw?.redirected ? new URL(raw.url) : {};
  if (pathname === login) fail('signedOut');
  else if (raw?.redirected && raw.ok) leaveFor(raw.url);
  else if (status === 403 || status === 404) fail(status === 403 ? 'notAllowed' : 'gone');
  else failToDo(context);
});

document.addEventListener('htmx:error', (event) => {
  const { ctx } = (event as CustomEvent<{ ctx?: RequestContext }>).detail;
  if (!ctx) return;
  if (isLive(ctx)) dropPreview();
  else failToDo(ctx);
});

function failToDo(context: RequestContext): void {
  const isPreview = isAskedPreview(context);
  fail(isPreview ? 'noPreview' : 'failed');
  if (isPreview) dropPreview();
}

/** What is shown is of an older text: with the next letter it is asked for again. */
function dropPreview(): void {
  const place = document.createElement('p');
  place.append(words().noPreview);
  document.querySelector('#preview')?.replaceChildren(place);
  previewed = '';
}

/** Puts the page that was answered in the place of this one; false where it is none. */
function showInstead(text: string): boolean {
  const answer = new DOMParser().parseFromString(text, 'text/html');
  const main = answer.querySelector('main');
  const heading = main?.querySelector('h1');
  if (!main || !heading) return false;
  document.title = answer.title;
  document.querySelector('main')?.replaceChildren(...main.childNodes);
  heading.tabIndex = -1;
  heading.focus();
  return true;
}

function leaveFor(address: string): void {
  isDone = true;
  location.assign(address);
}

/** Says why nothing was saved or shown, where it was asked for; null takes it back. */
function fail(why: 'signedOut' | 'notAllowed' | 'gone' | 'failed' | 'noPreview' | null): void {
  const place = editor()?.querySelector<HTMLElement>('[data-failure]');
  place?.replaceChildren();
  if (why === null) return;
  place?.append(words()[why]);
  const { login = '', deletedClubs } = editor()?.dataset ?? {};
  if (why === 'signedOut') place?.append(' ', linkTo(login, words().signIn));
  if (why !== 'gone') return;
  // There is no club to go back to.
  editor()?.querySelector('[data-back]')?.remove();
  if (deletedClubs !== undefined) place?.append(' ', linkTo(deletedClubs, words().toDeleted));
}

/** In a tab beside this one, where what was typed stays. */
function linkTo(address: string, text: string): HTMLAnchorElement {
  const link = document.createElement('a');
  link.href = address;
  link.target = '_blank';
  link.textContent = text;
  return link;
}

/** What a form said that the server has not read. */
let unread = new Map<string, string | boolean>();
/** How high somebody has made its fields. */
let heights = new Map<string, string>();

document.addEventListener('htmx:before:swap', (event) => {
  if (isLive(contextOf(event))) return;
  unread = new Map(
    controls()
      .filter(({ type }) => type !== 'file')
      .map((control) => [nameOf(control), boxOf(control)?.checked ?? control.value]),
  );
  heights = new Map(controls().map((control) => [nameOf(control), control.style.height]));
});

/** A box has a hidden field of its name before it, and what is to be chosen from has one name. */
const nameOf = ({ name, type, value }: Control) => (type === 'radio' ? `${type} ${name} ${value}` : `${type} ${name}`);

document.addEventListener('htmx:after:swap', ({ target }) => {
  // The form that was sent is gone by now: htmx says it of where the new one is.
  if (target !== editor()) return;
  if (form()?.dataset.unread !== undefined) {
    for (const control of controls()) {
      const said = unread.get(nameOf(control));
      if (typeof said === 'string') control.value = said;
      else if (control instanceof HTMLInputElement && said !== undefined) control.checked = said;
    }
  }
  for (const control of controls()) {
    const height = heights.get(nameOf(control));
    if (height) control.style.height = height;
  }
  begin();
  const place = editor()?.querySelector<HTMLElement>('[autofocus]');
  place?.focus({ preventScroll: true });
  place?.scrollIntoView({ block: 'nearest' });
});

begin();
