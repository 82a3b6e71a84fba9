'use client';

import { useQuery } from '@tanstack/react-query';
import { useTimeZone, useTranslations } from 'next-intl';
import { useState } from 'react';
import { documentText } from '@/components/charts/fixtures/fixture-file';
import { usePermission } from '@/components/layout/account/session';
import { Button } from '@/components/ui/controls/button';
import { Field } from '@/components/ui/controls/field';
import { Select } from '@/components/ui/controls/select';
import { Dialog } from '@/components/ui/overlays/dialog';
import { Note } from '@/components/ui/states/note';
import { Refusal } from '@/components/ui/states/refusal';
import { Skeleton } from '@/components/ui/states/skeleton';
import { type ChartPageVO, catalogue } from '@/lib/analytics/catalogue/contract';
import { analytics } from '@/lib/analytics/query/contract';
import { call, query } from '@/lib/api/client';
import type { Subject } from './entries';
import { type NamedRange, RangeField } from './range-field';

type Props = { onOpen: (subject: Subject) => void; onClose: () => void };

/** Asks for a chart of the product as its page does, with the reader's own permissions. */
export function OpenLive({ onOpen, onClose }: Props) {
  const t = useTranslations('analytics.workbench.live');
  const can = usePermission();
  const { data, error } = useQuery(query(catalogue.list, {}));
  const pages = data?.list.filter(({ permission }) => can(permission));
  return (
    <Dialog open onClose={onClose} title={t('title')} description={t('text')}>
      {error ? <Note meaning="rejected" title={<Refusal error={error} />} /> : null}
      {pages ? <Choice pages={pages} onOpen={onOpen} onClose={onClose} /> : error ? null : <Skeleton lines={5} />}
    </Dialog>
  );
}

/** Charts of the ranges that the dashboards have by name. */
function Choice({ pages, onOpen, onClose }: Props & { pages: readonly ChartPageVO[] }) {
  const t = useTranslations('analytics.workbench.live');
  const tz = useTimeZone() ?? 'UTC';
  const [page, setPage] = useState(pages[0]?.page);
  const [key, setKey] = useState(pages[0]?.charts[0]?.key);
  const [time_window, setWindow] = useState<NamedRange>('last_24h');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const charts = pages.find((one) => one.page === page)?.charts ?? [];
  const load = async () => {
    if (!page || !key) return;
    setBusy(true);
    setFailure(null);
    try {
      const { data, meta } = await call(analytics.batch, { body: { page, time_window, charts: [{ key }] } });
      onOpen({ page, tz, answered_at: Date.now(), window: meta.window, text: documentText(data[key]) });
      onClose();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return (
    <div className="flex flex-col gap-[18px]">
      <Field label={t('page')}>
        {(aria) => (
          <Select
            {...aria}
            value={page}
            options={pages.map(({ page: value, title }) => ({ value, label: title }))}
            onChange={(next) => {
              setPage(next);
              setKey(pages.find((one) => one.page === next)?.charts[0]?.key);
            }}
          />
        )}
      </Field>
      <Field label={t('chart')}>
        {(aria) => (
          <Select
            {...aria}
            value={key}
            options={charts.map(({ key: value, title, render_hint }) => ({
              value,
              label: `${title} · ${render_hint}`,
            }))}
            onChange={setKey}
          />
        )}
      </Field>
      <RangeField value={time_window} onChange={setWindow} />
      {failure ? <Note meaning="rejected" title={<Refusal error={failure} />} /> : null}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button variant="primary" pending={isBusy} onClick={() => load()}>
          {t('open')}
        </Button>
      </div>
    </div>
  );
}
