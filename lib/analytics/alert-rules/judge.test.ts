import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { goesOn, isWithin, limitOf, meets, metricOf, STEP_MS, type Sums, spikeLimit } from './judge';

const NOTHING: Sums = {
  ...{ requests: 0, blocked: 0, limited: 0, errors_5xx: 0, errors_4xx: 0, bytes_out: 0, ms: 0, timed: 0 },
};
const sums = (more: Partial<Sums>): Sums => ({ ...NOTHING, ...more });
const requests = (n: number) => sums({ requests: n });

const RULE = {
  policy_type: 'threshold',
  metric: 'requests',
  comparison: 'above',
  threshold: 10,
  deviations: 3,
  min_volume: 0,
} as const;
const SPIKE = { ...RULE, policy_type: 'spike' } as const;

describe('a metric', () => {
  it('counts nothing as 0, and has no share and no mean of nothing', () => {
    for (const metric of ['requests', 'blocked', 'limited', 'bytes_out'] as const) {
      expect(metricOf(metric, undefined), metric).toBe(0);
    }
    for (const metric of ['share_5xx', 'share_4xx', 'latency_mean'] as const) {
      expect(metricOf(metric, undefined), metric).toBeNull();
      expect(metricOf(metric, NOTHING), metric).toBeNull();
    }
    const some = sums({ requests: 8, errors_5xx: 2, errors_4xx: 4, ms: 300, timed: 3 });
    expect(metricOf('share_5xx', some)).toBe(25);
    expect(metricOf('share_4xx', some)).toBe(50);
    expect(metricOf('latency_mean', some)).toBe(100);
  });
});

describe('a threshold', () => {
  const meetsWith = (n: number, more: object = {}) => {
    const rule = { ...RULE, ...more };
    return meets(rule, requests(n), limitOf(rule, []));
  };

  it('is passed by what is beyond it, not by what it is', () => {
    expect([9, 10, 11].map((n) => meetsWith(n))).toEqual([false, false, true]);
    expect([9, 10, 11].map((n) => meetsWith(n, { comparison: 'below' }))).toEqual([true, false, false]);
    const below = { ...RULE, comparison: 'below' } as const;
    expect(meets(below, undefined, limitOf(below, []))).toBe(true);
  });

  it('judges nothing below the volume that it asks for', () => {
    const rule = { ...RULE, metric: 'share_5xx', threshold: 50, min_volume: 100 } as const;
    const limit = limitOf(rule, []);
    expect(meets(rule, sums({ requests: 99, errors_5xx: 99 }), limit)).toBe(false);
    expect(meets(rule, sums({ requests: 100, errors_5xx: 99 }), limit)).toBe(true);
    expect(meets({ ...rule, min_volume: 0 }, undefined, limit)).toBe(false);
  });
});

describe('a spike', () => {
  it('is beyond mean and deviation of the days before', () => {
    const limit = spikeLimit(SPIKE, [requests(80), requests(120), requests(100), requests(100)]);
    expect(limit).toEqual({ limit: 100 + 3 * Math.sqrt(200), usual: 100, days: 4 });
    const below = spikeLimit({ ...SPIKE, comparison: 'below' }, [requests(80), requests(120), requests(100)]);
    expect(below?.limit).toBeCloseTo(100 - 3 * Math.sqrt(800 / 3));
  });

  it('takes a deviation of a tenth of the mean at least', () => {
    const limit = spikeLimit(SPIKE, [requests(100), requests(100), requests(100)]);
    expect(limit?.limit).toBeCloseTo(130);
  });

  it('compares with no day before the first request, and with three at least', () => {
    const one = requests(50);
    expect(spikeLimit(SPIKE, [one, one, undefined, NOTHING])).toBeUndefined();
    expect(spikeLimit(SPIKE, [one, undefined, one, undefined])).toMatchObject({ days: 3 });
    expect(spikeLimit({ ...SPIKE, metric: 'share_5xx' }, [one, undefined, one, one])).toMatchObject({
      days: 3,
      usual: 0,
    });
    expect(meets(SPIKE, requests(1e9), undefined)).toBe(false);
  });

  const days = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 3, maxLength: 28 });

  it('depends on the shape of traffic, not on its size', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 10_000_000 }), fc.constantFrom(2, 8, 64), (before, now, times) => {
        const verdict = (factor: number) => {
          const limit = spikeLimit(
            SPIKE,
            before.map((n) => requests(n * factor)),
          );
          return meets(SPIKE, requests(now * factor), limit);
        };
        expect(verdict(times)).toBe(verdict(1));
      }),
    );
  });

  it('is never what is usual, and stays one where the value is further off or the rule more alert', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 10_000_000 }), fc.nat(1_000_000), (before, now, more) => {
        const of = (deviations: number) => spikeLimit({ ...SPIKE, deviations }, before.map(requests));
        const mean = before.reduce((sum, n) => sum + n, 0) / before.length;
        expect(meets(SPIKE, requests(mean), of(1))).toBe(false);
        if (!meets(SPIKE, requests(now), of(3))) return;
        expect(meets(SPIKE, requests(now + more), of(3))).toBe(true);
        expect(meets(SPIKE, requests(now), of(2))).toBe(true);
      }),
    );
  });
});

