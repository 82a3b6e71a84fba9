'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { FieldDiff } from '@/components/audit/field-diff';
import { useFormat } from '@/components/layout/preferences/use-format';
import { CodeBlock } from '@/components/ui/code-block';
import { Copyable } from '@/components/ui/copy-button';
import { Drawer } from '@/components/ui/drawer';
import { ErrorState } from '@/components/ui/error-state';
import { Field } from '@/components/ui/field';
import { KeyValueList } from '@/components/ui/key-value-list';
import { Segmented } from '@/components/ui/segmented';
import { Select } from '@/components/ui/select';
import { Skeleton } from '@/components/ui/skeleton';
import { query } from '@/lib/api/client';
import { type Release, releases } from '@/lib/guard/releases/contract';
import { releaseName, useCause } from './use-releases';

const VIEWS = ['changes', 'json'] as const;

/** What a release changed against another one, field by field. */
function Diff({ release, from }: { release: Release; from: number }) {
  const t = useTranslations('guard.releases');
  const params = { id: release.domain_id, number: String(release.number) };
  const { data, error, refetch } = useQuery(query(releases.diff, { params, query: { from } }));
  if (error) return <ErrorState error={error} permission="guard.domain.view" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={8} />;
  if (Object.keys(data.changes).length === 0) return <p className="text-ink-2">{t('same')}</p>;
  return <FieldDiff changes={data.changes} />;
}

/** The whole configuration that nodes were given. */
function Whole({ release }: { release: Release }) {
  const t = useTranslations('guard.releases');
  const params = { id: release.domain_id, number: String(release.number) };
  const { data, error, refetch } = useQuery(query(releases.view, { params }));
  if (error) return <ErrorState error={error} permission="guard.domain.view" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={8} />;
  return <CodeBlock code={JSON.stringify(data.config, null, 2)} caption={t('whole')} />;
}

/** One release: what it changed against the one before it or any other, and what it holds. */
export function ReleaseDrawer({
  release,
  list,
  onOpen,
  onClose,
}: {
  release: Release;
  list: readonly Release[];
  onOpen: (release: Release) => void;
  onClose: () => void;
}) {
  const t = useTranslations('guard.releases');
  const format = useFormat();
  const causeOf = useCause();
  const [view, setView] = useState<(typeof VIEWS)[number]>('changes');
  const [from, compareWith] = useState(release.number - 1);
  const at = list.findIndex((one) => one.number === release.number);
  const [newer, older] = [list[at - 1], list[at + 1]];
  const others = [...list.map((one) => one.number), release.number - 1]
    .filter((number, i, all) => number !== release.number && all.indexOf(number) === i)
    .sort((a, b) => b - a);
  return (
    <Drawer
      open
      size="wide"
      onClose={onClose}
      title={t('release', { name: releaseName(release.number) })}
      subtitle={format.exactTime(release.ctime)}
      walks
      onPrevious={newer && (() => onOpen(newer))}
      onNext={older && (() => onOpen(older))}
    >
      <KeyValueList
        labelWidth={80}
        facts={[
          { label: t('fields.cause'), value: causeOf(release) },
          { label: t('fields.actor'), value: release.actor_name },
          { label: t('fields.hash'), value: <Copyable text={release.hash} name="SHA-256" /> },
        ]}
      />
      <div className="flex flex-wrap items-end justify-between gap-3">
        <Segmented
          name={t('view')}
          value={view}
          onChange={setView}
          segments={VIEWS.map((value) => ({ value, label: t(`views.${value}`) }))}
        />
        {view === 'changes' ? (
          <Field label={t('against')} className="w-56">
            {(aria) => (
              <Select
                {...aria}
                value={from}
                onChange={compareWith}
                options={others.map((number) => ({
                  value: number,
                  label:
                    number === 0
                      ? t('beginning')
                      : number === release.number - 1
                        ? t('before', { name: releaseName(number) })
                        : releaseName(number),
                }))}
              />
            )}
          </Field>
        ) : null}
      </div>
      {view === 'changes' ? <Diff release={release} from={from} /> : <Whole release={release} />}
    </Drawer>
  );
}
