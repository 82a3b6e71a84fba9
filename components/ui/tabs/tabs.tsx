'use client';

import { Tabs as Base } from '@base-ui/react/tabs';
import { parseAsString, parseAsStringLiteral, useQueryState, useQueryStates } from 'nuqs';
import { type ReactNode, useMemo } from 'react';
import { useDirtyGuard } from '@/components/layout/page/dirty-guard';
import { SteadyLabel } from '@/components/ui/content/steady-label';
import { cx } from '@/components/ui/cx';
import { useActiveInSight } from './use-active-in-sight';

export type Tab<V extends string> = {
  value: V;
  label: string;
  count?: ReactNode;
  /** URL parameters of its panel, which mean nothing on another tab. */
  params?: readonly string[];
  panel: () => ReactNode;
};

/**
 * Tabs whose state is the URL parameter `param`; an unknown value shows the first tab. Only the active panel exists, so
 * leaving one asks before anything typed in it is lost.
 * `ground` is what lies under them: the page or a panel.
 */
export function Tabs<V extends string>({
  tabs,
  name,
  param = 'tab',
  ground = 'page',
}: {
  tabs: readonly Tab<V>[];
  name: string;
  param?: string;
  ground?: 'page' | 'panel';
}) {
  const values = tabs.map((tab) => tab.value);
  const first = values[0];
  const [chosen, setChosen] = useQueryState(param, parseAsStringLiteral(values).withOptions({ history: 'push' }));
  const inner = tabs.flatMap(({ params = [] }) => params).join(' ');
  const [, setInner] = useQueryStates(
    useMemo(() => Object.fromEntries(inner.split(' ').map((name) => [name, parseAsString])), [inner]),
  );
  const askToLeave = useDirtyGuard(false);
  const list = useActiveInSight();
  const active = tabs.find((tab) => tab.value === (chosen ?? first));
  return (
    <Base.Root
      value={active?.value ?? null}
      onValueChange={(value: V) =>
        askToLeave(() => {
          void setInner(null);
          void setChosen(value === first ? null : value);
        })
      }
    >
      <Base.List
        ref={list}
        aria-label={name}
        className={cx('tabs', ground === 'panel' ? '[--tab-ground:var(--panel)] px-(--panel-pad) pt-2' : 'mb-4')}
      >
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} className="tab">
            <SteadyLabel label={tab.label} />
            {tab.count === undefined ? null : (
              <span className="text-11 font-normal text-ink-3 tabular-nums empty:hidden">{tab.count}</span>
            )}
          </Base.Tab>
        ))}
      </Base.List>
      {active ? (
        <Base.Panel value={active.value} className="outline-none">
          {active.panel()}
        </Base.Panel>
      ) : null}
    </Base.Root>
  );
}
