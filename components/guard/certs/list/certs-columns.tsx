'use client';

import { useTranslations } from 'next-intl';
import type { Column } from '@/components/data-table/columns/types';
import { TableTime } from '@/components/layout/preferences/time';
import { useFormat } from '@/components/layout/preferences/use-format';
import { CutMiddle } from '@/components/ui/content/cut-middle';
import { Tag } from '@/components/ui/content/tag';
import type { CertOverview } from '@/lib/guard/certs/contract';
import { CertState } from '../cert-state';
import { CertType } from '../cert-type';

/** One of several names, and how many more there are. It and the name share what the other columns leave. */
function FirstOf({ first, count, mono }: { first: string; count: number; mono?: boolean }) {
  const t = useTranslations('guard.certs');
  const format = useFormat();
  return (
    <span className="flex max-w-60 min-w-0 items-baseline gap-1.5 sm:max-w-[clamp(128px,33vw-288px,240px)]">
      <span className={mono ? 'min-w-0 font-mono text-12' : 'min-w-0'}>
        <CutMiddle text={first} />
      </span>
      {count > 1 ? (
        <span className="flex-none text-12 text-ink-3">{t('more_names', { count: format.number(count - 1) })}</span>
      ) : null}
    </span>
  );
}

/** The columns of the list; ids are the fields of CertVO (spec 2.4) and its overview, which are also the head of the CSV. */
export function useCertColumns(): Column<CertOverview>[] {
  const t = useTranslations('guard.certs');
  const field = useTranslations('fields');
  const format = useFormat();
  return [
    {
      id: 'name',
      header: field('name'),
      cell: (cert) => (
        <span className="flex max-w-70 min-w-0 items-center gap-1.5 sm:max-w-[clamp(128px,33vw-288px,240px)]">
          <span className="truncate" title={cert.name}>
            {cert.name}
          </span>
          {cert.auto_cert ? <Tag>{t('auto')}</Tag> : null}
        </span>
      ),
    },
    {
      id: 'names',
      header: t('fields.names'),
      phone: 'second',
      value: (cert) => cert.names.join(' '),
      cell: (cert) =>
        cert.names[0] === undefined ? (
          <span className="text-ink-3">{t('no_names')}</span>
        ) : (
          <FirstOf mono first={cert.names[0]} count={cert.name_count} />
        ),
    },
    {
      id: 'certificate_type',
      header: t('fields.type'),
      cell: (cert) => <CertType type={cert.certificate_type} stacked />,
    },
    {
      id: 'domain_count',
      header: t('bound.title'),
      cell: (cert) =>
        cert.domain_count === 0 ? (
          <span className="text-ink-3">{t('bound.nowhere')}</span>
        ) : (
          <FirstOf first={cert.first_domain} count={cert.domain_count} />
        ),
    },
    {
      id: 'expired_at',
      header: t('fields.expired_at'),
      phone: 'state',
      value: (cert) => format.exactTime(cert.expired_at),
      cell: (cert) => <CertState expired_at={cert.expired_at} />,
    },
    {
      id: 'user_name',
      header: field('user_name'),
      cell: (cert) => <span className="text-ink-2">{cert.user_name}</span>,
    },
    {
      id: 'common_name',
      header: t('fields.common_name'),
      hidden: true,
      cell: (cert) => <code className="inline-block max-w-47 truncate align-middle text-12">{cert.common_name}</code>,
    },
    {
      id: 'issuer',
      header: t('fields.issuer'),
      hidden: true,
      cell: (cert) => <span className="inline-block max-w-47 truncate align-middle text-ink-2">{cert.issuer}</span>,
    },
    {
      id: 'id',
      header: t('fields.id'),
      hidden: true,
      cell: (cert) => <code className="text-12">{cert.id}</code>,
    },
    { id: 'utime', header: field('utime'), hidden: true, cell: (cert) => <TableTime value={cert.utime} /> },
    { id: 'ctime', header: field('ctime'), hidden: true, cell: (cert) => <TableTime value={cert.ctime} /> },
  ];
}
