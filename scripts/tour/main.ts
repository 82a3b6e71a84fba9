/**
 * `npm run tour`: tells the first day of a tenant's administrator to a browser, once a language, each on a demonstration of its own,
 * and writes docs/tour.md and docs/tour.zh-CN.md with the pictures taken there. `npm run tour -- zh-CN` does one language.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { recordCommandLine } from './command-line';
import { documentFile, pictureFolder, TOUR_LOCALES, type TourLocale, tourDocument } from './document';
import { openBrowser, Screen } from './screen';
import { STEPS, type Story } from './steps';

const DOMAIN = 'store.example.com';

/** The port of a demonstration once its company and its traffic are there. */
async function portOf(demo: ChildProcess): Promise<string> {
  let output = '';
  for await (const chunk of demo.stdout ?? []) {
    output += chunk;
    const port = /The demonstration is ready[\s\S]*http:\/\/acme\.localhost:(\d+)/.exec(output)?.[1];
    if (port) {
      demo.stdout?.resume();
      return port;
    }
  }
  throw new Error(`the demonstration stopped before it was ready\n${output}`);
}

async function withDemonstration(work: (origin: string, password: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'parapet-tour-'));
  const demo = spawn(process.execPath, ['dist/demo.js'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // Nobody listens at that resolver: what the pictures show does not depend on the world.
    env: { ...process.env, NODE_ENV: 'production', PORT: '0', DATA_DIR: folder, DNS_RESOLVERS: '127.0.0.1:9' },
  });
  try {
    const origin = `http://acme.localhost:${await portOf(demo)}`;
    await work(origin, readFileSync(path.join(folder, 'demo-password'), 'utf8').trim());
  } finally {
    const ended = once(demo, 'exit');
    if (demo.kill('SIGTERM')) await ended;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function tell(locale: TourLocale, origin: string, password: string): Promise<void> {
  const folder = pictureFolder(locale);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const browser = await openBrowser();
  try {
    const [tenant, support] = [
      await Screen.open(await browser.person(locale), origin, locale, folder),
      await Screen.open(await browser.person(locale), origin, locale, folder),
    ];
    const commandLine = (key: string) => recordCommandLine(origin, locale, key);
    const story: Story = { tenant, support, password, domain: DOMAIN, domain_id: '', policy_id: '', commandLine };
    for (const [name, step] of Object.entries(STEPS)) {
      process.stdout.write(`${locale} ${name}\n`);
      await step(story);
    }
  } finally {
    await browser.close();
  }
  writeFileSync(documentFile(locale), tourDocument(locale));
}

const wanted = process.argv.slice(2);
const strange = wanted.find((one) => !(TOUR_LOCALES as readonly string[]).includes(one));
if (strange !== undefined) throw new Error(`there is no tour in ${strange}, but in ${TOUR_LOCALES.join(', ')}`);
for (const locale of TOUR_LOCALES.filter((one) => wanted.length === 0 || wanted.includes(one))) {
  await withDemonstration((origin, password) => tell(locale, origin, password));
}
