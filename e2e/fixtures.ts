import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test';
import { request } from '../scripts/request';
import { PASSWORD, people } from '../test/people';
import { answered, answering, atRest, isAlive, whenAlive } from './pages/answering';
import { violationsOf } from './pages/axe';

export { expect, PASSWORD };

const HOSTS = { acme: 'acme.localhost', borealis: 'borealis.localhost', default: 'localhost' };

export type Site = {
  /** Address of an OEM's console, such as `http://acme.localhost:41234`. */
  origin(oem: keyof typeof HOSTS): string;
  dataDir: string;
};

/** A catalogue, and a plan with room for every journey. */
const PLANS = {
  plans: [
    { plan_id: 'basic', name: 'Basic', prod_type: 2, price: 9.9, valid: 30, level: 1, content: { max_domains: 1 } },
    {
      ...{
        plan_id: 'business',
        name: 'Business',
        scene: 'Shops',
        prod_type: 2,
        price: 1_990,
        level: 2,
        open_status: true,
      },
      content: { max_domains: 25_000, max_list_entries: 1_000_000, event_days: 36_500 },
    },
  ],
  subscriptions: [{ oem_id: 'acme', user_name: 'acme-root', plan_id: 'business' }],
};

async function start(): Promise<{ site: Site; stop(): Promise<void> }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'parapet-e2e-'));
  const provision = path.join(folder, 'provision.json');
  writeFileSync(provision, JSON.stringify({ ...people, ...PLANS }));
  const dataDir = path.join(folder, 'data');
  const child = spawn(process.execPath, ['dist/server.js'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
      DATA_DIR: dataDir,
      PROVISION_FILE: provision,
      ADMIN_PASSWORD: PASSWORD,
      LOG_LEVEL: 'warn',
      // The captured traffic has a date of its own and gets older with every day.
      KEEP_EVENTS_DAYS: '36500',
      KEEP_ROLLUPS_DAYS: '36500',
      // Nobody listens there: no journey asks the world for a name.
      DNS_RESOLVERS: '127.0.0.1:9',
    },
  });
  const port = await portOf(child);
  return {
    site: { origin: (oem) => `http://${HOSTS[oem]}:${port}`, dataDir },
    async stop() {
      child.kill('SIGTERM');
      await new Promise((resolve) => child.once('exit', resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function portOf(child: ChildProcess): Promise<string> {
  let output = '';
  for await (const chunk of child.stdout ?? []) {
    output += chunk;
    const port = /ready at http:\/\/[^\s]+:(\d+)/.exec(output)?.[1];
    if (port) {
      child.stdout?.resume();
      return port;
    }
  }
  throw new Error(`Parapet stopped before it was ready:\n${output}`);
}

/** What a page that is not alive yet takes without doing anything. */
const ACTS = ['click', 'dblclick', 'tap', 'hover', 'focus', 'fill', 'check', 'uncheck', 'press'] as const;

/** Lets a key wait until the page is at rest, and for its part: one that is still disabled loses it without a word. */
function patient(page: Page): void {
  const press = page.keyboard.press.bind(page.keyboard);
  page.keyboard.press = async (...args) => {
    await whenAlive(page);
    // Briefly: some keys have only the seconds in which a decision can be undone.
    await atRest(page, 500);
    await press(...args);
  };
  const locator = Object.getPrototypeOf(page.locator(':root'));
  if (locator.isPatient) return;
  locator.isPatient = true;
  for (const name of ACTS) {
    const act: (...args: never[]) => Promise<void> = locator[name];
    locator[name] = async function (this: Locator, ...args: never[]) {
      await whenAlive(this.page());
      if (name === 'press') await expect(this).toBeEnabled({ timeout: 60_000 });
      await act.apply(this, args);
    };
  }
}

/** Milliseconds that every answer is late by, from `LATENCY_MS`: what a journey does not wait for shows itself. */
const LATENCY_MS = Number(process.env.LATENCY_MS ?? 0);

function delay(page: Page): Promise<unknown> {
  return page.context().route('**/*', async (route) => {
    await setTimeout(LATENCY_MS);
    await route.fallback().catch(() => {});
  });
}

/** How many times slower than this machine the browser runs, from `CPU_SLOWDOWN`: what a journey does not wait for shows itself. */
const CPU_SLOWDOWN = Number(process.env.CPU_SLOWDOWN ?? 1);

async function slowDown(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}

/** A Parapet for this worker, and pages that fail the test when the browser reports an error or a CSP violation. */
export const test = base.extend<{ page: Page }, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
    async ({}, use) => {
      const { site, stop } = await start();
      await use(site);
      await stop();
    },
    { scope: 'worker' },
  ],
  page: async ({ page }, use) => {
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => {
      const expected =
        /Failed to load resource: (the server responded with a status of (4\d\d|503)|net::ERR_INTERNET_DISCONNECTED)/;
      if (message.type() === 'error' && !expected.test(message.text())) problems.push(message.text());
    });
    answering(page);
    patient(page);
    if (LATENCY_MS > 0) await delay(page);
    if (CPU_SLOWDOWN > 1) await slowDown(page);
    await use(page);
    expect(problems).toEqual([]);
  },
});

