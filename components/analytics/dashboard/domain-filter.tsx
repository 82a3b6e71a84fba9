'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useDeferredValue, useState } from 'react';
import { Button } from '@/components/ui/controls/button';
import { Input } from '@/components/ui/controls/input';
import { Popover } from '@/components/ui/overlays/popover';
import { ApiError, query } from '@/lib/api/client';
import { domainList, domainView } from './domain-endpoints';
import type { DashboardState } from './range';

const SHOWN = 20;

export type OfDomain = { state: Pick<DashboardState, 'domain_id'>; setDomain: (domain_id: string | null) => void };

/** The domain that a page is narrowed to, and whether it is gone. */
export function useChosenDomain(domain_id: string | null) {
  const params = { id: domain_id ?? '' };
  const { data, error, isPending } = useQuery({ ...query(domainView, { params }), enabled: domain_id !== null });
  return { name: data?.domain, isPending, isGone: error instanceof ApiError && error.status === 404 };
}

/** What the button says: never the id while the name is still to come, nor where nothing has it any more. */
export function useDomainLabel(domain_id: string | null): string {
  const t = useTranslations('analytics.dashboard');
  const { name, isPending, isGone } = useChosenDomain(domain_id);
  if (domain_id === null) return t('all_domains');
  if (name !== undefined) return name;
  if (isGone) return t('gone.name');
  return isPending ? t('domain') : domain_id;
}

/** Narrows the page to one domain, found by name. */
export function DomainFilter({ dashboard, fill }: { dashboard: OfDomain; fill?: boolean }) {
  const t = useTranslations('analytics.dashboard');
  const [isOpen, setOpen] = useState(false);
  const { state, setDomain } = dashboard;
  const label = useDomainLabel(state.domain_id);
  const choose = (domain_id: string | null) => {
    setDomain(domain_id);
    setOpen(false);
  };
  return (
    <Popover
      name={t('domain')}
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button chevron pressed={state.domain_id !== null || undefined} className={fill ? 'w-full' : 'max-w-64'}>
          <span className="min-w-0 flex-1 truncate text-left">{label}</span>
        </Button>
      }
      className="w-72 p-1.5"
    >
      <DomainList chosen={state.domain_id} onChoose={choose} />
    </Popover>
  );
}

function DomainList({ chosen, onChoose }: { chosen: string | null; onChoose: (id: string | null) => void }) {
  const t = useTranslations('analytics.dashboard');
  const [text, setText] = useState('');
  const keyword = useDeferredValue(text.trim());
  const list = useQuery(query(domainList, { query: { keyword: keyword || undefined, size: SHOWN } }));
  const found = list.data?.list ?? [];
  return (
    <>
      <Input
        icon="search"
        aria-label={t('search_domain')}
        placeholder={t('search_domain')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <ul className="mt-1.5 max-h-72 overflow-auto">
        {keyword === '' ? (
          <li>
            <Choice isChosen={chosen === null} onClick={() => onChoose(null)} label={t('all_domains')} />
          </li>
        ) : null}
        {found.map((d) => (
          <li key={d.domain_id}>
            <Choice isChosen={chosen === d.domain_id} onClick={() => onChoose(d.domain_id)} label={d.domain} />
          </li>
        ))}
      </ul>
      {list.data && found.length === 0 ? <p className="px-2.5 py-2 text-12 text-ink-3">{t('no_domain')}</p> : null}
    </>
  );
}

function Choice({ isChosen, onClick, label }: { isChosen: boolean; onClick: () => void; label: string }) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onClick}
      className="menu-item w-full text-left aria-pressed:text-accent"
    >
      <span className="truncate">{label}</span>
    </button>
  );
}
