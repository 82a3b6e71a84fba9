import { fmt, shareText } from '../format/format';
import { shareMark } from '../prepare/mark';
import type { ChartContext, Part, PartsModel } from '../prepare/model';
import { Bar, BarRow } from './bar-row';
import { ScrollList } from './scroll-list';
import { Swatch } from './swatch';

/** A distribution as rows: bars from a common zero, 100 % bars, or groups. */
export function PartsBars({ model, context, height }: { model: PartsModel; context: ChartContext; height: number }) {
  const format = fmt(model.measure, context.locale, context.say);
  const most = Math.max(0, ...model.parts.flatMap(values).map(Math.abs));
  const width = (value: number | null) => (most === 0 || value === null ? 0 : (Math.abs(value) / most) * 100);
  return (
    <>
      <ScrollList
        entries={model.parts}
        rows={Math.max(1, model.shape === 'grouped' ? model.legend.length : 1)}
        height={height}
        context={context}
      >
        {(part) => (
          <BarRow
            key={part.key}
            lines={[part.label]}
            mark={shareMark(part, model, context)}
            value={model.shape === 'grouped' && model.legend.length > 0 ? '' : format.exact(part.value)}
            share={
              model.shape === 'bars' && part.share !== null && model.measure.type !== 'percent'
                ? shareText(part.share, context.locale)
                : undefined
            }
          >
            <Bars part={part} model={model} width={width} context={context} />
          </BarRow>
        )}
      </ScrollList>
      {model.legend.length > 0 ? (
        <ul className="mt-2 flex flex-wrap gap-x-3.5 gap-y-1 text-12 text-ink-2">
          {model.legend.map((entry) => (
            <li key={entry.key} className="flex items-center gap-1.5">
              <Swatch token={entry.token} />
              {entry.label}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

const values = (part: Part): number[] =>
  [part.value, ...part.segments.map((s) => s.value)].filter((v): v is number => v !== null);

type BarsProps = { part: Part; model: PartsModel; width: (value: number | null) => number; context: ChartContext };

function Bars({ part, model, width, context }: BarsProps) {
  const format = fmt(model.measure, context.locale, context.say);
  if (model.shape === 'share') {
    return (
      <span className="flex h-2 gap-px bg-(--chart-split)">
        {part.segments.map((s) => (
          <i
            key={s.key}
            title={context.say('noted', {
              name: `${s.label} ${format.exact(s.value)}`,
              note: shareText(s.share, context.locale),
            })}
            style={{ width: `${s.share ?? 0}%`, background: `var(--${s.token})` }}
          />
        ))}
      </span>
    );
  }
  if (model.shape === 'grouped' && part.segments.length > 0) {
    return (
      <span className="flex flex-col gap-0.5 pb-1">
        {part.segments.map((s) => (
          <span key={s.key} className="flex items-center gap-2 text-12">
            <span className="min-w-0 flex-1">
              <Bar token={s.token} width={width(s.value)} />
            </span>
            <span className="tabular-nums">{format.exact(s.value)}</span>
          </span>
        ))}
      </span>
    );
  }
  return <Bar token={part.token} width={width(part.value)} />;
}
