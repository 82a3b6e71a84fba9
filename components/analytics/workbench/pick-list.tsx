'use client';

import { useId } from 'react';
import { useMediaQuery } from '@/components/layout/page/use-media-query';

/** One of many, all in sight: a group of radio buttons, so that arrow keys go through it. */
export function PickList<V extends string>({
  name,
  value,
  options,
  labelOf = (one) => one,
  onChange,
}: {
  name: string;
  value: V;
  options: readonly V[];
  labelOf?: (option: V) => string;
  onChange: (value: V) => void;
}) {
  const group = useId();
  const isShort = useMediaQuery('(max-width: 899px)');
  return (
    <fieldset className="min-w-0 rounded-3 border border-line bg-panel" aria-label={name}>
      <div aria-hidden="true" className="flex min-h-11 items-center border-b border-line px-3.5">
        <span className="flex-1 text-14 font-semibold">{name}</span>
        <span className="text-12 text-ink-3 tabular-nums">{options.length}</span>
      </div>
      <div className="overflow-y-auto p-1.5" style={{ maxHeight: isShort ? 190 : 520 }}>
        {options.map((option) => (
          <label
            key={option}
            className="relative flex min-h-[26px] items-center rounded-2 px-2 py-1 font-mono text-11 wrap-anywhere text-ink-2 hover:bg-hover has-[:focus-visible]:shadow-[inset_0_0_0_2px_var(--focus)] has-checked:bg-selected has-checked:font-medium has-checked:text-accent"
          >
            <input
              type="radio"
              name={group}
              value={option}
              checked={option === value}
              onChange={() => onChange(option)}
              className="absolute inset-0 m-0 cursor-default appearance-none rounded-[inherit] focus-visible:shadow-none"
            />
            <span className="min-w-0">
              {labelOf(option)
                .split('_')
                .map((part, i) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a part is known by its place
                  <span key={i}>
                    {i > 0 ? (
                      <>
                        _<wbr />
                      </>
                    ) : null}
                    {part}
                  </span>
                ))}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
