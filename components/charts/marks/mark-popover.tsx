'use client';

import { Popover as Base } from '@base-ui/react/popover';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { copyText } from '@/components/ui/controls/copy-button';
import { notify } from '@/components/ui/overlays/toast';
import { countText } from '../format/format';
import { bucketText } from '../format/time-format';
import { Swatch } from '../kinds/swatch';
import type { Mark } from '../prepare/mark';
import type { ChartContext } from '../prepare/model';
import { type Entry, MarkChoices } from './mark-choices';
import type { DrillActions, OpenedMark } from './mark-provider';

/** The list behind a mark: of requests, or of the records it counts. */
function openEntry(mark: Mark, drill: DrillActions, { say, locale }: ChartContext): Entry | undefined {
  const { lead, range, count } = mark;
  // A column that no filter can name says nothing of other events than its own.
  if (lead.event !== undefined && lead.page.length === 0) return undefined;
  // Where nothing was counted there is no list of it.
  if (count === 0) return undefined;
  const entry = (label: string, href: string, reason: string | null): Entry => {
    return { key: 'O', label, icon: 'list', href, ...(reason === null ? {} : { reason }) };
  };
  if (lead.list) {
    const page = drill.recordsPage?.(lead.list, range);
    return page && entry(say('mark.open_records'), page.href, page.refusal);
  }
  const label = count === null ? say('mark.open') : say('mark.open_n', { count, n: countText(count, locale) });
  return entry(label, drill.eventsHref(lead.events, range), drill.eventsRefusal);
}

/** The page of the event that the mark's row is. */
function eventEntry({ lead }: Mark, drill: DrillActions, { say }: ChartContext): Entry | undefined {
  if (lead.event === undefined || !drill.eventHref) return undefined;
  const reason = drill.eventsRefusal ?? undefined;
  return { key: 'R', label: say('mark.open_one'), icon: 'list', href: drill.eventHref(lead.event), reason };
}

/** Everything a mark can lead to, in the order of the menu; each has its letter. */
function entriesOf(mark: Mark, drill: DrillActions, context: ChartContext): Entry[] {
  const { say } = context;
  const { page } = mark.lead;
  const [only, ...others] = page;
  const isExcludable = only !== undefined && others.length === 0 && only.op === 'in';
  const { range } = mark;
  const { filter, zoom } = drill;
  const entries: (Entry | false | undefined)[] = [
    filter && only && { key: 'F', label: say('mark.filter'), icon: 'filter', run: () => filter(page) },
    filter &&
      isExcludable && {
        key: 'E',
        label: say('mark.exclude'),
        icon: 'exclude',
        run: () => filter([{ ...only, op: 'not_in' }]),
      },
    range && zoom && { key: 'Z', label: say('mark.zoom'), icon: 'search', run: () => zoom(range.from, range.to) },
    eventEntry(mark, drill, context),
    openEntry(mark, drill, context),
    { key: 'C', label: say('mark.copy'), icon: 'copy', run: () => void copy(mark.copied, say('mark.copied')) },
  ];
  return entries.filter((entry): entry is Entry => Boolean(entry));
}

async function copy(text: string, done: string): Promise<void> {
  if (await copyText(text)) notify({ kind: 'done', title: done });
}

type Props = { opened: OpenedMark; drill: DrillActions; context: ChartContext; onClose: () => void };

/** Beside a mark: what it says, and where it leads. On a phone a sheet from below. */
export function MarkPopover({ opened, drill, context, onClose }: Props) {
  const { marks, anchor, origin } = opened;
  const [at, setAt] = useState(opened.chosen);
  const mark = marks[at] ?? marks[0];
  const entries = mark ? entriesOf(mark, drill, context) : [];
  const popup = useRef<HTMLDivElement>(null);
  const onLetter = useLetters(popup, at);
  useOrigin(origin, onLetter);
  if (!mark) return null;
  return (
    <Base.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Positioner
          anchor={anchor}
          sideOffset={6}
          collisionPadding={12}
          className="z-50 max-sm:fixed! max-sm:inset-x-0! max-sm:top-auto! max-sm:bottom-0! max-sm:transform-none!"
        >
          <Base.Popup
            ref={popup}
            aria-label={mark.label}
            finalFocus={() => origin}
            onKeyDown={(event) => walk(event) || onLetter(event)}
            className="float w-72 overflow-hidden text-13 max-sm:w-full max-sm:pb-2"
          >
            <Facts mark={mark} context={context} />
            {marks.length > 1 ? <Series marks={marks} at={at} onChange={setAt} context={context} /> : null}
            <MarkChoices entries={entries} onClose={onClose} />
            {mark.lead.list || mark.count === 0 ? null : drill.more?.(mark, onClose)}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

type Letter = Pick<globalThis.KeyboardEvent, 'key' | 'target' | 'ctrlKey' | 'metaKey' | 'altKey' | 'preventDefault'>;

/** Marks what the popover is about, and hears the letters typed there before the focus has moved into the popover. */
function useOrigin(origin: HTMLElement, onLetter: (event: Letter) => void) {
  const latest = useRef(onLetter);
  useEffect(() => {
    latest.current = onLetter;
  });
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => latest.current(event);
    origin.setAttribute('data-opened', '');
    origin.addEventListener('keydown', onKey);
    return () => {
      origin.removeAttribute('data-opened');
      origin.removeEventListener('keydown', onKey);
    };
  }, [origin]);
}

