import type { Page } from '@playwright/test';
import { navItems } from '@/lib/generated/nav';
import { Openssl } from '@/lib/guard/certs/testing';
import { expect, expectAccessible, expectFits, MODES, type Site, setMode, signIn, test } from '../fixtures';
import { api, makeCert, makeDomain, unique } from '../objects';
import { settled } from '../pages/console';

// The first screen of every resource is checked here alone; each resource's own journeys check what lies behind it.

// Every worker takes some of the pages: as one journey they would be the longest by far.
test.describe.configure({ mode: 'parallel' });
const TOGETHER = 2;

const hrefs = navItems.map(({ href }) => href);
const groups = Array.from({ length: Math.ceil(hrefs.length / TOGETHER) }, (_, n) =>
  hrefs.slice(n * TOGETHER, (n + 1) * TOGETHER),
);

let isFilled = false;

/** Something in the lists of this worker's Parapet. */
async function fill(page: Page, site: Site): Promise<void> {
  if (isFilled) return;
  await signIn(page, site, 'acme', 'acme-root');
  const host = `${unique('shell')}.example.org`;
  await makeDomain(page, site, host);
  const openssl = new Openssl();
  await makeCert(page, site, host, openssl.pair({ subject: `/CN=${host}`, names: [host] }));
  openssl.close();
  await api(page, site, 'POST', '/api/sys/api-keys', { name: host });
  isFilled = true;
}

for (const group of groups) {
  test(`${group.join(', ')}: axe and the content policy in each language and theme`, async ({ page, site }) => {
    const violations: string[] = [];
    await page.exposeFunction('reportViolation', (what: string) => violations.push(what));
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        (window as unknown as { reportViolation(what: string): void }).reportViolation(
          `${violatedDirective} ${blockedURI}`,
        ),
      );
    });
    await fill(page, site);
    await signIn(page, site, 'acme', 'acme-support');
    for (const mode of MODES) {
      await setMode(page, site.origin('acme'), mode);
      for (const href of group) {
        await test.step(`${href} in ${mode.locale}, ${mode.theme}`, async () => {
          await page.setViewportSize({ width: 1440, height: 900 });
          await page.goto(`${site.origin('acme')}${href}`);
          await settled(page);
          await expectAccessible(page);
          await page.setViewportSize({ width: 390, height: 844 });
          await settled(page);
          await expectAccessible(page);
          await expectFits(page);
        });
      }
    }
    expect(violations).toEqual([]);
  });
}
