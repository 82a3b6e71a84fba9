import type { Page } from '@playwright/test';
import { makeTraffic } from '../attack';
import { expect, setMode, signIn, test } from '../fixtures';
import { makePolicy, unique } from '../objects';

/** A surname that no text of the console has. */
const RARE = '龘';

const isLoaded = (page: Page, family: string) =>
  page.evaluate(
    (name) => [...document.fonts].some((face) => face.family.includes(name) && face.status === 'loaded'),
    family,
  );

test('a page with Han that the interface lacks loads all of Han, and no font is refused', async ({ page, site }) => {
  const warnings: string[] = [];
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
  // Of somebody whose pages nobody weighs.
  await signIn(page, site, 'acme', 'acme-other');
  await makePolicy(page, site, unique(RARE));
  await setMode(page, site.origin('acme'), { locale: 'zh-CN', theme: 'light' });
  await page.goto(`${site.origin('acme')}/guard/policies`);
  await expect(page.getByText(RARE).first()).toBeVisible();
  await expect.poll(() => isLoaded(page, 'Parapet Rare Han')).toBe(true);
  await expect.poll(() => isLoaded(page, 'Noto Sans SC Variable')).toBe(true);
  expect(warnings.filter((text) => /font|OTS/i.test(text))).toEqual([]);
});

test('English charts load no Han', async ({ page, browser, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  const { overview } = await makeTraffic(page, site, browser);
  await page.goto(overview);
  await expect(page.locator('#content section [aria-hidden=true] > div > svg').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
  expect(await isLoaded(page, 'Parapet Rare Han')).toBe(false);
});
