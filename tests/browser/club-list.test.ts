import { expect, test } from 'vitest';
import { answerFor, useBrowser } from '../support/browser.ts';
import {
  addressOf,
  cancelledRequest,
  clubNames,
  expectClub,
  focusOf,
  FOUR,
  holdRequests,
  isSameDocument,
  markDocument,
  pageOpener,
  recordRequests,
  waitForHtmx,
} from '../support/list-page.ts';
import { describeSite } from '../support/site.ts';

describeSite('The search of the club list', (site) => {
  const browser = useBrowser();
  const open = pageOpener(site, browser);

  test('filters by name and status without loading another document', async () => {
    await site.database.insertClubs(...FOUR);
    await site.database.insertClub({ name: 'Échecs', isActive: false });
    const { page, problems } = await open();
    await markDocument(page);
    await page.getByLabel('What would you like').fill('echecs');
    await page.getByLabel('Inactive').check();
    await page.getByRole('button', { name: 'Search' }).click();
    await expectClub(page, 'Échecs (inactive)', '/club/?name=echecs&club_status=false');
    expect(await isSameDocument(page)).toBe(true);
    expect(problems).toEqual([]);
  });

  test('shows the results of the last input while typing, as one history entry', async () => {
    await site.database.insertClubs(...FOUR);
    const { page, problems } = await open('/');
    await page.goto(`${site.url}/club/?page=2`);
    await waitForHtmx(page);
    await markDocument(page);
    const first = await holdRequests(page, '**/club/?name=d&*');
    const name = page.getByLabel('What would you like');
    await name.pressSequentially('d');
    await first.request();
    const cancelled = cancelledRequest(page, '?name=d&club_status=true');
    await name.pressSequentially('eba');
    await cancelled;
    await first.release();
    await expectClub(page, 'Debate', '/club/?name=deba&club_status=true');
    expect(await focusOf(page)).toBe('club-search-name');
    expect(await isSameDocument(page)).toBe(true);
    expect(await page.locator('h4 mark').innerText()).toBe('Deba');
    await page.getByLabel('Inactive').check();
    await expect.poll(() => addressOf(page)).toBe('/club/?name=deba&club_status=false');
    await expect.poll(() => clubNames(page).count()).toBe(0);
    await page.goBack();
    await expectClub(page, 'Debate', '/club/?name=deba&club_status=true');
    await page.goBack();
    await expectClub(page, 'Badminton', '/club/?page=2');
    expect(problems).toEqual([]);
  });

  test('searches for text typed before the script has loaded', async () => {
    await site.database.insertClubs(...FOUR);
    const { page } = await open('/page/ae/');
    const scripts = await holdRequests(page, '**/*.js');
    await page.goto(`${site.url}/club/`, { waitUntil: 'commit' });
    await page.getByLabel('What would you like').fill('chess');
    await scripts.release();
    await expectClub(page, 'Chess', '/club/?name=chess&club_status=true');
  });

  test('waits for the end of a composition by an input method', async () => {
    await site.database.insertClubs('C中文角', 'Chess');
    const { page, problems } = await open();
    const searched: (string | null)[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/club/' && searchParams.has('name')) searched.push(searchParams.get('name'));
    });
    await page.clock.pauseAt('2100-01-01');
    const client = await page.context().newCDPSession(page);
    const compose = (text: string) =>
      client.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    await page.getByLabel('What would you like').press('c');
    for (const text of ['z', 'zhong', '中']) {
      await compose(text);
      await page.clock.runFor(1000);
    }
    expect(searched).toEqual([]);
    await client.send('Input.insertText', { text: '中' });
    await page.clock.runFor(1000);
    await expect.poll(() => clubNames(page).allInnerTexts()).toEqual(['C中文角']);
    expect(searched).toEqual(['c中']);
    expect(problems).toEqual([]);
  });

  test('searches during a composition on Android, where keyboards compose every word', async () => {
    await site.database.insertClubs(...FOUR);
    const { page } = await open('/club/', { userAgent: 'Mozilla/5.0 (Linux; Android 10; K) Chrome/153.0.0.0 Mobile' });
    const client = await page.context().newCDPSession(page);
    await page.getByLabel('What would you like').focus();
    await client.send('Input.imeSetComposition', { text: 'bad', selectionStart: 3, selectionEnd: 3 });
    await expect.poll(() => clubNames(page).allInnerTexts()).toEqual(['Badminton']);
  });

  test('adds a history entry for a submitted search whose results came while typing', async () => {
    await site.database.insertClubs(...FOUR);
    const { page } = await open('/club/?page=2');
    await page.getByLabel('What would you like').fill('ches');
    await expectClub(page, 'Chess', '/club/?name=ches&club_status=true');
    const answer = page.waitForResponse('**/club/?name=ches*');
    await page.getByRole('button', { name: 'Search' }).click();
    await answer;
    await page.locator('#paginated:not([aria-busy])').waitFor();
    await page.goBack();
    await expectClub(page, 'Badminton', '/club/?page=2');
    await page.goForward();
    await expectClub(page, 'Chess', '/club/?name=ches&club_status=true');
  });

  test('announces the number of results, of inactive clubs, and corrections', async () => {
    await site.database.insertClubs('Chess', 'Chess Boxing', 'Chess Club', 'Badminton');
    await site.database.insertClub({ name: 'Chess Nap', isActive: false });
    const { page } = await open();
    const announcement = () => page.locator('#announcement').innerText();
    await page.getByLabel('What would you like').fill('chess');
    await expect.poll(announcement).toMatch(/^3 clubs called “chess”, and 1 inactive club\. .*Chess, 1 of 3$/);
    await page.getByRole('link', { name: 'Next' }).click();
    await expect.poll(announcement).toBe('Chess Boxing, 2 of 3');
    await page.getByLabel('What would you like').fill('badmitnon');
    await expect.poll(announcement).toBe('1 club about “badminton”');
  });

  test('selects and removes categories and keeps the focus', async () => {
    await site.database.insertClub({ name: 'Chess', category: 'Games' });
    await site.database.insertClub({ name: 'Judo', category: 'Sport' });
    await site.database.insertClub({ name: 'Ski', category: 'Sport' });
    const { page, problems } = await open();
    await markDocument(page);
    await page.getByRole('link', { name: 'Sport 2' }).focus();
    await page.keyboard.press('Enter');
    await expectClub(page, 'Judo', '/club/?category=sport');
    const chosen = page.getByRole('link', { name: 'Sport 2' });
    expect(await chosen.getAttribute('aria-current')).toBe('true');
    expect(await chosen.evaluate((link) => link === document.activeElement)).toBe(true);
    // A search keeps the category.
    await page.getByLabel('What would you like').fill('s');
    await expectClub(page, 'Ski', '/club/?name=s&club_status=true&category=sport');
    await page.getByRole('link', { name: 'Remove filter: Sport' }).click();
    await expect.poll(() => addressOf(page)).toBe('/club/?name=s&club_status=true');
    await expect.poll(() => page.locator('.filter-chips li bdi').allInnerTexts()).toEqual(['s']);
    await page.getByRole('link', { name: 'Clear all' }).press('Enter');
    await expectClub(page, 'Chess', '/club/');
    expect(await page.locator('.filter-chips').isVisible()).toBe(false);
    expect(await page.getByLabel('What would you like').inputValue()).toBe('');
    // The removed link cannot keep the focus.
    await expect.poll(() => focusOf(page)).not.toBe('body');
    expect(await isSameDocument(page)).toBe(true);
    expect(problems).toEqual([]);
  });

  test('replaces the text of a list about it by a new search', async () => {
    await site.database.insertClubs('Chess', 'Ski');
    const { page } = await open('/club/?about=chess');
    await page.getByLabel('What would you like').fill('ski');
    await expectClub(page, 'Ski', '/club/?name=ski&club_status=true');
    await expect.poll(() => page.locator('.filter-chips li bdi').allInnerTexts()).toEqual(['ski']);
  });

  test('clears a search that was being typed when a link is followed', async () => {
    await site.database.insertClub({ name: 'Chess', category: 'Games' });
    await site.database.insertClub({ name: 'Ski', category: 'Sport' });
    const { page } = await open();
    const search = await holdRequests(page, '**/club/?name=s*');
    await page.getByLabel('What would you like').fill('s');
    await search.request();
    await page.getByRole('link', { name: 'Games 1' }).click();
    await expectClub(page, 'Chess', '/club/?category=games');
    expect(await page.getByLabel('What would you like').inputValue()).toBe('');
  });

  test('shows the number of results below the filters on a phone and leads to them', async () => {
    await site.database.insertClubs(...FOUR);
    for (const name of ['Judo', 'Karate']) await site.database.insertClub({ name, isActive: false });
    const { page } = await open('/club/', { viewport: { width: 360, height: 640 } });
    const toResults = page.locator('#to-result');
    expect(await toResults.isVisible()).toBe(false);
    const filters = page.locator('.sheet > summary');
    const close = page.getByRole('button', { name: 'Close', exact: true });
    for (const leave of [() => close.click(), () => page.keyboard.press('Escape')]) {
      await filters.click();
      await close.waitFor();
      await leave();
      await close.waitFor({ state: 'hidden' });
    }
    await filters.click();
    expect(await toResults.innerText()).toBe('Show 4 clubs');
    await page.getByLabel('Inactive').check();
    await expect.poll(() => toResults.innerText()).toBe('Show 2 clubs');
    await toResults.click();
    expect(await toResults.isVisible()).toBe(false);
    await expect
      .poll(() => page.locator('.club-result').evaluate((line) => line.getBoundingClientRect().top))
      .toBeLessThan(100);
    await page.locator('#page-next').click();
    await expectClub(page, 'Karate (inactive)', '/club/?name=&club_status=false&page=2');
  });

  test('removes the error messages of the form when the fields are corrected', async () => {
    await site.database.insertClubs(...FOUR);
    const { page, problems } = await open(`/club/?club_status=x&name=${'x'.repeat(300)}`);
    expect(await page.locator('.error').count()).toBe(2);
    await page.getByLabel('What would you like').fill('chess');
    await page.getByLabel('All clubs').check();
    await page.getByRole('button', { name: 'Search' }).click();
    await expectClub(page, 'Chess', '/club/?name=chess&club_status=');
    expect(await page.locator('form.club-search :is(.error, [aria-invalid], [aria-describedby])').count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test('works without JavaScript on a phone, from the home page to a club and back', async () => {
    await site.database.insertClubs(...FOUR);
    await site.database.insertClub({ name: 'Échecs', isActive: false });
    const { page, problems } = await open('/', { javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
    await page.getByLabel('What would you like').fill('chess');
    await page.getByRole('button', { name: 'Search' }).click();
    await expectClub(page, 'Chess', '/club/?club_status=true&page_size=24&name=chess');

    await page.getByLabel('What would you like').fill('');
    await page.locator('.sheet > summary').click();
    await page.getByLabel('All clubs').check();
    expect(await page.locator('.to-result').isVisible()).toBe(false);
    await page.locator('.sheet').getByRole('button', { name: 'Search' }).click();
    await expect.poll(() => clubNames(page).count()).toBe(5);
    await page.getByRole('link', { name: 'One by one' }).click();
    await expectClub(page, 'Astronomy', '/club/?name=&club_status=&page_size=1&page=1');
    await page.getByRole('link', { name: 'Next' }).click();
    await page.getByRole('link', { name: 'Page 5' }).click();
    await expectClub(page, 'Échecs (inactive)', '/club/?name=&club_status=&page_size=1&page=5');
    await page.getByRole('link', { name: 'Grid' }).click();
    await page.getByRole('link', { name: 'Chess', exact: true }).last().click();
    await expect.poll(() => page.locator('h1').innerText()).toBe('Chess');
    await page.locator('summary', { hasText: 'Associations & Clubs' }).click();
    await page.getByRole('link', { name: "AE's clubs" }).click();
    await page.waitForURL('**/club/?page_size=24');
    expect(problems).toEqual([]);
  });

  test('is linked from the home page as a grid, unless the visitor chose to see one by one', async () => {
    await site.database.insertClubs(...FOUR);
    const { page, problems } = await open('/');
    const all = page.getByRole('link', { name: 'See all 4 clubs' });
    await expect.poll(() => page.reload().then(() => all.isVisible())).toBe(true);
    await all.click();
    await expect.poll(() => clubNames(page).allInnerTexts()).toEqual(FOUR);
    await page.waitForLoadState();
    await page.getByRole('link', { name: 'One by one' }).click();
    await expectClub(page, 'Astronomy', '/club/?page_size=1&page=1');
    await page.goto(`${site.url}/`);
    await all.click();
    await expectClub(page, 'Astronomy', '/club/?page_size=1');
    await page.goto(`${site.url}/`);
    await page.getByLabel('What would you like').fill('chess');
    await page.getByRole('button', { name: 'Search' }).click();
    await expectClub(page, 'Chess', '/club/?club_status=true&page_size=1&name=chess');
    expect(problems).toEqual([]);
  });

  test('is offered with a filter while someone types a day on the home page', async () => {
    await site.database.insertClub({ name: 'Ski', meetingDays: 'tue' });
    const { page, problems } = await open('/');
    await expect.poll(() => page.reload().then(() => page.getByText('See all clubs').isVisible())).toBe(true);
    await page.getByLabel('What would you like').fill('for tuesday');
    await page.getByRole('link', { name: 'All Tuesday clubs (1)' }).click();
    await expectClub(page, 'Ski', '/club/?club_status=true&day=tue&page_size=24');
    expect(problems).toEqual([]);
  });
});

describeSite('The pages of the club list', (site) => {
  const browser = useBrowser();
  const open = pageOpener(site, browser);

  test('turn by mouse and update the rest of the page', async () => {
    await site.database.insertClubs(...FOUR);
    const { page, problems } = await open();
    await markDocument(page);
    await page.getByRole('link', { name: 'Next' }).click();
    await expectClub(page, 'Badminton', '/club/?page=2');
    await expect.poll(() => page.title()).toBe('Club list (page 2)');
    await expect.poll(() => page.locator('#announcement').innerText()).toBe('Badminton, 2 of 4');
    expect(await page.getByRole('link', { name: 'One by one' }).getAttribute('href')).toBe('?page_size=1&page=2');
    expect(await page.getByRole('link', { name: 'Grid' }).getAttribute('href')).toBe('?page_size=24&page=1');
    await page.getByRole('link', { name: 'Page 4' }).click();
    await expectClub(page, 'Debate', '/club/?page=4');
    expect(await isSameDocument(page)).toBe(true);
    expect(problems).toEqual([]);
  });

  test('turn with the arrow keys, unless at an end or with a modifier key', async () => {
    await site.database.insertClubs(...FOUR);
    const { page, problems } = await open();
    await markDocument(page);
    const requests = recordRequests(page);
    await page.keyboard.press('ArrowLeft');
    for (const modifier of ['Shift', 'Control', 'Meta']) await page.keyboard.press(`${modifier}+ArrowRight`);
    await page.keyboard.press('ArrowRight');
    await expectClub(page, 'Badminton', '/club/?page=2');
    expect(requests).toHaveLength(1);
    await page.keyboard.press('ArrowRight');
    await expectClub(page, 'Chess', '/club/?page=3');
    await page.keyboard.press('ArrowLeft');
    await expectClub(page, 'Badminton', '/club/?page=2');
    expect(await isSameDocument(page)).toBe(true);
    expect(problems).toEqual([]);
  });

  test('leave the arrow keys to fields, widgets and areas that scroll', async () => {
    await site.database.insertClubs(...FOUR);
    const { page, context } = await open('/club/?page=2');
    const requests = recordRequests(page);
    for (const html of [
      '<input value="text">',
      '<input type="range">',
      '<div contenteditable>text</div>',
      '<ul role="listbox"><li role="option" tabindex="0">a</li></ul>',
      '<video controls></video>',
      '<div class="scroller"><p><a href="#x">A link in an area that scrolls sideways</a></p></div>',
    ]) {
      await page.evaluate((content) => {
        document.querySelector('#probe')?.remove();
        const probe = document.createElement('div');
        probe.id = 'probe';
        probe.innerHTML = content;
        document.querySelector('main')?.prepend(probe);
        const scroller = probe.querySelector<HTMLElement>('.scroller');
        if (scroller) Object.assign(scroller.style, { overflow: 'auto', width: '100px' });
        scroller?.querySelector('p')?.style.setProperty('width', '900px');
        const target = probe.querySelector<HTMLElement>('a, [tabindex], input, [contenteditable], video');
        target?.focus();
        if (document.activeElement !== target) throw new Error(`Not focused: ${content}`);
      }, html);
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowLeft');
    }
    await page.evaluate(() => document.querySelector('#probe')?.remove());

    // A page that is zoomed with two fingers scrolls.
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setPageScaleFactor', { pageScaleFactor: 2 });
    await expect.poll(() => page.evaluate(() => visualViewport?.scale)).toBe(2);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.evaluate(() => visualViewport?.offsetLeft)).toBeGreaterThan(0);
    await session.send('Emulation.setPageScaleFactor', { pageScaleFactor: 1 });
    await expect.poll(() => page.evaluate(() => visualViewport?.scale)).toBe(1);
    expect(requests).toEqual([]);

    // Links do not use them.
    await page.locator('#paginated article a').last().focus();
    await page.keyboard.press('ArrowRight');
    await expectClub(page, 'Chess', '/club/?page=3');
  });

  test('show which control is loading, and announce a slow answer', async () => {
    await site.database.insertClubs(...FOUR);
    const { page, problems } = await open();
    await page.clock.pauseAt('2100-01-01');
    const { request, release } = await holdRequests(page, '**/club/?page=4');
    const announcement = () => page.locator('#announcement').innerText();
    const pressed = page.getByRole('link', { name: 'Page 4' });
    await pressed.click();
    await request();
    expect(await pressed.evaluate((link) => link.matches('.htmx-request'))).toBe(true);
    expect(await page.locator('#paginated').getAttribute('aria-busy')).toBe('true');
    expect(await announcement()).toBe('');
    await page.clock.runFor(5000);
    await expect.poll(announcement).toBe('Loading…');
    await release();
    await expect.poll(announcement).toBe('Debate, 4 of 4');
    await page.locator('#paginated:not([aria-busy])').waitFor();
    expect(await page.locator('.htmx-request').count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test('show the page of the last key press, however late earlier answers are', async () => {
    await site.database.insertClubs(...FOUR);
    const { page, problems } = await open('/club/?page=2');
    const { request, release } = await holdRequests(page, '**/club/?page=3');
    await page.keyboard.press('ArrowRight');
    await request();
    const cancelled = cancelledRequest(page, '?page=3');
    await page.keyboard.press('ArrowLeft');
    await cancelled;
    await release();
    await expectClub(page, 'Astronomy', '/club/?page=1');
    await page.locator('#paginated:not([aria-busy])').waitFor();
    expect(problems).toEqual([]);
  });

  test('are prefetched on hover and can then be shown offline', async () => {
    await site.database.insertClubs(...FOUR);
    const { page, problems } = await open('/club/?page=2');
    // A prefetched page is valid for five seconds.
    await page.clock.setFixedTime('2100-01-01');
    const prefetched = page.waitForEvent('requestfinished', {
      predicate: (request) => request.url().endsWith('?page=3'),
    });
    const next = page.getByRole('link', { name: 'Next', exact: true });
    await next.hover();
    await prefetched;
    await page.context().setOffline(true);
    await next.click();
    await expectClub(page, 'Chess', '/club/?page=3');
    expect(problems.filter((problem) => !problem.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  });

  test('follow the last control used although a prefetched page is late', async () => {
    await site.database.insertClubs(...FOUR);
    const { page } = await open('/club/?page=2');
    const { request, release } = await holdRequests(page, '**/club/?page=3');
    await page.getByRole('link', { name: 'Next' }).hover();
    await request();
    await page.getByRole('link', { name: 'Next' }).click();
    await page.getByRole('link', { name: 'Page 1', exact: true }).click();
    await expectClub(page, 'Astronomy', '/club/?page=1');
    const late = page.waitForResponse('**/club/?page=3');
    await release();
    await late;
    await page.keyboard.press('ArrowRight');
    await expectClub(page, 'Badminton', '/club/?page=2');
  });

  test('have cards that lead to the club from anywhere but the links of the description', async () => {
    const id = await site.database.insertClub({ name: 'Chess' });
    await site.database.sql`update club set short_description = '[a](https://a.example/)',
      short_description_html = '<p><a href="/page/ae/">elsewhere</a></p>', description_html = '', html_rules = 1,
      html_digest = club_text_digest('[a](https://a.example/)', '')`;
    const { page } = await open();
    await page.locator('article').click({ position: { x: 5, y: 5 } });
    await page.waitForURL(`**/club/${id}/`);
    await page.goBack();
    await page.getByRole('link', { name: 'elsewhere' }).click();
    await page.waitForURL('**/page/ae/');
  });

  test('open a long description while the keyboard is in it', async () => {
    await site.database.insertClubs('Above', 'Below');
    await site.database
      .sql`update club set html_rules = 1, html_digest = club_text_digest(short_description, description),
      short_description_html = ${'<p>Words with <a href="/page/ae/">a link</a>.</p>'.repeat(8)}, description_html = ''`;
    const { page } = await open('/club/?page_size=24');
    const height = async () => Math.round((await page.locator('article').first().boundingBox())?.height ?? 0);
    const closed = await height();
    await page.locator('.club-card-name').first().focus();
    await page.keyboard.press('Tab');
    await expect.poll(height).toBeGreaterThan(closed);
    await page.locator('.club-card-name').first().focus();
    await expect.poll(height).toBe(closed);
  });

  test('lead back to the first page from one that no longer exists', async () => {
    await site.database.insertClubs('Astronomy', 'Badminton');
    const { page } = await open();
    await site.database.sql`delete from club where name = 'Badminton'`;
    await page.keyboard.press('ArrowRight');
    await page.getByRole('link', { name: 'Go to the first page' }).click();
    await expectClub(page, 'Astronomy', '/club/');
  });
});

describeSite('The menu', (site) => {
  const browser = useBrowser();

  test('opens by Enter and closes by Escape', async () => {
    const { page } = await browser.newPage();
    await page.goto(`${site.url}/page/ae/`);
    const summary = page.locator('summary', { hasText: 'Associations & Clubs' });
    const entry = page.getByRole('link', { name: "AE's clubs" });
    await summary.press('Enter');
    await expect.poll(() => entry.isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => entry.isVisible()).toBe(false);
    expect(await summary.evaluate((element) => element === document.activeElement)).toBe(true);
  });
});

describeSite('The search of the home page', (site) => {
  const browser = useBrowser();

  test('shows the first results while the user types, and leads to the list', async () => {
    await site.database.insertClubs('Chess', 'Ski');
    await site.database.insertClub({ name: 'Snails', shortDescription: 'Slow chess.' });
    const { page, problems } = await browser.newPage();
    await page.goto(`${site.url}/`);
    await waitForHtmx(page);
    const field = page.getByLabel('What would you like');
    const results = page.getByRole('region', { name: 'Search results' });
    await field.pressSequentially('che');
    await expect.poll(() => results.locator('h4').allInnerTexts()).toEqual(['Chess']);
    await expect.poll(() => results.getByRole('link').allInnerTexts()).toEqual(['Chess', 'Snails']);
    expect(await results.innerText()).toMatch(/Chess\s+About “che”\s+Snails/);
    expect(await page.locator('#announcement').innerText()).toBe('1 club called “che”, 1 more about it');
    for (const focused of ['Chess', 'Snails']) {
      await page.keyboard.press('ArrowDown');
      expect(await page.locator(':focus').innerText()).toBe(focused);
    }
    await page.keyboard.press('Escape');
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    await field.fill('');
    await results.waitFor({ state: 'hidden' });
    await field.fill('ski');
    await results.getByRole('link', { name: 'Ski' }).waitFor();
    await field.press('Enter');
    await expectClub(page, 'Ski', '/club/?club_status=true&page_size=24&name=ski');
    await page.goBack();
    await results.getByRole('link', { name: 'Ski' }).waitFor();
    expect(await field.inputValue()).toBe('ski');
    expect(problems).toEqual([]);
  });

  test('shows no earlier results when a search fails', async () => {
    await site.database.insertClubs('Chess', 'Ski');
    const { page } = await browser.newPage();
    await page.goto(`${site.url}/`);
    await waitForHtmx(page);
    const field = page.getByLabel('What would you like');
    const results = page.getByRole('region', { name: 'Search results' });
    await field.fill('ski');
    await results.getByRole('link', { name: 'Ski' }).waitFor();
    await answerFor(page, '**/club/?*', (route) => route.abort());
    await field.fill('chess');
    await page.locator('.message').waitFor();
    expect(await results.isVisible()).toBe(false);
    await page.unroute('**/club/?*');
    await field.fill('che');
    await results.getByRole('link', { name: 'Chess' }).waitFor();
    await page.locator('.message').waitFor({ state: 'detached' });
    await answerFor(page, '**/club/?*', (route) =>
      route.fulfill({ status: 503, contentType: 'text/html', body: '<p>x' }),
    );
    await field.fill('ches');
    await page.locator('.message').waitFor();
    expect(await results.isVisible()).toBe(false);
  });
});
