import { expect, MODES, setMode, signIn, test, visit } from '../fixtures';

const ALERT = { id: 1, uuid: '8f14e45f', domain_id: 'd1', domain: 'shop.example.com', metric: 'requests', status: 1 };
const TIMES = { ctime: 1_764_262_140_000, last_update_timestamp: 1_764_262_140_000, process_time: 0, process_uid: '' };
const SAID = {
  'en-US': {
    title: 'Blocked requests above 50',
    body: '77 from 2026-11-27 16:35 to 2026-11-27 17:05 UTC. The usual count at this time of day is 6 (7 days before).',
  },
  'zh-CN': {
    title: '拦截请求数高于 50',
    body: '43，平时同一时段为 6（对比此前 7 天），统计时段 2026-11-27 16:35 至 2026-11-27 17:05 UTC，高于平时的 5 倍。',
  },
};

for (const mode of MODES) {
  test(`an alert's sentence is whole on a window of 1440 px, in ${mode.locale}`, async ({ page, site }) => {
    const { title, body } = SAID[mode.locale];
    const alert = { ...ALERT, ...TIMES, policy_type: 'threshold', title, body: `shop.example.com: ${body}` };
    await signIn(page, site, 'acme', 'acme-root');
    await setMode(page, site.origin('acme'), mode);
    await page.route('**/console/api/analytics/alerts?**', (route) =>
      route.fulfill({ json: { code: 0, message: 'ok', data: { list: [alert], total: 1, page: 1, size: 20 } } }),
    );
    await visit(page, `${site.origin('acme')}/analytics/alerts`);
    const sentence = page.getByTitle(body);
    await expect(sentence).toBeVisible();
    const isCut = await sentence.evaluate(
      (it) => it.scrollWidth > it.clientWidth + 1 || it.scrollHeight > it.clientHeight + 1,
    );
    expect(isCut).toBe(false);
  });
}
