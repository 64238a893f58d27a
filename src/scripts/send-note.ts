/*
 * What visitors write to the board is sent without leaving the page. Where no answer comes, browsers would put a page of
 * their own in the place of the form, and what was typed would be gone; here it stays, and a line below it says why.
 */

/** The form with what belongs to it, or what came of it. Says what is shown where no answer comes. */
const PLACE = '[data-note]';
/** After so long without an answer, in ms, none is waited for. */
const PATIENCE = 30_000;

let isUnderWay = false;

/** What says that no answer came, by taking the focus. */
const failure = document.createElement('p');
failure.className = 'notice error';
failure.tabIndex = -1;

document.addEventListener('submit', (event) => {
  const form = event.target;
  const place = form instanceof HTMLFormElement && form.closest<HTMLElement>(PLACE);
  if (!place) return;
  event.preventDefault();
  if (isUnderWay) return;
  isUnderWay = true;
  form.setAttribute('aria-busy', 'true');
  void send(form, place).finally(() => {
    isUnderWay = false;
    form.removeAttribute('aria-busy');
  });
});

async function send(form: HTMLFormElement, place: HTMLElement): Promise<void> {
  failure.remove();
  const answer = await post(form);
  if (answer === 'elsewhere') return;
  const next = answer?.querySelector(PLACE);
  if (answer && next) {
    document.title = answer.title;
    place.replaceWith(document.adoptNode(next));
    next.querySelector<HTMLElement>('[autofocus]')?.focus();
  } else {
    failure.textContent = place.dataset.note ?? '';
    form.after(failure);
    failure.focus();
  }
}

/** The page that is answered, `elsewhere` where the visitor is led on, and null without an answer. */
async function post(form: HTMLFormElement): Promise<Document | 'elsewhere' | null> {
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const answer = await fetch(form.action, { method: 'POST', body: new FormData(form), signal });
    if (answer.redirected && answer.ok) {
      location.assign(answer.url);
      return 'elsewhere';
    }
    return new DOMParser().parseFromString(await answer.text(), 'text/html');
  } catch {
    return null;
  }
}
