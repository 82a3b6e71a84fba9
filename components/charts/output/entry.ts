import { fmt, shareText } from '../format/format';
import type { ChartContext, Part, PartsModel, RankItem, RankModel } from '../prepare/model';

export type EntryBar = {
  key: string;
  token: string;
  /** 0-100, of the room that bars have. */
  width: number;
  /** In words what the bar is, where it is one of several. */
  title?: string;
  /** Written at its end. */
  figure?: string;
};

/** What an entry of a ranking or of a distribution says, on the page and in a saved picture. */
export type Entry = {
  lines: readonly string[];
  value: string;
  share?: string;
  extras?: RankItem['extras'];
  bars: readonly EntryBar[];
  /** The bars follow one another on one line. */
  isStacked?: boolean;
};

/** Entries of a ranking. Digits that nobody compares are left to the tooltip and the table. */
export function rankEntries(model: RankModel, context: ChartContext): (item: RankItem) => Entry {
  const format = fmt(model.measure, context.locale, context.say);
  const figure = model.measure.type === 'integer' ? format.exact : format.short;
  const hasShare = model.items.some((item) => item.share !== null);
  return (item) => ({
    lines: item.lines,
    value: figure(item.value),
    share: hasShare ? shareText(item.share, context.locale) : undefined,
    extras: item.extras,
    bars: model.kind === 'rank' ? [{ key: item.key, token: item.token, width: item.bar }] : [],
  });
}

const values = (part: Part): number[] =>
  [part.value, ...part.segments.map((s) => s.value)].filter((v): v is number => v !== null);

/** Entries of a distribution: bars from a common zero, bars of 100 %, or groups. */
export function partEntries(model: PartsModel, context: ChartContext): (part: Part) => Entry {
  const { exact } = fmt(model.measure, context.locale, context.say);
  const most = Math.max(0, ...model.parts.flatMap(values).map(Math.abs));
  const width = (value: number | null) => (most === 0 || value === null ? 0 : (Math.abs(value) / most) * 100);
  const isGrouped = model.shape === 'grouped' && model.legend.length > 0;
  const hasShare = (model.shape === 'bars' || model.shape === 'donut') && model.measure.type !== 'percent';
  const title = (s: Part) =>
    context.say('noted', { name: `${s.label} ${exact(s.value)}`, note: shareText(s.share, context.locale) });
  const bars = (part: Part): EntryBar[] => {
    if (model.shape === 'share') {
      return part.segments.map((s) => ({ key: s.key, token: s.token, width: s.share ?? 0, title: title(s) }));
    }
    if (!isGrouped) return [{ key: part.key, token: part.token, width: width(part.value) }];
    return part.segments.map((s) => ({ key: s.key, token: s.token, width: width(s.value), figure: exact(s.value) }));
  };
  return (part) => ({
    lines: [part.label],
    value: isGrouped ? '' : exact(part.value),
    share: hasShare && part.share !== null ? shareText(part.share, context.locale) : undefined,
    bars: bars(part),
    isStacked: model.shape === 'share',
  });
}
