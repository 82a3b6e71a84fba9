'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { FieldDiff } from '@/components/audit/field-diff';
import { useFormat } from '@/components/layout/preferences/use-format';
import { CodeBlock } from '@/components/ui/content/code-block';
import { KeyValueList } from '@/components/ui/content/key-value-list';
import { Copyable } from '@/components/ui/controls/copy-button';
import { Field } from '@/components/ui/controls/field';
import { Segmented } from '@/components/ui/controls/segmented';
import { Select } from '@/components/ui/controls/select';
import { Drawer } from '@/components/ui/overlays/drawer';
import { ErrorState } from '@/components/ui/states/error-state';
import { Skeleton } from '@/components/ui/states/skeleton';
import { query } from '@/lib/api/client';
import { type Release, releases } from '@/lib/guard/releases/contract';
import { RunsOn } from './runs-on';
import { useActors, useCause, useReleaseName } from './use-releases';

const VIEWS = ['changes', 'json'] as const;

/** Says that a release could not be read, and offers to try again. */
function NotLoaded(failure: { error: unknown; onRetry: () => void }) {
  return <ErrorState what="common.error.what.release" permission="guard.domain.view" {...failure} />;
}

/** What a release changed against another one, field by field. */
function Diff({ domain_id, release, from }: { domain_id: string; release: Release; from: number }) {
  const t = useTranslations('guard.releases');
  const params = { id: domain_id, release: release.id };
  const { data, error, refetch } = useQuery(query(releases.diff, { params, query: { from } }));
  if (error) return <NotLoaded error={error} onRetry={() => refetch()} />;
  if (!data) return <Skeleton lines={8} />;
  if (Object.keys(data.changes).length === 0) return <p className="text-ink-2">{t('same')}</p>;
  return <FieldDiff type={release.kind} changes={data.changes} />;
}

/** The whole configuration that nodes were given. */
function Configuration({ domain_id, release }: { domain_id: string; release: Release }) {
  const t = useTranslations('guard.releases');
  const params = { id: domain_id, release: release.id };
  const { data, error, refetch } = useQuery(query(releases.view, { params }));
  if (error) return <NotLoaded error={error} onRetry={() => refetch()} />;
  if (!data) return <Skeleton lines={8} />;
  return <CodeBlock code={JSON.stringify(data.config, null, 2)} caption={t('whole')} />;
}

/** What the nodes say that cannot run it. */
function Failures({ domain_id, release }: { domain_id: string; release: Release }) {
  const t = useTranslations('guard.releases');
  const { data } = useQuery(query(releases.view, { params: { id: domain_id, release: release.id } }));
  return data?.failures.map(({ node_id, message }) => (
    <CodeBlock key={node_id} code={message} caption={t('failure', { node: node_id })} />
  ));
}

/** One release: what it changed against the one before it or any other, and what it holds. */
export function ReleaseDrawer({
  domain_id,
  release,
  list,
  onOpen,
  onClose,
}: {
  domain_id: string;
  release: Release;
  list: readonly Release[];
  onOpen: (release: Release) => void;
  onClose: () => void;
}) {
  const t = useTranslations('guard.releases');
  const format = useFormat();
  const causeOf = useCause();
  const actorsOf = useActors();
  const nameOf = useReleaseName();
  const named = (number: number) => `r${number}`;
  const [view, setView] = useState<(typeof VIEWS)[number]>('changes');
  const [from, compareWith] = useState(release.number - 1);
  const at = list.findIndex((one) => one.id === release.id);
  const [newer, older] = [list[at - 1], list[at + 1]];
  const alike = list.filter((one) => one.kind === release.kind && one.object_id === release.object_id);
  const others = [...alike.map((one) => one.number), release.number - 1]
    .filter((number, i, all) => number !== release.number && all.indexOf(number) === i)
    .sort((a, b) => b - a);
  return (
    <Drawer
      open
      size="wide"
      onClose={onClose}
      title={t('release', { name: nameOf(release) })}
      subtitle={format.exactTime(release.ctime)}
      walks
      onPrevious={newer && (() => onOpen(newer))}
      onNext={older && (() => onOpen(older))}
    >
      <KeyValueList
        labelWidth={80}
        facts={[
          { label: t('fields.cause'), value: causeOf(release) },
          { label: t('fields.actor'), value: actorsOf(release) },
          { label: t('fields.nodes'), value: <RunsOn nodes={release.nodes} /> },
          { label: t('fields.hash'), value: <Copyable text={release.hash} name="SHA-256" /> },
        ]}
      />
      {release.nodes.failed > 0 ? <Failures domain_id={domain_id} release={release} /> : null}
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
                        ? t('before', { name: named(number) })
                        : named(number),
                }))}
              />
            )}
          </Field>
        ) : null}
      </div>
      {view === 'changes' ? (
        <Diff domain_id={domain_id} release={release} from={from} />
      ) : (
        <Configuration domain_id={domain_id} release={release} />
      )}
    </Drawer>
  );
}
