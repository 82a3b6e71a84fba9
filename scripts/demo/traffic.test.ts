import { expect, it } from 'vitest';
import { openCountries } from '@/lib/analytics/enrich/country';
import { openEnricher } from '@/lib/analytics/enrich/enricher';
import { CRAWLERS } from './crawlers';
import { DAYS, readCaptured, Traffic } from './traffic';

const HOUR = 3_600_000;
/** A Friday evening in the company's zone. */
const NOW = Date.UTC(2026, 10, 20, 12);

const captured = await readCaptured('fixtures/traffic');

function all(now: number) {
  const traffic = new Traffic(captured, now);
  return Array.from({ length: DAYS * 24 }, (_, i) => traffic.hour(now - (DAYS * 24 - i) * HOUR)).flat();
}

const events = all(NOW);

it('has days and nights, weekends, and two halves that can be compared', () => {
  const between = (from: number, to: number) => events.filter(({ time }) => time >= from && time < to).length;
  // Thursday: by day from 12 to 20 o'clock, by night from 0 to 8, eight hours ahead of UTC.
  const thursday = Date.UTC(2026, 10, 19);
  expect(between(thursday + 4 * HOUR, thursday + 12 * HOUR)).toBeGreaterThan(
    2 * between(thursday - 8 * HOUR, thursday),
  );
  expect(between(thursday - 4 * 24 * HOUR, thursday - 3 * 24 * HOUR)).toBeLessThan(
    0.8 * between(thursday, thursday + 24 * HOUR),
  );
  const half = NOW - (DAYS / 2) * 24 * HOUR;
  const [before, after] = [between(0, half), between(half, NOW + 1)];
  expect(Math.abs(after - before) / before).toBeLessThan(0.2);
  expect(events.every(({ time }) => time <= NOW)).toBe(true);
  expect(new Set(events.map(({ request_id }) => request_id)).size).toBe(events.length);
});

it('has AI crawlers of several kinds, by night as by day, some of them too fast', () => {
  const enricher = openEnricher(openCountries())();
  const agents = [...new Set(events.map(({ user_agent = '' }) => user_agent))];
  const crawlers = new Set(agents.filter((agent) => enricher.userAgent(agent).ua_class === 'ai_crawler'));
  expect(crawlers).toEqual(new Set(CRAWLERS.map((one) => one.user_agent)));
  const crawls = events.filter(({ user_agent = '' }) => crawlers.has(user_agent));
  expect(crawls.length / events.length).toBeGreaterThan(0.03);
  expect(crawls.some(({ action }) => action === 'limit')).toBe(true);
  expect(crawls.some(({ path }) => path === '/robots.txt')).toBe(true);
  const byNight = crawls.filter(({ time }) => new Date(time).getUTCHours() >= 16).length;
  expect(byNight / crawls.length).toBeGreaterThan(0.28);
});

it('has an attack, a slow origin and a deployment with errors, and is the same for the same moment', () => {
  const share = (of: typeof events, is: (event: (typeof events)[number]) => boolean) =>
    of.filter(is).length / of.length;
  const during = (from: number, to: number, host: string) =>
    events.filter((event) => event.host === host && event.time >= NOW - from * HOUR && event.time < NOW - to * HOUR);
  const isAttack = (event: (typeof events)[number]) => event.action === 'block';
  expect(share(during(6 * 24 + 3, 6 * 24, 'shop.example.com'), isAttack)).toBeGreaterThan(0.5);
  expect(share(during(10 * 24, 9 * 24, 'shop.example.com'), isAttack)).toBeLessThan(0.1);
  expect(share(during(20, 19, 'shop.example.com'), ({ status }) => status === 502)).toBeGreaterThan(0.05);
  expect(share(during(74, 70, 'api.example.com'), ({ status }) => status === 504)).toBeGreaterThan(0.01);
  expect(JSON.stringify(all(NOW)) === JSON.stringify(events)).toBe(true);
});

it('has what fires alerts within its last day, whatever the time of day it ends', () => {
  for (const hour of [0, 6, 12, 18]) {
    const now = NOW + hour * HOUR;
    const traffic = new Traffic(captured, now);
    const day = Array.from({ length: 24 }, (_, i) => traffic.hour(now - (24 - i) * HOUR)).flat();
    const within = (from: number, to: number) =>
      day.filter(({ time }) => time >= now - from * HOUR && time < now - to * HOUR);
    const answered = within(20, 19.5).filter(({ host }) => host === 'shop.example.com');
    const failed = answered.filter(({ status = 0 }) => status >= 500);
    expect(answered.length, `at ${hour}`).toBeGreaterThan(10);
    expect(failed.length / answered.length, `at ${hour}`).toBeGreaterThan(0.05);
    const blocked = within(8.75, 8.5).filter(({ action }) => action === 'block');
    expect(blocked.length, `at ${hour}`).toBeGreaterThan(50);
  }
});
