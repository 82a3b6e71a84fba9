'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useWord } from '@/components/audit/word';
import { usePermission } from '@/components/layout/account/session';
import { Detail } from '@/components/layout/page/detail';
import { useFormat } from '@/components/layout/preferences/use-format';
import { type Fact, KeyValueList } from '@/components/ui/content/key-value-list';
import { PageHeader } from '@/components/ui/content/page-header';
import { Panel } from '@/components/ui/content/panel';
import { ButtonLink } from '@/components/ui/controls/button';
import { Copyable } from '@/components/ui/controls/copy-button';
import { Link } from '@/components/ui/controls/link';
import { query } from '@/lib/api/client';
import { type ScheduleAffair, schedules } from '@/lib/guard/schedules/contract';
import { START } from '@/lib/guard/schedules/vocabulary';
import { type AffairContent, contentOf } from './affair-content';
import { resultsOf } from './affair-results';
import { AffairState } from './affair-state';
import { AnswersDiff } from './answers-diff';
import { SCHEDULE } from './permissions';
import { useAffairWords } from './use-affair-words';

const LIST = '/guard/schedules';
const WATCH_MS = 2_000;

/** The page of one affair, which follows it until it ends. */
export function AffairScreen({ id }: { id: string }) {
  return (
    <Detail
      endpoint={schedules.affair}
      id={id}
      back={`${LIST}/affairs`}
      refreshEvery={({ status }) => (status === START ? WATCH_MS : false)}
    >
      {(affair) => <Loaded affair={affair} />}
    </Detail>
  );
}

type Change = AffairContent['changes'][number];

/** A domain that the affair is about, by its name as far as the reader may know it. */
function DomainChange({ change }: { change: Change }) {
  const t = useTranslations('guard.schedules.affair');
  const isAllowed = usePermission()(SCHEDULE.records);
  const { data } = useQuery({
    ...query(schedules.view, { params: { id: change.domain_id } }),
    enabled: isAllowed,
    retry: false,
  });
  const { name, before, after } = change;
  return (
    <Panel
      className="mb-3"
      title={
        data ? (
          <Link className="link" href={`${LIST}/${change.domain_id}`}>
            {data.domain_name}
          </Link>
        ) : (
          name
        )
      }
      source={name}
      actions={
        <Link className="link text-12" href={`${LIST}/affairs?domain_id=${change.domain_id}`}>
          {t('all')}
        </Link>
      }
    >
      {before.join() === after.join() ? <p className="mb-2 text-ink-2 last:mb-0">{t('unchanged')}</p> : null}
      {before.length + after.length > 0 ? <AnswersDiff before={before} after={after} /> : null}
    </Panel>
  );
}

function Message({ affair }: { affair: ScheduleAffair }) {
  const t = useTranslations('guard.schedules.affair');
  const { resultOf } = useAffairWords();
  const lines = resultsOf(affair).map(resultOf);
  return (
    <Panel title={t('message')} className="mb-3">
      {lines.length === 0 ? (
        <p className="text-ink-3">{t('no_message')}</p>
      ) : (
        <ul className="font-mono text-12 leading-5 break-words">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** When, by whom and why, and how often it was tried again. */
function useFacts(affair: ScheduleAffair, { comment, reason, retries, max_retries }: AffairContent): Fact[] {
  const t = useTranslations('guard.schedules');
  const field = useTranslations('fields');
  const word = useWord();
  const format = useFormat();
  const why = reason ? t('affair.automatic', reason) : comment;
  return [
    { label: t('fields.time'), value: format.exactTime(affair.ctime) },
    { label: t('fields.changed'), value: format.exactTime(affair.utime) },
    { label: t('fields.oper'), value: word('words.affair_oper', affair.affairs_oper) },
    { label: field('user_name'), value: affair.user_name },
    ...(why ? [{ label: t('fields.comment'), value: why }] : []),
    { label: t('fields.retries'), value: t('affair.retries', { retries, max: max_retries }) },
  ];
}

function Loaded({ affair }: { affair: ScheduleAffair }) {
  const t = useTranslations('guard.schedules');
  const content = contentOf(affair);
  const { titleOf } = useAffairWords();
  return (
    <>
      <PageHeader
        title={titleOf(content)}
        beside={
          <span role="status">
            <AffairState status={affair.status} isHead />
          </span>
        }
        description={
          <>
            <Copyable text={affair.affairs_id} name={t('affair.id')} />
            {affair.status === START ? <p>{t('affair.watching')}</p> : null}
          </>
        }
        actions={
          <ButtonLink icon="history" href={`${LIST}/affairs`}>
            {t('affairs')}
          </ButtonLink>
        }
      />
      <div className="grid items-start gap-x-3 lg:grid-cols-[2fr_1fr]">
        <div className="min-w-0">
          {content.changes.map((change) => (
            <DomainChange key={change.domain_id} change={change} />
          ))}
        </div>
        <div className="min-w-0">
          <Panel className="mb-3">
            <KeyValueList facts={useFacts(affair, content)} />
          </Panel>
          <Message affair={affair} />
        </div>
      </div>
    </>
  );
}
