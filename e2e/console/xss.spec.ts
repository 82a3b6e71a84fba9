import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { callApi, expect, MODES, type Site, setMode, signIn, test } from '../fixtures';

/** Strings of the collection that are markup or script to something that reads them as such. */
const HOSTILE: string[] = (
  JSON.parse(readFileSync('fixtures/hostile/naughty-strings.json', 'utf8')) as string[]
).filter((text) => /[<>]|script:|\bon\w+=/i.test(text) && text.trim() === text);

/** Text as a reader compares it: one space is as good as several. */
const plain = (text: string) => text.replace(/\s+/g, ' ').trim();

let seeded: Promise<{ policy_id: string; domain_id: string }> | undefined;

/** One policy and one domain per string, made by the tenant whom everybody else only reads. */
async function seed(page: Page, site: Site) {
  await signIn(page, site, 'acme', 'acme-other');
  const origin = site.origin('acme');
  const ids = { policy_id: '', domain_id: '' };
  for (const [i, text] of HOSTILE.entries()) {
    const policy = { name: `${[...text].slice(0, 90).join('')} #${i}`, comment: text };
    const made = await callApi(page, origin, 'POST', '/api/guard/policies', policy);
    expect([text, made.status]).toEqual([text, 201]);
    ids.policy_id = made.body.data.policy_id;
    const domain = await callApi(page, origin, 'POST', '/api/guard/domains', {
      domain: `x${i}.hostile.example`,
      policy_id: ids.policy_id,
      asset_name: text,
      src_sites: [{ addr: '127.0.0.1', port: 443, protocol: 'https' }],
    });
    expect([text, domain.status]).toEqual([text, 201]);
    ids.domain_id = domain.body.data.domain_id;
  }
  return ids;
}

/** Approves what other journeys left waiting, so that the queue begins with these domains. */
async function approveOthers(page: Page, site: Site): Promise<void> {
  const origin = site.origin('acme');
  for (;;) {
    const { list } = (await callApi(page, origin, 'GET', '/api/guard/approvals/queue?size=100')).body.data;
    const others = list.filter(({ domain }: { domain: string }) => !domain.endsWith('.hostile.example'));
    if (others.length === 0) return;
    for (const { domain_id } of others) {
      await callApi(page, origin, 'PUT', `/api/guard/domains/${domain_id}/audit`, { audit_status: 4 });
    }
  }
}

/** Records whatever an injected script, handler or element would do. */
async function watch(page: Page, site: Site): Promise<string[]> {
  const touched: string[] = [];
  page.on('dialog', (dialog) => {
    touched.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('popup', (popup) => touched.push(`popup: ${popup.url()}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    const isOwn = url.origin === site.origin('acme') || url.protocol === 'data:' || url.protocol === 'blob:';
    if (!isOwn) touched.push(`request: ${request.url()}`);
  });
  await page.exposeFunction('reportTouch', (what: string) => touched.push(what));
  await page.addInitScript(() => {
    const report = (what: string) => (window as unknown as { reportTouch(what: string): void }).reportTouch(what);
    for (const name of ['alert', 'confirm', 'prompt', 'print', 'open'] as const) {
      window[name] = (() => report(name)) as never;
    }
    document.addEventListener('securitypolicyviolation', (event) => report(`csp: ${event.violatedDirective}`));
  });
  return touched;
}

/** Elements the collection would make if its markup were read as markup. */
const made = (page: Page) =>
  page.evaluate(() => {
    const wanted =
      'iframe, object, embed, marquee, plaintext, frameset, foo, xml, base, video, audio, a[href^="javascript:"]';
    const handlers = [...document.querySelectorAll('body *')].filter((element) =>
      element.getAttributeNames().some((name) => name.startsWith('on')),
    );
    return [...document.querySelectorAll(`body :is(${wanted}, img)`), ...handlers].map((element) =>
      element.outerHTML.slice(0, 200),
    );
  });

/** The page shows each text as it was written. */
async function expectShown(page: Page, texts: readonly string[]) {
  const shown = () => page.evaluate(() => document.querySelector('main')?.textContent ?? '');
  await expect
    .poll(async () => {
      const all = plain(await shown());
      return texts.filter((text) => !all.includes(plain(text)));
    })
    .toEqual([]);
}

test.beforeEach(async ({ page, site }) => {
  seeded ??= seed(page, site);
  await seeded;
});

test('lists show markup as text', async ({ page, site }) => {
  const touched = await watch(page, site);
  await signIn(page, site, 'acme', 'acme-other');
  const newestFirst = [...HOSTILE].reverse();
  for (const path of ['policies', 'domains']) {
    for (const [i, mode] of MODES.slice(0, 2).entries()) {
      await setMode(page, site.origin('acme'), mode);
      await page.goto(`${site.origin('acme')}/guard/${path}?size=100&page=${i + 1}`);
      await expectShown(page, newestFirst.slice(i * 100, (i + 1) * 100));
      expect(await made(page)).toEqual([]);
    }
  }
  expect(touched).toEqual([]);
});

test('a policy shows markup as text, also in its forms', async ({ page, site }) => {
  const touched = await watch(page, site);
  const { policy_id } = (await seeded) ?? { policy_id: '' };
  await signIn(page, site, 'acme', 'acme-other');
  await page.goto(`${site.origin('acme')}/guard/policies/${policy_id}`);
  await expectShown(page, HOSTILE.slice(-1));
  await expect(page).toHaveTitle(/#\d+ · Parapet$/);
  expect(await made(page)).toEqual([]);
  expect(touched).toEqual([]);
});

test('the approval queue shows markup as text', async ({ page, site }) => {
  const touched = await watch(page, site);
  await signIn(page, site, 'acme', 'acme-support');
  await approveOthers(page, site);
  await page.goto(`${site.origin('acme')}/guard/approvals`);
  // The queue shows the hundred that wait the longest.
  const shown = HOSTILE.slice(0, 100);
  await expectShown(page, shown);
  const rows = page.getByRole('list', { name: /waiting for a decision/ }).getByRole('button');
  for (const at of [0, 5, shown.length - 1]) {
    await rows.nth(at).click();
    await expect(rows.nth(at)).toHaveAttribute('aria-current', 'true');
    await expect(page.getByRole('definition').first()).toBeVisible();
  }
  await page.keyboard.press('a');
  await expect(page.getByText(/takes effect in \d+ s/)).toBeVisible();
  expect(await made(page)).toEqual([]);
  expect(touched).toEqual([]);
});

test('a search for markup shows it as text', async ({ page, site }) => {
  const touched = await watch(page, site);
  await signIn(page, site, 'acme', 'acme-other');
  for (const text of [
    '<img src=x onerror=alert(1)>',
    '"><svg onload=alert(1)>',
    '{{constructor.constructor("alert(1)")()}}',
  ]) {
    for (const path of ['policies', 'domains']) {
      await page.goto(`${site.origin('acme')}/guard/${path}?keyword=${encodeURIComponent(text)}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('searchbox').or(page.getByText('No match')).first()).toBeVisible();
      expect(await made(page)).toEqual([]);
    }
  }
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('<img src=x onerror=alert(1)>');
  await expect(page.getByText('<img src=x onerror=alert(1)>')).toBeVisible();
  expect(await made(page)).toEqual([]);
  expect(touched).toEqual([]);
});
