'use client';

import { useTranslations } from 'next-intl';
import { useWord } from '@/components/audit/word';
import { Identity } from '@/components/data-table/columns/identity';
import type { Column } from '@/components/data-table/columns/types';
import { usePermission } from '@/components/layout/account/session';
import { useIsPhone } from '@/components/layout/page/use-media-query';
import { TableTime } from '@/components/layout/preferences/time';
import { useFormat } from '@/components/layout/preferences/use-format';
import { Address } from '@/components/ui/content/address';
import { State } from '@/components/ui/content/mark';
import { Link } from '@/components/ui/controls/link';
import type { LoginRecord } from '@/lib/sys/login-records/contract';

const SUCCESS = 1;

/** How long the session may live at most, in the largest unit that leaves a whole number. */
function useSessionLength(): (seconds: number) => string {
  const t = useTranslations('sys.login-records');
  const format = useFormat();
  return (seconds) => {
    if (seconds === 0) return '—';
    const [unit, size] = seconds % 3600 === 0 ? (['hours', 3600] as const) : (['minutes', 60] as const);
    return seconds % size === 0
      ? t(unit, { count: format.number(seconds / size) })
      : t('seconds', { count: format.number(seconds) });
  };
}

/** Success or failure; a failure with its reason in words. */
function Outcome({ record }: { record: LoginRecord }) {
  const word = useWord()('words.login_status', record.login_status);
  if (record.login_status === SUCCESS) return <span className="text-ink-2">{word}</span>;
  return (
    <State meaning="rejected" shape="crossed">
      {word}
    </State>
  );
}

/** The user, by name a link to their page where there is such a user. */
function User({ record }: { record: LoginRecord }) {
  const can = usePermission();
  // A row of a phone is a button, which holds no link.
  const isPhone = useIsPhone();
  const name = <Identity name={record.user_name} note={record.nick_name} />;
  if (isPhone || record.user_id === '' || !can('sys.user.view')) return name;
  return (
    <Link href={`/sys/users/${record.user_id}`} className="hover:text-accent">
      {name}
    </Link>
  );
}

/** The columns of the list; ids are the fields of the login record (spec 2.16). */
export function useSignInColumns(): Column<LoginRecord>[] {
  const t = useTranslations('sys.login-records');
  const length = useSessionLength();
  const word = useWord();
  const reason = (key: string) => {
    const text = `failure_reasons.${key}`;
    return key === '' ? '' : t.has(text) ? t(text) : key;
  };
  const acting = ({ staff_user_name, on_behalf_user_name }: LoginRecord) =>
    staff_user_name && on_behalf_user_name
      ? t('staff_for', { staff: staff_user_name, owner: on_behalf_user_name })
      : staff_user_name || on_behalf_user_name;
  const mono = (text: string) => <span className="font-mono text-12 text-ink-2">{text || '—'}</span>;
  return [
    { id: 'user_name', header: t('fields.user_name'), cell: (record) => <User record={record} /> },
    {
      id: 'ctime',
      header: t('fields.ctime'),
      phone: 'second',
      cell: (record) => <TableTime value={record.ctime} seconds />,
    },
    {
      id: 'login_status',
      header: t('fields.login_status'),
      phone: 'state',
      cell: (record) => <Outcome record={record} />,
    },
    {
      id: 'failure_reason',
      header: t('fields.failure_reason'),
      phone: 'second',
      cell: (record) => reason(record.failure_reason),
    },
    { id: 'ip', header: t('fields.ip'), width: 140, cut: 100, cell: (record) => <Address ip={record.ip} /> },
    { id: 'login_district', header: t('fields.login_district'), cell: (record) => record.login_district || '—' },
    {
      id: 'auth_channel',
      header: t('fields.auth_channel'),
      cell: (record) => <span className="text-ink-2">{word('words.auth_channel', record.auth_channel)}</span>,
    },
    {
      id: 'ttl_seconds',
      header: t('fields.ttl_seconds'),
      cell: (record) => <span className="text-ink-2">{length(record.ttl_seconds)}</span>,
    },
    { id: 'acting', header: t('fields.acting'), hidden: true, cell: (record) => acting(record) || '—' },
    { id: 'user_agent', header: t('fields.user_agent'), hidden: true, cell: (record) => record.user_agent || '—' },
    { id: 'request_id', header: t('fields.request_id'), hidden: true, cell: (record) => mono(record.request_id) },
  ];
}
