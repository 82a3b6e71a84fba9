'use client';

import { useTranslations } from 'next-intl';
import { Swatch } from '@/components/charts/kinds/swatch';
import { useFormat } from '@/components/layout/preferences/use-format';
import { byClock, type Cell, type MinuteState } from './minutes';

const MINUTE_MS = 60_000;
const WIDE = 5;
const HIGH = 7;
/** Rows between two hours that are named, and minutes. */
const NAMED_EVERY = 3;
const NAMED_MINUTES = [0, 15, 30, 45];

const TOKENS: Readonly<Record<MinuteState, string>> = { over: 'limited', below: 'pass', none: 'chart-split' };
const STATES = ['none', 'below', 'over'] as const;

const square = ({ column, row }: Cell) => `M${column * WIDE} ${row * HIGH}h${WIDE - 1}v${HIGH - 1}h${1 - WIDE}z`;

type Props = { stime: number; matched: readonly number[]; exceeded: readonly number[] };

/** The minutes of a day: whether a source exceeded the limit in each. The table says the same by the hour. */
export function MinuteGrid({ stime, matched, exceeded }: Props) {
  const t = useTranslations('guard.rule-preview.grid');
  const format = useFormat();
  const { cells, hours } = byClock(matched, exceeded, Number(format.clock(stime).slice(3, 5)));
  const hourOf = (at: number) => format.clock(stime + at * MINUTE_MS).slice(0, 2);
  const over = hours.filter((hour) => hour.over > 0);
  const height = hours.length * HIGH;
  return (
    <div>
      <div className="grid grid-cols-[20px_minmax(0,1fr)] gap-x-1.5 text-11 text-ink-3 tabular-nums">
        <div
          aria-hidden="true"
          className="grid"
          style={{ gridTemplateRows: `repeat(${hours.length}, minmax(0, 1fr))` }}
        >
          {hours.map(({ row, at }) => (
            <span key={row} className="h-0 overflow-visible leading-2">
              {row % NAMED_EVERY === 0 ? hourOf(at) : null}
            </span>
          ))}
        </div>
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${60 * WIDE} ${height}`}
          className="block h-auto w-full"
          shapeRendering="crispEdges"
        >
          {STATES.map((state) => (
            <path
              key={state}
              d={cells
                .filter((cell) => cell.state === state)
                .map(square)
                .join('')}
              fill={`var(--${TOKENS[state]})`}
              opacity={state === 'below' ? 0.55 : 1}
            />
          ))}
        </svg>
        <span />
        <div aria-hidden="true" className="grid grid-cols-4">
          {NAMED_MINUTES.map((minute) => (
            <span key={minute}>:{String(minute).padStart(2, '0')}</span>
          ))}
        </div>
      </div>
      <ul className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-12 text-ink-2">
        {STATES.toReversed().map((state) => (
          <li key={state} className="flex items-center gap-1.5">
            <Swatch token={TOKENS[state]} />
            {t(state)}
          </li>
        ))}
      </ul>
      <div className="sr-only">
        <table>
          <caption>{t('caption')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('hour')}</th>
              <th scope="col">{t('requests')}</th>
              <th scope="col">{t('minutes_over')}</th>
            </tr>
          </thead>
          <tbody>
            {over.map(({ row, at, requests, over }) => (
              <tr key={row}>
                <th scope="row">{hourOf(at)}:00</th>
                <td>{format.number(requests)}</td>
                <td>{format.number(over)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
