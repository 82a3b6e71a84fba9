import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { request } from '../../scripts/request';
import { expect, test } from '../fixtures';
import { row } from '../pages/list';
import { expectSignedIn, submitSignIn } from '../pages/sign-in';

/** The demonstration says five seconds; a slow machine takes longer for nginx's reload. */
const ENFORCED_MS = 30_000;

type Demonstration = { console: string; site: string; path: string };

/** What the demonstration prints for a newcomer: where the console is, and what curl is to ask. */
async function readInvitation(demo: ChildProcess): Promise<Demonstration> {
  let output = '';
  for await (const chunk of demo.stdout ?? []) {
    output += chunk;
    const console = /http:\/\/acme\.localhost:\d+/.exec(output)?.[0];
    const [, site, path] = /403 instead of 200:\n.*(http:\/\/127\.0\.0\.1:\d+)(\/\S+)\n/.exec(output) ?? [];
    if (console && site && path) {
      demo.stdout?.resume();
      return { console, site, path };
    }
  }
  throw new Error(`the demonstration stopped before it was ready\n${output}`);
}

/** 0 while nginx does not run yet. */
async function statusOf({ site, path }: Demonstration): Promise<number> {
  const asked = request(site, { method: 'GET', path, headers: { Host: 'shop.example.com' } });
  return asked.then(({ status }) => status).catch(() => 0);
}

test('a newcomer blocks a path in the demonstration, and its node refuses it within seconds', async ({ page }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'parapet-demo-'));
  const demo = spawn(process.execPath, ['dist/demo.js', '--node'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', PORT: '0', DATA_DIR: folder, DNS_RESOLVERS: '127.0.0.1:9' },
  });
  const ended = once(demo, 'exit');
  try {
    const invited = await readInvitation(demo);
    await expect.poll(() => statusOf(invited), { timeout: 60_000 }).toBe(200);
    await page.goto(`${invited.console}/login`);
    await submitSignIn(page, 'acme-root', readFileSync(path.join(folder, 'demo-password'), 'utf8').trim());
    await expectSignedIn(page);
    await page.goto(`${invited.console}/guard/policies`);
    await row(page, 'Strict retail').getByRole('link', { name: 'Strict retail' }).click();
    await page.getByRole('tab', { name: /ACL/ }).click();
    await page.getByRole('button', { name: 'Create ACL rule' }).click();
    await page.getByLabel('Name', { exact: true }).fill('No preview');
    await page.getByRole('combobox', { name: 'Value', exact: true }).fill(invited.path);
    await page.getByRole('button', { name: 'Create ACL rule' }).click();
    await expect.poll(() => statusOf(invited), { timeout: ENFORCED_MS }).toBe(403);
  } finally {
    // A console that is open asks on, and would be refused.
    await page.close();
    demo.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
});