describe('the quiet period', () => {
  /** The steps at which a rule fires whose condition is met, or not, at each step in turn. */
  function firings(met: readonly boolean[], quiet_minutes: number): number[] {
    let seen: number | undefined;
    return met.flatMap((isMet, step) => {
      if (!isMet) return [];
      const until = step * STEP_MS;
      const isNew = seen === undefined || !goesOn({ quiet_minutes }, seen, until);
      seen = until;
      return isNew ? [step] : [];
    });
  }

  it('makes one alert of what goes on, and another only after it was absent for longer', () => {
    const [on, off] = [true, false];
    expect(firings([on, on, on, off, on], 5)).toEqual([0, 4]);
    expect(firings([on, off, on, off, off, on], 10)).toEqual([0, 5]);
  });

  it('of any length holds for any course', () => {
    const course = fc.array(fc.boolean(), { maxLength: 200 });
    fc.assert(
      fc.property(course, fc.integer({ min: 5, max: 120 }), (met, quiet) => {
        const fired = firings(met, quiet);
        expect(fired.length > 0).toBe(met.includes(true));
        for (const step of fired) {
          const before = met.slice(0, step).lastIndexOf(true);
          expect(met[step]).toBe(true);
          if (before >= 0) expect((step - before) * 5).toBeGreaterThan(quiet);
        }
        expect(firings(met, quiet + 5).length).toBeLessThanOrEqual(fired.length);
      }),
    );
  });
});

describe('a schedule', () => {
  const at = (text: string) => Date.parse(text);
  const night = { days: [5], start_minute: 1_320, end_minute: 360, time_zone: 'Asia/Shanghai' };

  it('is always where there is none, and within hours of days in its zone', () => {
    expect(isWithin(null, 0)).toBe(true);
    const office = { days: [1, 2, 3, 4, 5], start_minute: 540, end_minute: 1_080, time_zone: 'UTC' };
    // A Friday; the window ends at this time.
    expect(isWithin(office, at('2026-05-01T09:00:00Z'))).toBe(false);
    expect(isWithin(office, at('2026-05-01T09:05:00Z'))).toBe(true);
    expect(isWithin(office, at('2026-05-01T18:00:00Z'))).toBe(true);
    expect(isWithin(office, at('2026-05-01T18:05:00Z'))).toBe(false);
    expect(isWithin(office, at('2026-05-02T12:00:00Z'))).toBe(false);
  });

  it('over midnight belongs to the day on which it begins', () => {
    expect(isWithin(night, at('2026-05-01T23:00:00+08:00'))).toBe(true);
    expect(isWithin(night, at('2026-05-02T05:55:00+08:00'))).toBe(true);
    expect(isWithin(night, at('2026-05-02T06:05:00+08:00'))).toBe(false);
    expect(isWithin(night, at('2026-05-01T05:00:00+08:00'))).toBe(false);
    expect(isWithin(night, at('2026-05-02T23:00:00+08:00'))).toBe(false);
    const whole = { days: [5], start_minute: 0, end_minute: 1_440, time_zone: 'UTC' };
    expect(isWithin(whole, at('2026-05-02T00:00:00Z'))).toBe(true);
    expect(isWithin(whole, at('2026-05-02T00:05:00Z'))).toBe(false);
  });

  it('keeps one clock of a zone, however that is spelt', () => {
    const zone = 'America/Argentina/ComodRivadavia';
    const spelt = (n: number) =>
      [...zone].map((letter, i) => ((n >> i) & 1 ? letter.toUpperCase() : letter.toLowerCase())).join('');
    let made = 0;
    class Counted extends Intl.DateTimeFormat {
      constructor(...given: ConstructorParameters<typeof Intl.DateTimeFormat>) {
        super(...given);
        made++;
      }
    }
    vi.stubGlobal('Intl', Object.assign(Object.create(Intl), { DateTimeFormat: Counted }));
    for (let n = 0; n < 100; n++) isWithin({ ...night, time_zone: spelt(n) }, at('2026-05-01T23:00:00-03:00'));
    vi.unstubAllGlobals();
    expect(made).toBe(1);
  });
});
