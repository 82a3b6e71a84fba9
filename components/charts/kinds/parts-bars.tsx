import { partEntries } from '../output/entry';
import { shareMark } from '../prepare/mark';
import type { ChartContext, PartsModel } from '../prepare/model';
import { BarRow } from './bar-row';
import { ScrollList } from './scroll-list';
import { Swatch } from './swatch';

/** A distribution as rows: bars from a common zero, 100 % bars, or groups. */
export function PartsBars({ model, context, height }: { model: PartsModel; context: ChartContext; height: number }) {
  const entryOf = partEntries(model, context);
  return (
    <>
      <ScrollList
        entries={model.parts}
        rows={Math.max(1, model.shape === 'grouped' ? model.legend.length : 1)}
        height={height}
        context={context}
      >
        {(part) => <BarRow key={part.key} entry={entryOf(part)} mark={shareMark(part, model, context)} />}
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
