/**
 * Starts the built product in a folder of its own, on the Node that this runs on, and asks it what a newcomer does: `npm run
 * test:runtimes -- smoke` does so on the other releases.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { signIn } from './bench/load';
import { startParapet } from './bench/server';

const USER = 'admin';
const PASSWORD = 'first password 1';

/** Throws unless the answer is 200 and has this text. */
async function expectText(url: string, headers: Record<string, string>, text: string): Promise<void> {
  const answer = await fetch(url, { headers, redirect: 'manual' });
  const said = `Node ${process.version}: ${new URL(url).pathname} answers ${answer.status}`;
  if (answer.status !== 200 || !(await answer.text()).includes(text)) throw new Error(`${said}, without ${text}`);
  process.stdout.write(`${said}, with ${text}\n`);
}

const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'parapet-smoke-'));
const parapet = await startParapet(DATA_DIR, { ADMIN_USER: USER, ADMIN_PASSWORD: PASSWORD });
try {
  for (const language of ['zh-CN', 'en-US']) {
    await expectText(`${parapet.url}/login`, { 'Accept-Language': language }, `lang="${language}"`);
  }
  const token = await signIn(parapet.url, USER, PASSWORD);
  await expectText(`${parapet.url}/api/sys/users`, { Authorization: `Bearer ${token}` }, `"user_name":"${USER}"`);
  await expectText(`${parapet.url}/sys/users`, { Cookie: `sid=${token}` }, USER);
} finally {
  await parapet.stop();
  rmSync(DATA_DIR, { recursive: true, force: true });
}
