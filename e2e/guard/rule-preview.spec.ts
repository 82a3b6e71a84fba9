import type { Browser, Page } from '@playwright/test';
import { expect, expectAccessible, expectFits, MODES, type Site, setMode, signIn, test, visit } from '../fixtures';
import { api, makeDomain, makePolicy, sendEvents, unique } from '../objects';
import { row } from '../pages/list';
import { openPalette } from '../pages/palette';

const TRIES = 12;
const CALM = 3;
const LIMIT = 10;
const NAMED = 4;

const ACL = {
  name: 'Office',
  matches: [{ field: 'path', op: 'prefix', data: '/login' }],
  action: { action_type: 'monitor', duration: 0 },
};
const CC = {
  name: 'Sign-in',
  matches: ACL.matches,
  limit: { threshold: LIMIT, period: 60, scope: 'ip' },
  action: { action_type: 'limit', duration: 0 },
};

/** A policy with a rule of each kind, all named by the same word, used by a domain that had requests of the last half hour. */
async function policyWithTraffic(page: Page, site: Site, browser: Browser) {
  const word = unique('sought');
  const host = `${word}.example.com`;
  const policy = `Policy ${word}`;
  const policy_id = await makePolicy(page, site, policy);
  const at = `/api/guard/policies/${policy_id}`;
  const acl = await api(page, site, 'POST', `${at}/acl/rules`, { ...ACL, name: `Office ${word}` });
  const cc = await api(page, site, 'POST', `${at}/cc/rules`, { ...CC, name: `Sign-in ${word}` });
  const rules = [{ zone: 'ARGS', sub_field: 'coupon', pattern: 'union' }];
  const group = await api(page, site, 'POST', '/api/guard/waf/rules', { name: `Injections ${word}`, policy_id, rules });
  await makeDomain(page, site, host, { policy_id });
  const request = (n: number, facts: object) => ({
    ...{ time: Date.now() - 1_800_000 + n * 500, request_id: `${host}-${n}`, host, method: 'POST', status: 200 },
    ...facts,
  });
  const events = [
    ...Array.from({ length: TRIES }, (_, n) => request(n, { client_ip: '203.0.113.66', path: '/login' })),
    ...Array.from({ length: CALM }, (_, n) => request(TRIES + n, { client_ip: '198.51.100.23', path: '/login/help' })),
    ...Array.from({ length: NAMED }, (_, n) =>
      request(TRIES + CALM + n, { client_ip: '198.51.100.24', path: '/', action: 'block', rule_id: group.rule_id }),
    ),
  ];
  await sendEvents(browser, site, host, events);
  return { word, policy, policy_id, url: `${site.origin('acme')}/guard/policies/${policy_id}`, acl, cc, group };
}

const panel = (page: Page, title: string) =>
  page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) });
/** How many requests, and what is said of them. */
const figure = (page: Page, title: string) => panel(page, title).locator('[aria-live=polite]');

const WORDS = {
  'en-US': {
    acl: 'What this would have matched',
    cc: 'What this would have limited',
    all: 'All rules',
    said: 'Requests whose path begins with /login are only recorded.',
    off: 'Disabled',
    clear: 'Clear filters',
  },
  'zh-CN': {
    acl: '若规则已生效，会匹配',
    cc: '若规则已生效，会限速',
    all: '全部规则',
    said: '/login',
    off: '停用',
    clear: '清除筛选',
  },
} as const;

