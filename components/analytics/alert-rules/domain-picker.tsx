'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { usePermission } from '@/components/layout/account/session';
import { Combobox } from '@/components/ui/controls/combobox';
import type { SelectProps } from '@/components/ui/controls/select';
import { useSettled } from '@/components/ui/states/use-settled';
import { query } from '@/lib/api/client';
import { domains } from '@/lib/guard/domains/contract';

const OFFERED = 50;
const PAUSE_MS = 200;
const MAX_KEYWORD = 100;

type Domain = { domain_id: string; domain: string };

/** Chooses a domain, found by a part of its name; where `none` has words for it, also none, which is an empty text. */
export function DomainPicker({
  known,
  none,
  ...props
}: Omit<SelectProps<string>, 'options' | 'placeholder' | 'size'> & {
  /** The one that is chosen at first, which may be none of those that are found. */
  known?: Domain;
  none?: string;
}) {
  const t = useTranslations('analytics.alert-rules');
  const isAllowed = usePermission()('guard.domain.list');
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(known);
  const keyword = useSettled(typed.trim().slice(0, MAX_KEYWORD), PAUSE_MS) || undefined;
  const { data } = useQuery({
    ...query(domains.list, { query: { keyword, size: OFFERED } }),
    enabled: isAllowed,
    placeholderData: keepPreviousData,
  });
  const found: readonly Domain[] = data?.list ?? [];
  const isOther = chosen?.domain_id === props.value && !found.some(({ domain_id }) => domain_id === props.value);
  const all = isOther && chosen ? [chosen, ...found] : found;
  return (
    <Combobox
      {...props}
      placeholder={t('choose_domain')}
      onSearch={setTyped}
      options={[
        ...(none === undefined ? [] : [{ value: '', label: none }]),
        ...all.map(({ domain_id, domain }) => ({ value: domain_id, label: domain })),
      ]}
      onChange={(domain_id) => {
        setChosen(all.find((one) => one.domain_id === domain_id));
        props.onChange(domain_id);
      }}
    />
  );
}
