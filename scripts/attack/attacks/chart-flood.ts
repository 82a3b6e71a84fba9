import { chartsOf } from '@/lib/analytics/charts/catalogue';
import type { Attack } from '../attack';

const BATCHES = 100;

export const attack: Attack = {
  name: 'chart-flood',
  promises: "A hundred batches of charts do not keep another brand's chart waiting.",
  async run(target) {
    const charts = chartsOf('overview')
      .slice(0, 20)
      .map(({ key }) => ({ key }));
    const read = (as: string, etime: number, all = charts) =>
      target.call('POST', '/api/analytics/overview/batch', {
        as,
        body: { stime: etime - 86_400_000, etime, charts: all },
      });
    const now = Date.now();
    /** As the server measures it: this process is busy with its own flood. */
    const timed = async (etime: number) => {
      const { status, body } = await read('borealis-root', etime, charts.slice(0, 1));
      return { status, ms: Number(body.data?.meta?.elapsed_ms ?? Number.POSITIVE_INFINITY) };
    };
    await timed(now);
    const rest = await timed(now - 500);
    // Another end each, so that no answer is cached.
    const flood = Array.from({ length: BATCHES }, (_, i) => read('acme-root', now - i * 1_000));
    const other = await timed(now - 1_500);
    const [before, beside] = [rest.ms, other.ms].map(Math.round);
    // On a busy machine a single chart takes some tenths of a second by itself.
    const isSoon = other.status === 200 && other.ms < Math.max(2 * rest.ms, 1_000);
    target.expect(isSoon, `another brand's chart takes at most twice its time (${before} ms, then ${beside} ms)`);
    for (const { status, headers } of await Promise.all(flood)) {
      target.expect(status === 200 || Number(headers['retry-after']) > 0, 'a refusal says when to try again');
    }
  },
};
