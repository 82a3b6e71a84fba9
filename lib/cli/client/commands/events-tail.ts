import { setTimeout as sleep } from 'node:timers/promises';
import { EXIT, Failure } from '../failure';
import { type Event, follow } from '../follow';
import { type Format, json, table, yaml } from '../output';
import { dataOf, send, type Target } from '../server';
import { type Extra, type ExtraFlag, formatOf, last, type Session, targetOf } from '../session';

/** Filters of the list of events, as flags and as they are sent. */
const FILTERS: readonly ExtraFlag[] = [
  {
    flag: 'filter',
    summary: { en: 'as in the console: action:block;country!:US', zh: '与控制台写法相同：action:block;country!:US' },
  },
  { flag: 'keyword', summary: { en: 'text in the request', zh: '请求中包含的文本' } },
  { flag: 'domain-id', summary: { en: 'requests of this domain', zh: '该域名的请求' } },
  { flag: 'target-user-id', summary: { en: 'requests of the domains of this user', zh: '该用户名下域名的请求' } },
];

/** Failures in a row that are waited for, and the longest pause between two requests. */
const TRIES = 5;
const PAUSE_S = 60;

/** Shown where no columns are asked for, each no narrower than most of what is in it, so that lines stay below each other. */
const COLUMNS: Readonly<Record<string, number>> = {
  time: 24,
  action: 7,
  status: 6,
  method: 6,
  client_ip: 15,
  attack_class: 12,
  host: 24,
  path: 1,
};

/** Prints events as they come. */
export const eventsTail: Extra = {
  name: 'events tail',
  usage: {
    en: '[--last 10] [--interval 2] [--filter F] [--keyword TEXT] [--domain-id ID]',
    zh: '[--last 10] [--interval 2] [--filter 条件] [--keyword 文本] [--domain-id 编号]',
  },
  summary: { en: 'print events as they come, until Ctrl-C', zh: '持续输出新事件，按 Ctrl-C 结束' },
  flags: [
    {
      flag: 'last',
      summary: { en: 'how many of the last hour come first, 0-100', zh: '先输出最近一小时内的条数，0-100' },
    },
    { flag: 'interval', summary: { en: 'seconds between two requests, 1-3600', zh: '两次请求的间隔秒数，1-3600' } },
    ...FILTERS,
  ],
  words: 0,
  async run(session) {
    const first = numberOf(session, 'last', { otherwise: 10, min: 0, max: 100 });
    const intervalS = numberOf(session, 'interval', { otherwise: 2, min: 1, max: 3600 });
    const print = printer(session, formatOf(session));
    const signal = session.io.interruption?.() ?? new AbortController().signal;
    const target = { ...(await targetOf(session)), signal };
    const read = reader(target, filtersOf(session));
    try {
      const batches = follow(read, first);
      for (let failed = 0; !signal.aborted; ) {
        const pauseS = await batches
          .next()
          .then(print)
          .then(
            () => {
              failed = 0;
              return intervalS;
            },
            (error: unknown) => pauseAfter(error, { failed: ++failed, intervalS, session, signal }),
          );
        await sleep(pauseS * 1000, undefined, { signal });
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  },
};

function numberOf(
  session: Session,
  name: string,
  { otherwise, min, max }: Record<'otherwise' | 'min' | 'max', number>,
) {
  const text = last(session, name) ?? String(otherwise);
  const value = /^\d{1,4}$/.test(text) ? Number(text) : -1;
  if (value >= min && value <= max) return value;
  throw new Failure(EXIT.usage, session.say('bad_value', { name, wanted: `${min}-${max}` }));
}

function filtersOf(session: Session): Record<string, string> {
  const given = FILTERS.flatMap(({ flag }) => {
    const value = last(session, flag);
    return value === undefined ? [] : [[flag.replaceAll('-', '_'), value]];
  });
  return Object.fromEntries(given);
}

/** One page of the list of events. */
const reader = (target: Target, filters: Record<string, string>) => async (query: Record<string, string>) => {
  const asked = new URLSearchParams({ window: 'last_1h', ...filters, ...query });
  const page = await dataOf(target, await send(target, 'GET', `/api/analytics/events?${asked}`));
  return page as { list: Event[]; next_cursor: string };
};

/** How long to wait after a failure. One that stays, such as a wrong filter, ends the command. */
function pauseAfter(
  error: unknown,
  at: { failed: number; intervalS: number; session: Session; signal: AbortSignal },
): number {
  const passes: readonly number[] = [EXIT.network, EXIT.server, EXIT.rate_limit];
  const mayPass = error instanceof Failure && passes.includes(error.exit) && !at.signal.aborted;
  if (!mayPass || at.failed > TRIES) throw error;
  const seconds = Math.min(PAUSE_S, Math.max(at.intervalS, 2 ** at.failed));
  at.session.io.err(`${at.session.say('asked_again', { name: error.message, seconds: String(seconds) })}\n`);
  return seconds;
}

function printer(session: Session, format: Format) {
  const asked = last(session, 'columns')?.split(',');
  const columns = asked ?? Object.keys(COLUMNS);
  let withHeader = true;
  return async ({ value: events }: { value: Event[] }): Promise<void> => {
    if (events.length === 0) return;
    await session.io.out(`${textOf(events)}\n`);
    withHeader = false;
  };
  function textOf(events: readonly Event[]): string {
    // One line for each, as programs read them.
    if (format === 'json') return events.map((event) => json(event, 0)).join('\n');
    if (format === 'yaml') return yaml(events);
    const rows = events.map((event) => ({ ...event, time: new Date(event.time).toISOString() }));
    return table(rows, columns, withHeader, COLUMNS);
  }
}
