'use client';

import { Menu as Base } from '@base-ui/react/menu';
import { cloneElement, type ReactElement, useEffect, useRef } from 'react';
import { Icon } from '@/components/ui/content/icon';
import { Kbd } from '@/components/ui/content/kbd';
import { Link } from '@/components/ui/controls/link';
import { usePending } from '@/components/ui/controls/use-pending';
import { cx } from '@/components/ui/cx';
import type { MenuEntry, MenuProps } from './menu';

type Run = ReturnType<typeof usePending>['run'];

function Entry({ entry, run }: { entry: Exclude<MenuEntry, 'separator' | { heading: string }>; run: Run }) {
  const inside = (
    <>
      {entry.icon ? <Icon name={entry.icon} className={entry.danger ? undefined : 'text-ink-3'} /> : null}
      <span className="min-w-0 flex-1 break-words" lang={entry.lang}>
        {entry.label}
        {entry.reason ? <span className="block text-12 text-ink-3">{entry.reason}</span> : null}
      </span>
      {entry.checked ? <Icon name="check" className="text-accent" /> : null}
      {entry.shortcut ? <Kbd>{entry.shortcut}</Kbd> : null}
    </>
  );
  const className = cx('menu-item', entry.danger && !entry.reason && 'text-danger');
  if (entry.href && !entry.reason) {
    return (
      <Base.LinkItem className={className} closeOnClick render={<Link href={entry.href} />}>
        {inside}
      </Base.LinkItem>
    );
  }
  return (
    <Base.Item
      className={className}
      disabled={entry.reason !== undefined}
      onClick={() => run(() => entry.onSelect?.())}
      {...(entry.checked === undefined ? {} : { role: 'menuitemradio', 'aria-checked': entry.checked })}
    >
      {inside}
    </Base.Item>
  );
}

/**
 * A button that takes the place of the one that was pressed, and is pressed in its stead: the focus stays on it, the first
 * entry gets it, and whatever the entry opens gives it back.
 */
function usePressed(isAsked: boolean) {
  const trigger = useRef<HTMLButtonElement>(null);
  const wasAsked = useRef(isAsked);
  useEffect(() => {
    if (!wasAsked.current) return;
    wasAsked.current = false;
    trigger.current?.focus();
    trigger.current?.click();
  }, []);
  return trigger;
}

/** The loaded menu; it opens at once, since it was asked for, unless its owner says otherwise. */
export function MenuPopup({
  trigger,
  entries,
  align = 'end',
  side = 'bottom',
  defaultOpen = true,
}: MenuProps & { defaultOpen?: boolean }) {
  const button = usePressed(defaultOpen);
  const { isPending, run } = usePending();
  return (
    <Base.Root modal={false}>
      <Base.Trigger
        ref={button}
        render={isPending ? cloneElement(trigger as ReactElement<{ pending?: boolean }>, { pending: true }) : trigger}
      />
      <Base.Portal>
        <Base.Positioner sideOffset={4} align={align} side={side} className="z-60">
          <Base.Popup className="float max-h-(--available-height) min-w-40 max-w-80 overflow-auto p-1.5">
            {entries.map((entry, i) => {
              // biome-ignore lint/suspicious/noArrayIndexKey: a menu is short and its entries keep their places
              if (entry === 'separator') return <Base.Separator key={i} className="mx-1 my-1.5 h-px bg-line" />;
              if ('heading' in entry)
                return (
                  <div key={entry.heading} className="px-2.5 pt-1.5 pb-1 text-11 text-ink-3">
                    {entry.heading}
                  </div>
                );
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              return <Entry key={i} entry={entry} run={run} />;
            })}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
