'use client';

import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useWord } from '@/components/audit/word';
import { TextField } from '@/components/form/fields';
import { FormDialog } from '@/components/form/form-dialog';
import { useEndpointForm } from '@/components/form/use-endpoint-form';
import { ErrorState } from '@/components/ui/states/error-state';
import { Note } from '@/components/ui/states/note';
import { Skeleton } from '@/components/ui/states/skeleton';
import { useErrorText } from '@/components/ui/states/use-error-text';
import { ApiError, query } from '@/lib/api/client';
import { type Drift, type Preview, type ScheduleDomain, schedules } from '@/lib/guard/schedules/contract';
import { SRC } from '@/lib/guard/schedules/vocabulary';
import { AnswersDiff } from './answers-diff';
import { useIsConnected } from './connection-note';
import { modeKey, type Operation, otherMode } from './operation';
import { SCHEDULE } from './permissions';

const ENDPOINTS = {
  switch: schedules.switchMode,
  init: schedules.init,
  reset: schedules.reset,
  repair: schedules.repair,
};

/** The records that change, from what to what. */
function Changes({ records }: { records: Preview['records'] }) {
  const t = useTranslations('guard.schedules.operate');
  const word = useWord();
  const statusOf = (status: number) => (status === 0 ? t('absent') : word('words.record_status', status));
  if (records.length === 0) return <p className="text-ink-2">{t('no_changes')}</p>;
  return (
    <ul className="flex max-h-60 flex-col gap-1 overflow-y-auto">
      {records.map(({ made_of, record_type, record_line, value, before, after }) => (
        <li key={`${made_of} ${record_type} ${record_line} ${value}`} className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-ink-3">{word('words.dns_mode', made_of)}</span>
          <code className="text-12 break-all">
            {word('words.dns_record_type', record_type)} {value}
          </code>
          <span className="ml-auto">
            {statusOf(before)} → {statusOf(after)}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** What an operation will change, asked of the server, which does the same when it is done. */
function usePreview({ domain, operation }: { domain: ScheduleDomain; operation: Operation }) {
  const asked = operation === 'switch' ? { operation, target_mode: String(otherMode(domain)) } : { operation };
  const input = { params: { id: domain.domain_id }, query: asked };
  // Read here: what only a dialog that opens later reads is not told to it.
  const { data, error, refetch } = useQuery({
    ...query(schedules.preview, input as never),
    enabled: operation !== 'repair',
    staleTime: 0,
    retry: false,
  }) as UseQueryResult<Preview>;
  return { data, error, refetch };
}

/** What is answered before and after, as far as that is known. */
function Answers({ before, after }: Partial<Pick<Preview, 'before' | 'after'>>) {
  const t = useTranslations('guard.schedules.operate');
  if (!before || !after) return null;
  return (
    <section>
      <h3 className="mb-1 font-medium">{t('answers')}</h3>
      <AnswersDiff before={before} after={after} />
    </section>
  );
}

/** Whether something answers for the domain now, and nothing would. */
const isSilenced = ({ before, after }: Preview) => before.length > 0 && after.length === 0;

function WhatChanges({ preview: { data, error, refetch } }: { preview: ReturnType<typeof usePreview> }) {
  const t = useTranslations('guard.schedules.operate');
  if (error) return <ErrorState error={error} permission={SCHEDULE.records} onRetry={() => refetch()} />;
  if (!data) return <Skeleton lines={4} />;
  return (
    <>
      <Answers before={data.before} after={data.after} />
      <section>
        <h3 className="mb-1 font-medium">{t('changes')}</h3>
        <Changes records={data.records} />
      </section>
      {isSilenced(data) ? <Note meaning="rejected">{t('silenced')}</Note> : null}
    </>
  );
}

/** What the server says against the operation itself; a preview that only failed refuses nothing. */
function useRefusal(error: Error | null): string | undefined {
  const errorText = useErrorText();
  return error instanceof ApiError && error.status === 400 ? errorText(error) : undefined;
}

/** Asks before the records of a domain change, with what exactly will, and leads to the affair that does it. */
export function OperateDialog({
  domain,
  operation,
  drift,
  onClose,
}: {
  domain: ScheduleDomain;
  operation: Operation;
  /** What the server answers now, where one is connected. */
  drift?: Drift;
  onClose: () => void;
}) {
  const t = useTranslations('guard.schedules');
  const router = useRouter();
  const mode = otherMode(domain);
  const isConnected = useIsConnected();
  const preview = usePreview({ domain, operation });
  const refuse = useRefusal(preview.error);
  const edit = useEndpointForm(ENDPOINTS[operation] as typeof schedules.init, {
    params: { id: domain.domain_id },
    defaultValues: { comment: '', ...(operation === 'switch' ? { target_mode: mode } : {}) },
    invalidates: ['/api/guard/schedules'],
    onSaved: ({ affairs_id }) => router.push(`/guard/schedules/affairs/${affairs_id}`),
  });
  // Visitors who reach the origins are not protected.
  const isExposing = operation === 'switch' && mode === SRC;
  const name = t(`operate.${operation}`, { mode: modeKey(mode) });
  return (
    <FormDialog
      open
      size="wide"
      onClose={onClose}
      title={t('operate.title', { operation: name, domain: domain.domain_name })}
      description={t(`operate.${operation}_text`, { mode: modeKey(mode), connected: String(isConnected) })}
      submitLabel={name}
      tone={isExposing || (preview.data && isSilenced(preview.data)) ? 'danger' : 'primary'}
      refuse={refuse}
      edit={edit}
    >
      {operation === 'repair' ? (
        <Answers before={drift?.found} after={drift?.wanted} />
      ) : (
        <WhatChanges preview={preview} />
      )}
      <TextField form={edit.form} name="comment" label={t('fields.comment')} optional />
    </FormDialog>
  );
}
