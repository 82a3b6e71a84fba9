import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type BrowserContext, chromium, type Locator, type Page } from '@playwright/test';
import { answering } from '@/e2e/pages/answering';
import type { Locale } from '@/lib/i18n/locales';
import { type Translator, translator } from '@/lib/i18n/translate';

const SIZE = { width: 1280, height: 800 };
/** Of WebP: letters are sharp, and a picture takes 20 to 60 KB. */
const QUALITY = 72;
/** A page on a busy machine; only what hangs ends here. */
const PATIENCE_MS = 120_000;
/** Some pages ask on for as long as they are open. */
const QUIET_MS = 8_000;

/** Nothing is fading in or out, and what is on the screen has come: no part is a skeleton, no chart a surface without a drawing. */
const isSettled = () =>
  ![...document.querySelectorAll('[data-skeleton], section [aria-hidden].absolute.inset-0:empty')].some(
    (one) => one.getBoundingClientRect().top < innerHeight,
  ) &&
  document
    .getAnimations()
    .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().iterations === Infinity);

/** A console as one person has it open in one language; what is on it is found by the texts that it has there. */
export class Screen {
  readonly t: Translator;
  readonly page: Page;
  readonly #origin: string;
  readonly #folder: string;

  private constructor(page: Page, origin: string, locale: Locale, folder: string) {
    this.t = translator(locale);
    this.page = page;
    this.#origin = origin;
    this.#folder = folder;
  }

  static async open(context: BrowserContext, origin: string, locale: Locale, folder: string): Promise<Screen> {
    const preferences = Object.entries({ locale, theme: 'light' });
    await context.addCookies(preferences.map(([name, value]) => ({ name, value, url: origin })));
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    answering(page);
    return new Screen(page, origin, locale, folder);
  }

  goTo(address: string) {
    return this.page.goto(`${this.#origin}${address}`);
  }

  button(key: string, values?: Record<string, string | number>): Locator {
    return this.page.getByRole('button', { name: this.t(key, values), exact: true });
  }

  field(key: string): Locator {
    return this.page.getByLabel(this.t(key), { exact: true });
  }

  /** Waits until a text is on the page. */
  async sees(key: string, values?: Record<string, string | number>): Promise<void> {
    await this.page.getByText(this.t(key, values)).first().waitFor();
  }

  /** Chooses from a list that is searched by what is typed. */
  async choose(key: string, option: string): Promise<void> {
    await this.page.getByRole('combobox', { name: this.t(key) }).click();
    await this.page.getByRole('option', { name: option }).first().click();
  }

  /** A call of the console's API with this person's session; answers its data. */
  async call<T>(method: string, address: string, body?: unknown): Promise<T> {
    const answer = await this.page.evaluate(
      async ([method, url, body]) => {
        const headers = { 'X-Console': '1', 'Content-Type': 'application/json' };
        const sent = body === undefined ? undefined : JSON.stringify(body);
        return (await fetch(url, { method, headers, body: sent })).json();
      },
      [method, `/console${address}`, body] as const,
    );
    if (answer.code !== 0) throw new Error(`${method} ${address}: ${answer.message}`);
    return answer.data;
  }

  /** Takes a picture of what is on the screen once it has settled; a form may need a higher one than most. */
  async picture(name: string, height: number = SIZE.height): Promise<void> {
    await this.page.setViewportSize({ ...SIZE, height });
    await this.page.waitForLoadState('networkidle', { timeout: QUIET_MS }).catch(() => undefined);
    await this.page.waitForFunction(isSettled);
    const session = await this.page.context().newCDPSession(this.page);
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
    await session.detach();
    await this.page.setViewportSize(SIZE);
    await writeFile(path.join(this.#folder, `${name}.webp`), Buffer.from(data, 'base64'));
  }
}

/** A browser whose windows are people's own; close it when the story is told. */
export async function openBrowser() {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell' });
  const options = { viewport: SIZE, timezoneId: 'Asia/Shanghai', reducedMotion: 'reduce' } as const;
  return {
    person: (locale: Locale) => browser.newContext({ ...options, locale }),
    close: () => browser.close(),
  };
}
