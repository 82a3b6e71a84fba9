import { isReadByLetter } from '../format/letters';
import { rankEntries } from '../output/entry';
import { shareMark } from '../prepare/mark';
import type { ChartContext, RankItem, RankModel } from '../prepare/model';
import { BarRow } from './bar-row';
import { ScrollList } from './scroll-list';

/** A ranking in the server's order. What is taller than the chart would be scrolls within the panel. */
export function RankList({ model, context, height }: { model: RankModel; context: ChartContext; height: number }) {
  const entryOf = rankEntries(model, context);
  return (
    <ScrollList entries={model.items} height={height} context={context}>
      {(item) => (
        <BarRow
          key={item.key}
          entry={entryOf(item)}
          mark={shareMark(item, model, context)}
          isMono={model.kind === 'rank' && isReadByLetter(item.lines[0] ?? '')}
          code={model.kind === 'geo' ? <Place item={item} /> : undefined}
        />
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
        className="size-2.5 flex-none rounded-[1px] border border-(--chart-axis) forced-color-adjust-none"
        style={{ background: `var(--${item.token})` }}
      />
      <span data-place={item.code} className="w-6 flex-none font-mono text-12 text-ink-3">
        {item.code ?? '—'}
      </span>
    </>
  );
}