for (const mode of MODES) {
  const w = WORDS[mode.locale];

  test(`a rule's form shows what it would have matched, ${mode.locale} ${mode.theme}`, async ({
    page,
    browser,
    site,
  }) => {
    await setMode(page, site.origin('acme'), mode);
    await signIn(page, site, 'acme', 'acme-root');
    const { url, acl, cc } = await policyWithTraffic(page, site, browser);

    await visit(page, `${url}?tab=acl&rule=${acl.rule_id}`);
    await expect(figure(page, w.acl)).toHaveText(new RegExp(`^${TRIES + CALM}\\D`));
    await expect(panel(page, w.acl)).toContainText('78.95%');
    await expect(panel(page, w.acl).getByRole('listitem').first()).toContainText('/login');
    await expectAccessible(page);

    await visit(page, `${url}?tab=cc&rule=${cc.rule_id}`);
    await expect(figure(page, w.cc)).toHaveText(new RegExp(`^${TRIES - LIMIT}\\D`));
    await expect(panel(page, w.cc)).toContainText('203.0.113.66');
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectFits(page);
  });

  test(`a search finds rules in whatever policy they are, ${mode.locale} ${mode.theme}`, async ({
    page,
    browser,
    site,
  }) => {
    await setMode(page, site.origin('acme'), mode);
    await signIn(page, site, 'acme', 'acme-root');
    const { word, policy, policy_id, acl, group } = await policyWithTraffic(page, site, browser);
    await api(page, site, 'PUT', `/api/guard/policies/${policy_id}/acl/rules/${acl.rule_id}/status`, { status: 2 });

    await visit(page, `${site.origin('acme')}/guard/policies?show=rules`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(w.all);
    await page.getByRole('searchbox').fill(word.toUpperCase());
    await expect(page.getByRole('row')).toHaveCount(4);
    await expect(row(page, `Office ${word}`)).toContainText(w.said);
    await expect(row(page, `Injections ${word}`)).toContainText('coupon');
    // Its number is its own among the rules of the policy, so that events can say how often it matched.
    await expect(row(page, `Injections ${word}`).getByRole('cell', { name: String(NAMED), exact: true })).toBeVisible();
    await expect(row(page, `Office ${word}`).getByRole('link', { name: policy })).toBeVisible();
    await expectAccessible(page);

    await page.getByRole('radio', { name: w.off }).check();
    await expect(page.getByRole('row')).toHaveCount(2);
    await expect(row(page, `Office ${word}`)).toContainText(w.off);
    await page.getByRole('searchbox').fill(`${word} nowhere`);
    await page.getByRole('button', { name: w.clear }).last().click();
    await expect(row(page, `Sign-in ${word}`)).toBeVisible();

    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole('table')).toHaveCount(0);
    await expect(page.getByRole('button', { name: `Sign-in ${word}` })).toBeVisible();
    await expectFits(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('link', { name: `Injections ${word}` }).click();
    await expect(page).toHaveURL(new RegExp(`/guard/policies/${policy_id}\\?tab=waf&dialog=waf.${group.tag}$`));
    await expect(page.getByRole('textbox').first()).toHaveValue(`Injections ${word}`);
  });
}

test('what a rule would have matched follows the form and leads to the requests', async ({ page, browser, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  const { url, acl } = await policyWithTraffic(page, site, browser);
  const { acl: title } = WORDS['en-US'];
  await visit(page, `${url}?tab=acl&rule=${acl.rule_id}`);
  await expect(figure(page, title)).toHaveText(new RegExp(`^${TRIES + CALM}requests from 2 addresses`));

  // By its label: with what is frequent in the tenant's traffic to choose from it is no plain text field.
  const value = page.getByLabel('Value', { exact: true });
  await value.fill('/login/');
  await expect(figure(page, title)).toHaveText(new RegExp(`^${CALM}requests from 1 address`));
  await value.fill('');
  await expect(panel(page, title)).toContainText('Complete the conditions');
  await value.fill('/login/h');
  await expect(figure(page, title)).toHaveText(new RegExp(`^${CALM}requests from 1 address`));
  const events = panel(page, title).getByRole('link', { name: 'Open in events' });
  await expect(events).toHaveAttribute('href', /^\/analytics\/events\?stime=\d+&etime=\d+/);
});

test('the palette leads to the search, and the search to a rule', async ({ page, site }) => {
  await signIn(page, site, 'acme', 'acme-other');
  const policy_id = await makePolicy(page, site);
  const name = unique('Somewhere');
  await api(page, site, 'POST', `/api/guard/policies/${policy_id}/cc/rules`, { ...CC, name });
  await visit(page, `${site.origin('acme')}/guard/policies`);
  await openPalette(page);
  await page.keyboard.type('search all rules');
  await expect(page.getByRole('option', { name: 'Search all rules' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?show=rules$/);
  await page.getByRole('searchbox').fill(name);
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('link', { name }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name);
  await expect(page.getByLabel('Value', { exact: true })).toHaveValue('/login');
});

test('an expression on which nodes may give up is named', async ({ page, browser, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  const { url, policy_id, acl } = await policyWithTraffic(page, site, browser);
  const of = (data: string) => ({ matches: [{ field: 'path', op: 'regex', data }] });
  const rule = `/api/guard/policies/${policy_id}/acl/rules/${acl.rule_id}`;
  const note = page.getByText('Nodes may give up on this expression: ^/(a+)+b$');

  await api(page, site, 'PUT', rule, { ...acl, ...of('^/(a+)+b$') });
  await visit(page, `${url}?tab=acl&rule=${acl.rule_id}`);
  await expect(note).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Value', { exact: true }).fill('^/a+b$');
  await expect(note).toHaveCount(0);
});