/** Nobody waits longer for what a letter leads to; by then it is a letter of something else. */
const PATIENCE_MS = 5_000;

/** Chooses by letter, also what is not there yet: its code may be on its way. A letter is meant for the mark in sight. */
function useLetters(popup: RefObject<HTMLElement | null>, at: number) {
  const typed = useRef<{ letter: string; at: number; until: number } | null>(null);
  useEffect(() => {
    const { current } = typed;
    if (!current || !popup.current) return;
    if (current.at !== at || performance.now() > current.until) typed.current = null;
    else if (choose(current.letter, popup.current)) typed.current = null;
  });
  return (event: Letter) => {
    const isTyped = event.target instanceof Element && event.target.matches('input:not([type=radio])');
    if (event.ctrlKey || event.metaKey || event.altKey || isTyped || !popup.current) return;
    const letter = event.key.toUpperCase();
    const isDone = choose(letter, popup.current);
    typed.current = isDone ? null : { letter, at, until: performance.now() + PATIENCE_MS };
    if (isDone) event.preventDefault();
  };
}

const choicesIn = (popup: HTMLElement) => [...popup.querySelectorAll<HTMLElement>('[data-choice]')];

/** Up and down walk what can be chosen; answers whether they did. */
function walk(event: KeyboardEvent<HTMLElement>): boolean {
  const choices = choicesIn(event.currentTarget);
  const from = choices.findIndex((choice) => choice.matches(':focus'));
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || from < 0) return false;
  event.preventDefault();
  choices[(from + step + choices.length) % choices.length]?.focus();
  return true;
}

/** Presses the choice with the letter; answers whether there is one that can be pressed. */
function choose(letter: string, popup: HTMLElement): boolean {
  const choice = choicesIn(popup).find(({ dataset }) => dataset.choice === letter);
  if (!choice || choice.ariaDisabled === 'true') return false;
  choice.click();
  return true;
}

function Facts({ mark, context }: { mark: Mark; context: ChartContext }) {
  const { tz } = context;
  return (
    <div className="flex flex-col gap-0.5 px-3 pt-2.5 pb-2">
      <div className="flex items-baseline gap-2">
        {mark.token ? <Swatch token={mark.token} /> : null}
        <span dir="auto" className="min-w-0 flex-1 break-words font-medium">
          {mark.label}
        </span>
        {mark.range ? (
          <span className="flex-none text-12 text-ink-2 tabular-nums">
            {bucketText({ start: mark.range.from, end: mark.range.to }, tz)}
          </span>
        ) : null}
      </div>
      {mark.figure === null ? null : (
        <div className="flex items-baseline gap-2">
          <span className="flex-1 text-20 font-semibold tabular-nums">{mark.figure}</span>
          {mark.share ? <span className="text-12 text-ink-2 tabular-nums">{mark.share}</span> : null}
        </div>
      )}
    </div>
  );
}

type SeriesProps = { marks: readonly Mark[]; at: number; onChange: (at: number) => void; context: ChartContext };

/** What else is in the same bucket: one of them is what the choices below are about. */
function Series({ marks, at, onChange, context }: SeriesProps) {
  return (
    <fieldset className="border-line border-t p-1">
      <legend className="sr-only">{context.say('mark.series')}</legend>
      {marks.map((mark, i) => (
        <label
          key={mark.key}
          className="flex h-7 cursor-pointer items-center gap-2 rounded-1 px-2 text-12 hover:bg-hover has-checked:bg-selected has-focus-visible:outline-2 has-focus-visible:outline-accent max-sm:h-10"
        >
          <input type="radio" name="series" className="sr-only" checked={i === at} onChange={() => onChange(i)} />
          {mark.token ? <Swatch token={mark.token} /> : null}
          <span className="min-w-0 flex-1 truncate">{mark.label}</span>
          <span className="tabular-nums">{mark.figure}</span>
        </label>
      ))}
    </fieldset>
  );
}