/**
 * One request of the page itself. Only the browser knows that every `*.localhost` is this machine; the resolver under
 * Node need not.
 */
async function ask(page: Page, origin: string, method: string, path: string, data?: unknown) {
  if (!page.url().startsWith(`${origin}/`)) await page.goto(`${origin}/healthz`);
  return page.evaluate(
    async ([url, init]) => {
      const answer = await fetch(url, init);
      return { status: answer.status, body: await answer.json() };
    },
    [
      `${origin}${path}`,
      {
        method,
        headers: { 'X-Console': '1', 'Content-Type': 'application/json' },
        body: data === undefined ? undefined : JSON.stringify(data),
      },
    ] as const,
  );
}

export type Oem = keyof typeof HOSTS;
type Cookie = Awaited<ReturnType<BrowserContext['cookies']>>[number];

/** Cookies of everybody who signed in at this worker's Parapet, by origin and name. */
const saved = new Map<string, Cookie[]>();

/** Whether the session of these cookies goes on. Asked from here, so that the page need not go anywhere. */
async function isLive(site: Site, oem: Oem, cookies: readonly Cookie[]): Promise<boolean> {
  const { port } = new URL(site.origin(oem));
  const Cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const headers = { Host: `${HOSTS[oem]}:${port}`, 'X-Console': '1', Cookie };
  const { status } = await request(`http://127.0.0.1:${port}`, { method: 'GET', path: '/console/session', headers });
  return status === 200;
}

/** Signs in through the door the console uses, without its form; in the session this worker has already, while it goes on. */
export async function signIn(page: Page, site: Site, oem: Oem, user_name: string): Promise<void> {
  const origin = site.origin(oem);
  const who = `${origin} ${user_name}`;
  const before = saved.get(who);
  if (before && (await isLive(site, oem, before))) return page.context().addCookies(before);
  const password = Buffer.from(PASSWORD).toString('base64');
  const answer = await ask(page, origin, 'POST', '/console/session', { username: user_name, password });
  expect(answer.status).toBe(200);
  const cookies = await page.context().cookies(origin);
  saved.set(
    who,
    cookies.filter(({ name }) => name.endsWith('sid')),
  );
}

/** A sign-in that is refused, so that there is one to read about. */
export async function failToSignIn(page: Page, origin: string, user_name: string): Promise<void> {
  const password = Buffer.from('not it').toString('base64');
  const answer = await ask(page, origin, 'POST', '/console/session', { username: user_name, password });
  expect(answer.status).toBe(401);
}

/** Calls the console's API with the page's session. */
export function callApi(page: Page, origin: string, method: string, url: string, data?: unknown) {
  return ask(page, origin, method, `/console${url}`, data);
}

/** Nothing is fading in or out; what turns for ever, such as the mark of a pending button, does not count. */
const isSettled = () =>
  document
    .getAnimations()
    .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().iterations === Infinity);

/** `part` of the page alone: a menu that is open belongs to its button. */
export async function expectAccessible(page: Page, part = 'html'): Promise<void> {
  // Half faded in, a text has not its own contrast yet.
  await page.waitForFunction(isSettled);
  expect(await violationsOf(page, part)).toEqual([]);
}

/** The page has its title and heading, and nothing on it is still to come. */
const isComplete = () =>
  document.title !== '' && document.querySelector('h1') !== null && !document.querySelector('[data-skeleton]');

/** Opens an address and waits until the page has all that it shows. */
export async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.waitForLoadState('networkidle');
  // A busy machine may pause between the scripts and what they ask for.
  await page.waitForFunction(isAlive);
  await answered(page);
  await page.waitForFunction(isComplete);
}

/** Nothing is wider than the window, nor than the part of it that scrolls. */
export async function expectFits(page: Page): Promise<void> {
  const wider = () =>
    page.evaluate(() => {
      const parts = [document.documentElement, document.querySelector('#content') ?? document.body];
      return parts.filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.scrollWidth);
    });
  // A window that was just made narrower is laid out anew in its own time.
  await expect.poll(wider, page.url()).toEqual([]);
}

export type Mode = { locale: 'en-US' | 'zh-CN'; theme: 'light' | 'dark' };

/** Each language and each theme once: what axe finds in one does not depend on the other. */
export const MODES: Mode[] = [
  { locale: 'en-US', theme: 'light' },
  { locale: 'zh-CN', theme: 'dark' },
];

export async function setMode(page: Page, origin: string, mode: Mode): Promise<void> {
  await page.context().addCookies(Object.entries(mode).map(([name, value]) => ({ name, value, url: origin })));
}
