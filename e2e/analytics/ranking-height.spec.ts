import { expect, MODES, setMode, signIn, test, visit } from '../fixtures';
import { makeDomain, sendEvents, unique } from '../objects';

for (const mode of MODES) {
  test(`a ranking of few rows is as tall as its rows on a phone, in ${mode.locale}`, async ({
    page,
    browser,
    site,
  }) => {
    await signIn(page, site, 'acme', 'acme-root');
    const host = `${unique('few')}.example.com`;
    const domain_id = await makeDomain(page, site, host);
    const events = ['/', '/cart'].map((path, n) => ({
      ...{ time: Date.now() - 60_000, request_id: `${host}-${n}`, host, path, method: 'GET', status: 200 },
    }));
    await sendEvents(browser, site, host, events);
    await setMode(page, site.origin('acme'), mode);
    await page.setViewportSize({ width: 390, height: 844 });
    await visit(page, `${site.origin('acme')}/analytics/access?domain_id=${domain_id}`);
    const lists = page.locator('main section ol');
    await expect(lists.first()).toBeVisible();
    const rooms = () =>
      lists.evaluateAll((all) =>
        all.map((list) => {
          const panel = list.closest('section');
          return { title: panel?.querySelector('h2')?.textContent, empty: bottomOf(panel) - bottomOf(list) };
          function bottomOf(part: Element | null | undefined) {
            return part?.getBoundingClientRect().bottom ?? 0;
          }
        }),
      );
    // The padding of a panel, and what may be said below its rows.
    await expect.poll(async () => (await rooms()).filter(({ empty }) => empty > 72)).toEqual([]);
  });
}

test('no row of a long ranking is cut at its end', async ({ page, browser, site }) => {
  await signIn(page, site, 'acme', 'acme-root');
  const host = `${unique('many')}.example.com`;
  const domain_id = await makeDomain(page, site, host);
  const events = Array.from({ length: 40 }, (_, n) => ({
    ...{ time: Date.now() - 60_000, request_id: `${host}-${n}`, host, path: `/page/${n}`, method: 'GET', status: 200 },
  }));
  await sendEvents(browser, site, host, events);
  await visit(page, `${site.origin('acme')}/analytics/access?domain_id=${domain_id}`);
  const lists = page.locator('main section ol');
  await expect(lists.first()).toBeVisible();
  const long = () => lists.evaluateAll((all) => all.filter((list) => list.scrollHeight > list.clientHeight).length);
  await expect.poll(long).toBeGreaterThan(0);
  const cut = () =>
    lists.evaluateAll((all) =>
      all.flatMap((list) => {
        const end = list.getBoundingClientRect().bottom + 0.5;
        const rows = [...list.children].map((row) => row.getBoundingClientRect());
        return rows.filter(({ top, bottom }) => top + 1 < end && bottom > end).length;
      }),
    );
  await expect.poll(async () => (await cut()).every((count) => count === 0)).toBe(true);
});
