'use client';

import { Icon } from '@/components/ui/content/icon';
import type { IconName } from '@/components/ui/content/icon-paths';
import { Kbd } from '@/components/ui/content/kbd';
import { Link } from '@/components/ui/controls/link';
import { cx } from '@/components/ui/cx';

/**
 * Something that a mark leads to, with its letter as `key`; with a `reason` it is shown and cannot be chosen. One that goes
 * on in the popover says whether it is the one chosen.
 */
export type Entry = { key: string; label: string; icon: IconName; reason?: string } & (
  | { href: string }
  | { run: () => void; isChosen?: boolean }
);

/** Choices of a mark's popover, one below the other. `onClose` runs when one is chosen. */
export function MarkChoices({ entries, onClose }: { entries: readonly Entry[]; onClose?: () => void }) {
  return (
    <ul className="border-line border-t p-1">
      {entries.map((entry) => (
        <li key={entry.key}>
          <Choice entry={entry} onClose={onClose} />
        </li>
      ))}
    </ul>
  );
}

function Choice({ entry, onClose }: { entry: Entry; onClose?: () => void }) {
  const style = cx(
    'flex min-h-8 w-full items-center gap-2 rounded-1 px-2 text-left hover:bg-hover focus-visible:bg-hover max-sm:min-h-10',
    entry.reason !== undefined && 'py-1 text-ink-3',
  );
  const inside = (
    <>
      <Icon name={entry.icon} />
      <span className="min-w-0 flex-1">
        {entry.label}
        {entry.reason === undefined ? null : <span className="block text-12">{entry.reason}</span>}
      </span>
      <span aria-hidden="true" className="max-sm:hidden">
        <Kbd>{entry.key}</Kbd>
      </span>
    </>
  );
  if (entry.reason !== undefined) {
    return (
      <button type="button" aria-disabled="true" data-choice={entry.key} className={style}>
        {inside}
      </button>
    );
  }
  if ('href' in entry) {
    return (
      <Link href={entry.href} data-choice={entry.key} onClick={onClose} className={style}>
        {inside}
      </Link>
    );
  }
  const choose = () => {
    entry.run();
    onClose?.();
  };
  return (
    <button
      type="button"
      data-choice={entry.key}
      aria-pressed={entry.isChosen}
      onClick={choose}
      className={cx(style, entry.isChosen && 'bg-selected')}
    >
      {inside}
    </button>
  );
}
