import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, expectAccessible, MODES, type Site, setMode, signIn, test, visit } from '../fixtures';
import { api, makeDomain, unique } from '../objects';

const FILES = ['nginx-access.json.gz', 'modsecurity-audit.json.gz'].map((name) => `fixtures/traffic/${name}`);
const HOST = 'shop.example.com';
const OVERVIEW = '/analytics/overview';

/** What a count over the file gives for one host: the independent side of every comparison below. */
function counted() {
  const lines = gunzipSync(readFileSync(FILES[0] as string))
    .toString('latin1')
    .split('\n');
  const mine = lines.filter((line) => line.includes(`"host":"${HOST}"`));
  const limited = mine.filter(
    (line) => line.includes('"status":429') || line.includes('"limit_req_status":"REJECTED"'),
  );
  return { requests: mine.length, limited: limited.length };
}

function ingest(site: Site): string {
  return execFileSync(process.execPath, ['dist/ingest.js', ...FILES, '--shift-to-now'], {
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: site.dataDir },
  });
}

test('charts without any requests say what brings them, and promise nothing of a longer range', async ({
  page,
  site,
}) => {
  await signIn(page, site, 'acme', 'acme-root');
  const domain_id = await makeDomain(page, site, `${unique('quiet')}.example.com`);
  await visit(page, `${site.origin('acme')}${OVERVIEW}?domain_id=${domain_id}`);
  await expect(page.getByText('Nor were there any in the 90 days before.').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Widen the time range' })).toHaveCount(0);
  await expect(page.getByText(/Requests are counted here once the nodes of a domain send their logs/)).toHaveCount(1);
  await page.getByRole('link', { name: 'Go to domains' }).click();
  await expect(page).toHaveURL(/\/guard\/domains$/);
});

test('a new user protects a domain, loads the capture and reads it in both languages', async ({
  page,
  browser,
  site,
}) => {
  const origin = site.origin('acme');
  await signIn(page, site, 'acme', 'acme-root');
  const domain_id = await makeDomain(page, site, HOST);

  const desk = await (await browser.newContext()).newPage();
  await signIn(desk, site, 'acme', 'acme-support');
  await desk.goto(`${origin}/guard/approvals?id=${domain_id}`);
  await desk.getByRole('button', { name: /^Approve/ }).click();
  // A decision takes effect after ten seconds, in which it could be taken back.
  const status = async () => (await api(page, site, 'GET', `/api/guard/domains/${domain_id}`)).audit_status;
  await expect.poll(status, { timeout: 60_000 }).toBe(4);
  await desk.context().close();

  expect(ingest(site)).toContain('15857 lines, 15857 events stored');
  expect(ingest(site)).toContain('15857 already known');

  const truth = counted();
  await page.goto(`${origin}${OVERVIEW}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview');
  const batch = { domain_id, charts: [{ key: 'requests_total' }, { key: 'requests_by_verdict' }] };
  const { data } = await api(page, site, 'POST', '/api/analytics/overview/batch', batch);
  expect(data.requests_total.rows[0].requests).toBe(truth.requests);
  const verdicts = data.requests_by_verdict.rows as { action: string; requests: number }[];
  const sum = (action: string) => verdicts.filter((r) => r.action === action).reduce((n, r) => n + r.requests, 0);
  expect(sum('limit')).toBe(truth.limited);

  await page
    .getByRole('button', { name: 'Show as table' })
    .or(page.getByRole('radio', { name: 'Show as table' }))
    .first()
    .click();
  await expect(page.getByRole('table').first()).toBeVisible();
  await setMode(page, origin, { locale: 'zh-CN', theme: 'dark' });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('总览');
  await expect(page.getByText('请求数').first()).toBeVisible();
});

for (const mode of MODES) {
  test(`the overview passes axe in ${mode.locale}, ${mode.theme}`, async ({ page, site }) => {
    await setMode(page, site.origin('acme'), mode);
    await signIn(page, site, 'acme', 'acme-root');
    await visit(page, `${site.origin('acme')}${OVERVIEW}`);
    await expectAccessible(page);
  });
}

test('a bad address never breaks the page', async ({ page, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  await page.goto(`${site.origin('acme')}${OVERVIEW}?window=last_9999d&stime=x&compare=maybe&refresh=-1`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview');
});
