import { fmt, shareText } from '../format/format';
import { isReadByLetter } from '../format/letters';
import { shareMark } from '../prepare/mark';
import type { ChartContext, RankItem, RankModel } from '../prepare/model';
import { Bar, BarRow } from './bar-row';
import { ScrollList } from './scroll-list';

/** A ranking in the server's order. What is taller than the chart would be scrolls within the panel. */
export function RankList({ model, context, height }: { model: RankModel; context: ChartContext; height: number }) {
  const format = fmt(model.measure, context.locale, context.say);
  // Digits that nobody compares are left to the tooltip and the table.
  const figure = model.measure.type === 'integer' ? format.exact : format.short;
  const hasShare = model.items.some((item) => item.share !== null);
  return (
    <ScrollList entries={model.items} height={height} context={context}>
      {(item) => (
        <BarRow
          key={item.key}
          lines={item.lines}
          mark={shareMark(item, model, context)}
          value={figure(item.value)}
          share={hasShare ? shareText(item.share, context.locale) : undefined}
          isMono={model.kind === 'rank' && isReadByLetter(item.lines[0] ?? '')}
          code={model.kind === 'geo' ? <Place item={item} /> : undefined}
          extra={item.extras.map((extra) => (
            <span key={extra.label} title={extra.label} className="text-12 text-ink-3 tabular-nums max-sm:hidden">
              {extra.label} {extra.text}
            </span>
          ))}
        >
          {model.kind === 'rank' ? <Bar token={item.token} width={item.bar} /> : null}
        </BarRow>
      )}
    </ScrollList>
  );
}

/** The shade of a country's rank and its code; never a flag. */
function Place({ item }: { item: RankItem }) {
  return (
    <>
      <i
        aria-hidden="true"
        className="size-2.5 flex-none rounded-[1px] border border-(--chart-axis)"
        style={{ background: `var(--${item.token})` }}
      />
      <span className="w-6 flex-none font-mono text-12 text-ink-3">{item.code ?? '—'}</span>
    </>
  );
}
