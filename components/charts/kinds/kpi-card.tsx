'use client';

import { cx } from '@/components/ui/cx';
import { fmt } from '../format/format';
import { useMarkOpener } from '../marks/mark-provider';
import { cardMark } from '../prepare/mark';
import type { ChartContext, Figure, KpiCard } from '../prepare/model';
import { Sparkline } from './sparkline';

const TONES = { neutral: 'text-ink-2', good: 'text-approved-fg', bad: 'text-blocked-fg' } as const;

type KpiProps = {
  card: KpiCard;
  label?: string;
  context: ChartContext;
  /** Why there is no value, where there is none. */
  missing?: string;
};

/** A figure that leads on: all of it is one button. */
export function KpiMark(props: KpiProps & { summary?: string }) {
  const { card, label = card.label, context, missing, summary } = props;
  const open = useMarkOpener();
  const mark = cardMark(card, label, context);
  const figure = <KpiFigure card={card} label={label} context={context} missing={missing} />;
  if (!open || !mark) {
    return summary === undefined ? (
      figure
    ) : (
      <>
        <span className="sr-only">{summary}</span>
        <div aria-hidden="true">{figure}</div>
      </>
    );
  }
  return (
    <div className="relative">
      <div aria-hidden="true">{figure}</div>
      <button
        type="button"
        data-mark=""
        aria-haspopup="dialog"
        aria-label={summary ?? `${label} ${mark.figure}`}
        onClick={({ currentTarget }) =>
          open({ marks: [mark], chosen: 0, anchor: currentTarget, origin: currentTarget })
        }
        className="absolute -inset-1.5 cursor-pointer rounded-1 hover:bg-ink/4 data-opened:outline-[1.5px] data-opened:outline-ink"
      />
    </div>
  );
}

/** One figure: label, headline and unit, its change in words, then its course or the figures that belong to it. */
function KpiFigure({ card, label, context, missing }: KpiProps) {
  const { value, unit } = fmt(card.measure, context.locale, context.say).parts(card.value);
  const exact = (figure: Figure) => fmt(figure.measure, context.locale, context.say).exact(figure.value);
  const before = card.previous === undefined ? undefined : exact({ ...card, value: card.previous });
  return (
    <>
      <div className="truncate text-12 text-ink-2">{label ?? card.label}</div>
      <div
        title={exact(card)}
        className="mt-0.5 h-8 whitespace-nowrap text-28 font-semibold tracking-[-0.02em] tabular-nums max-sm:h-7 max-sm:text-[22px]/7 [:lang(zh)_&]:tracking-normal"
      >
        {value}
        {unit ? <small className="ml-0.5 text-14/none font-medium tracking-normal text-ink-2">{unit}</small> : null}
        {card.value === null ? <span className="sr-only">{context.say('missing')}</span> : null}
      </div>
      <div
        title={before === undefined ? undefined : `${context.say('previous')}: ${before}`}
        className={cx('min-h-4 text-12 tabular-nums sm:truncate', TONES[card.delta?.tone ?? 'neutral'])}
      >
        {card.value === null ? missing : card.delta?.text}
      </div>
      <div className="mt-2 min-h-[26px]">
        {card.spark.length > 0 ? (
          <Sparkline values={card.spark} token={card.token} />
        ) : (
          <Secondary card={card} context={context} />
        )}
      </div>
    </>
  );
}

function Secondary({ card, context }: { card: KpiCard; context: ChartContext }) {
  return (
    <dl className="flex flex-wrap gap-x-3 text-12 text-ink-3">
      {card.secondary.map((figure) => (
        <div key={figure.measure.name} className="flex flex-wrap gap-x-1">
          <dt>{figure.label}</dt>
          <dd className="text-ink-2 tabular-nums">
            {fmt(figure.measure, context.locale, context.say).short(figure.value)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
