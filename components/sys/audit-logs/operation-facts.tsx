'use client';

import { useTranslations } from 'next-intl';
import { objectName } from '@/components/audit/sentence';
import { useWord } from '@/components/audit/word';
import { usePermission } from '@/components/layout/account/session';
import { useList } from '@/components/layout/preferences/use-format';
import { type Fact, KeyValueList } from '@/components/ui/content/key-value-list';
import { Copyable } from '@/components/ui/controls/copy-button';
import { Link } from '@/components/ui/controls/link';
import type { AuditLog } from '@/lib/sys/audit-logs/contract';
import { OPERATIONS } from './audit-tabs';
import { type ObjectPage, objectPageOf, pageOf } from './object-page';
import { OperationResult } from './operation-result';
import { viewersOf } from './viewers';

/** A name that leads to its page, where there is one and the reader may open it. */
function Named({ name, page }: { name: string; page: ObjectPage | null }) {
  const can = usePermission();
  if (!page || !can(page.permission)) return name || '—';
  return (
    <Link href={page.href} className="link">
      {name}
    </Link>
  );
}

/** Result, code, and the message to the caller. */
function Outcome({ log, error }: { log: AuditLog; error: string }) {
  const t = useTranslations('sys.audit-logs.drawer');
  const { err_key, field } = log.detail;
  return (
    <>
      <OperationResult log={log} />
      <span className="ml-1.5 text-ink-3 tabular-nums">
        {log.status === 1 ? `${log.http_status} · ` : '· '}
        {t('code', { code: log.biz_code })}
      </span>
      {error ? <div>{error}</div> : null}
      {typeof err_key === 'string' ? (
        <code className="block text-12 text-ink-3">
          {typeof field === 'string' ? `${err_key} · ${field}` : err_key}
        </code>
      ) : null}
    </>
  );
}

/** The facts of one operation, with ways to the actor, the object and the other events of its request. */
export function OperationFacts({ log, error }: { log: AuditLog; error: string }) {
  const t = useTranslations('sys.audit-logs');
  const between = useTranslations('common')('between');
  const word = useWord();
  const viewers = viewersOf(log, { platform: t('drawer.platform'), heads: t('drawer.heads') });
  const people = useList()(viewers);
  const facts: Fact[] = [
    { key: 'action', label: t('drawer.action'), value: log.action, mono: true },
    {
      key: 'actor',
      label: t('drawer.actor'),
      value: (
        <>
          <Named name={log.actor_name || t('nobody')} page={pageOf('user', log.user_id)} />
          <span className="ml-1.5 text-12 text-ink-3">{word('words.actor_type', log.actor_type)}</span>
          {log.actor_name ? (
            <Link
              href={`${OPERATIONS}?actor_name=${encodeURIComponent(log.actor_name)}`}
              className="link ml-3 text-12 whitespace-nowrap"
            >
              {t('drawer.only_actor')}
            </Link>
          ) : null}
        </>
      ),
    },
    {
      key: 'object',
      label: t('drawer.object'),
      value: <Named name={objectName(log, between)} page={objectPageOf(log)} />,
    },
    { key: 'result', label: t('drawer.result'), value: <Outcome log={log} error={error} /> },
    { key: 'remote_ip', label: t('fields.remote_ip'), value: log.remote_ip || '—', mono: true },
    { key: 'user_agent', label: t('fields.user_agent'), value: log.user_agent || '—' },
    {
      key: 'request_id',
      label: t('fields.request_id'),
      value: (
        <span className="flex flex-wrap items-center gap-x-3">
          <Copyable text={log.request_id} name={t('fields.request_id')} />
          <Link href={`${OPERATIONS}?keyword=${encodeURIComponent(log.request_id)}`} className="link text-12">
            {t('drawer.same_request')}
          </Link>
        </span>
      ),
    },
    {
      key: 'who',
      label: t('drawer.who'),
      value: <span className="text-ink-2">{t('drawer.who_list', { people, permission: 'sys.audit.view' })}</span>,
    },
  ];
  return <KeyValueList facts={facts} />;
}
