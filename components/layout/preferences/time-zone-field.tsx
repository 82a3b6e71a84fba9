'use client';

import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { Combobox } from '@/components/ui/controls/combobox';
import { Field } from '@/components/ui/controls/field';
import { zoneLabel } from '@/lib/i18n/format';
import { BROWSER_ZONE, browserZone, useZoneChoice } from './time-zone';

type Props = {
  /** The zone of the page, where its address names one. */
  own?: string | null;
  /** Hears the name of the zone that the reader chooses. */
  onChange?: (zone: string) => void;
};

/** In which zone times are shown: the browser's, UTC, or any by its name. */
export function TimeZoneField({ own, onChange }: Props) {
  const t = useTranslations('common.zone');
  const [choice, choose] = useZoneChoice();
  const change = (next: string) => {
    choose(next);
    onChange?.(next === BROWSER_ZONE ? browserZone() : next);
  };
  const options = useMemo(() => {
    const now = Date.now();
    const named = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')];
    return [
      { value: BROWSER_ZONE, label: t('browser', { zone: browserZone() }) },
      ...named.map((value) => ({ value, label: value, hint: value === 'UTC' ? undefined : zoneLabel(now, value) })),
    ];
  }, [t]);
  return (
    <Field label={t('name')}>
      {(control) => <Combobox {...control} value={own ?? choice} onChange={change} options={options} />}
    </Field>
  );
}
