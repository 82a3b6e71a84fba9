'use client';

import { Dialog } from '@base-ui/react/dialog';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import { Icon } from '@/components/ui/content/icon';
import { Kbd } from '@/components/ui/content/kbd';
import { type PaletteItem, type PaletteSource, usePaletteSources } from './palette-sources';
import { takeTyped } from './typed-ahead';

type Section = { id: string; heading: string; items: readonly PaletteItem[] };

/** A press on a row does not take the focus from the input, where the next words are typed. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

/** Every word typed must occur in the label, the hint or the keywords. */
function matches(item: PaletteItem, query: string): boolean {
  const text = `${item.label} ${item.hint ?? ''} ${item.keywords ?? ''}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Answers of the sources that search a server, asked 200 ms after the last key. */
function useRemote(sources: readonly PaletteSource[], query: string): Map<string, readonly PaletteItem[]> {
  const [found, setFound] = useState(new Map<string, readonly PaletteItem[]>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: sources are rebuilt each render; the query is what changes
  useEffect(() => {
    setFound(new Map());
    const wanted = query.trim();
    if (wanted === '') return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      for (const { id, search } of sources) {
        search?.(wanted, abort.signal).then(
          (items) => !abort.signal.aborted && setFound((before) => new Map(before).set(id, items)),
          () => {},
        );
      }
    }, 200);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [query]);
  return found;
}

/** Go anywhere, do anything, by typing. A quiet list of 32 px rows. */
export function CommandPalette({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('common.palette');
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup
          aria-modal="true"
          aria-label={t('open')}
          className="sheet fixed top-[12vh] left-1/2 z-50 flex max-h-[70vh] w-140 max-w-[calc(100vw-24px)] -translate-x-1/2 flex-col overflow-hidden rounded-3 border border-line-strong bg-raised shadow-float max-sm:top-3"
        >
          <PaletteBody open={open} onClose={onClose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function PaletteBody({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('common.palette');
  const sources = usePaletteSources();
  const [query, setQuery] = useState('');
  const [chosenId, setChosenId] = useState('');
  const [wasOpen, setWasOpen] = useState(open);
  // Opened again while it is still fading, it is the same one with the old words in it.
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) {
      setQuery('');
      setChosenId('');
    }
  }
  const remote = useRemote(sources, query);
  const listId = useId();

  const sections: Section[] = sources
    .map(({ id, heading, items = [] }) => ({
      id,
      heading,
      items: [...items.filter((item) => matches(item, query.trim())), ...(remote.get(id) ?? [])],
    }))
    .filter((section) => section.items.length > 0);
  const flat = sections.flatMap((section) => section.items);
  const chosen = flat.find(({ id }) => id === chosenId) ?? flat[0];
  // What is found later may come before it: Enter runs the item that was seen as chosen, not the one now in its place.
  if (chosen && chosen.id !== chosenId) setChosenId(chosen.id);
  const optionId = (item: PaletteItem) => `${listId}-${item.id}`;

  // What it opens with is in sight: to scroll there would only lay the page out before it is drawn.
  const first = useRef(chosen?.id);
  useEffect(() => {
    if (!chosen || chosen.id === first.current) return;
    first.current = undefined;
    document.getElementById(`${listId}-${chosen.id}`)?.scrollIntoView({ block: 'nearest' });
  }, [chosen, listId]);

  const run = (item: PaletteItem | undefined) => {
    if (!item) return;
    onClose();
    item.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && chosen) {
      event.preventDefault();
      setChosenId(flat.at((flat.indexOf(chosen) + step) % flat.length)?.id ?? '');
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      run(chosen);
    }
  };

  return (
    <>
      <div className="flex h-11 flex-none items-center gap-2 border-b border-line px-3">
        <Icon name="search" className="text-ink-3" />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={chosen ? optionId(chosen) : undefined}
          aria-label={t('open')}
          placeholder={t('placeholder')}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setChosenId('');
          }}
          onKeyDown={onKeyDown}
          onFocus={() => {
            const ahead = takeTyped();
            if (ahead !== '') setQuery(ahead);
          }}
          className="min-w-0 flex-1 bg-transparent outline-none focus-visible:shadow-none"
        />
        <span className="max-sm:hidden">
          <Kbd>Esc</Kbd>
        </span>
      </div>
      <div id={listId} role="listbox" aria-label={t('open')} className="min-h-0 flex-1 overflow-auto p-1.5">
        {sections.map((section) => (
          // biome-ignore lint/a11y/useSemanticElements: a group inside a listbox has no element of its own
          <div key={section.id} role="group" aria-label={section.heading} onMouseDown={keepFocus}>
            <div aria-hidden="true" className="px-2.5 pt-1.5 pb-1 text-11 text-ink-3 first-letter:uppercase">
              {section.heading}
            </div>
            {section.items.map((item) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the input above handles the keys of the whole list
              // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the input, which names the active option
              <div
                key={item.id}
                id={optionId(item)}
                role="option"
                aria-selected={item === chosen}
                onClick={() => run(item)}
                onPointerMove={() => setChosenId(item.id)}
                data-highlighted={item === chosen ? '' : undefined}
                className="menu-item h-8 py-0 max-sm:h-11"
              >
                <Icon name={item.icon} className="text-ink-3" />
                <span className="min-w-0 flex-1 truncate">{item.label}</span>
                {item.hint ? (
                  <span className="max-w-2/5 flex-none truncate text-12 text-ink-3">{item.hint}</span>
                ) : null}
              </div>
            ))}
          </div>
        ))}
      </div>
      <p role="status" className={flat.length === 0 ? 'px-4 pb-6 text-center text-ink-2' : 'sr-only'}>
        {flat.length === 0 ? t('nothing', { query }) : t('count', { count: flat.length })}
      </p>
    </>
  );
}
