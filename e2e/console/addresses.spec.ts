import type { NavItem } from '@/components/layout/navigation/nav-items';
import { navItems } from '@/lib/generated/nav';
import { expect, signIn, test } from '../fixtures';
import { settled } from '../pages/console';

const ITEMS: readonly NavItem[] = navItems;
/** Pages that are tabs of another one are drawn by the same screen. */
const SCREENS = ITEMS.filter(({ under }) => under === undefined);

/** Each parameter is wrong in each of its ways; those of one line are read apart from each other. */
const QUERIES = [
  [
    'page=abc&size=999&keyword=%00&page_size=5',
    'range=last_99999999d&stime=NaN&etime=-1&start_time=1e400&end_time=%F0%9F%92%A9&compare=maybe',
  ],
  [
    'page=-1&size=0x10&sort[]=a&sort[]=b&tab=__proto__&id=constructor',
    'audit_status=9&audit_status=1&columns=%7B%7D&density=%5B%5D&filter=%7B%22a%22%3A&view=null&domain_id=undefined',
  ],
  [
    'id=%22%3E%3Cscript%3Ealert(1)%3C/script%3E&dialog=%27%22&open=..%2F..%2F',
    `keyword=${'x'.repeat(3000)}&%E2%80%AE=1&&&==&?`,
  ],
].map((parts) => parts.join('&'));

test('an address that cannot be decoded is refused before any page', async ({ page, site }) => {
  await signIn(page, site, 'acme', 'acme-support');
  // Only a page of the same origin may ask.
  await page.goto(`${site.origin('acme')}/guard/policies`);
  for (const target of ['/guard/policies?%E0%A4%A=1', '/guard/%ff']) {
    const status = await page.evaluate(async (url) => (await fetch(url)).status, `${site.origin('acme')}${target}`);
    expect([target, status]).toEqual([target, 400]);
  }
});

test('no address breaks a page', async ({ page, site }) => {
  test.setTimeout(30_000 + SCREENS.length * QUERIES.length * 15_000);
  await signIn(page, site, 'acme', 'acme-support');
  for (const { href } of SCREENS) {
    for (const query of QUERIES) {
      await test.step(`${href}?${query.slice(0, 60)}`, async () => {
        const answer = await page.goto(`${site.origin('acme')}${href}?${query}`);
        expect(answer?.status()).toBe(200);
        await settled(page);
        await expect(page.getByText('This page failed')).toHaveCount(0);
      });
    }
  }
});
