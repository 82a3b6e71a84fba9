'use client';

import { useTranslations } from 'next-intl';
import type { Column } from '@/components/data-table/types';
import { TableTime } from '@/components/layout/time';
import { useFormat } from '@/components/layout/use-format';
import { Tag } from '@/components/ui/tag';
import type { Cert } from '@/lib/guard/certs/contract';
import { CertState } from '../cert-state';
import { CertType } from '../cert-type';

/** The columns of the list; ids are the fields of CertVO (spec 2.4), which are also the head of the CSV. */
export function useCertColumns(): Column<Cert>[] {
  const t = useTranslations('guard.certs');
  const field = useTranslations('fields');
  const format = useFormat();
  return [
    {
      id: 'name',
      header: field('name'),
      cell: (cert) => (
        <>
          {cert.name} {cert.auto_cert ? <Tag>{t('auto')}</Tag> : null}
        </>
      ),
    },
    {
      id: 'common_name',
      header: t('fields.common_name'),
      phone: 'second',
      cell: (cert) => <code className="inline-block max-w-47 truncate align-middle text-12">{cert.common_name}</code>,
    },
    {
      id: 'certificate_type',
      header: t('fields.type'),
      cell: (cert) => <CertType type={cert.certificate_type} stacked />,
    },
    {
      id: 'issuer',
      header: t('fields.issuer'),
      cell: (cert) => <span className="inline-block max-w-37 truncate align-middle text-ink-2">{cert.issuer}</span>,
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
      id: 'id',
      header: t('fields.id'),
      hidden: true,
      cell: (cert) => <code className="text-12">{cert.id}</code>,
    },
    { id: 'utime', header: field('utime'), hidden: true, cell: (cert) => <TableTime value={cert.utime} /> },
    { id: 'ctime', header: field('ctime'), hidden: true, cell: (cert) => <TableTime value={cert.ctime} /> },
  ];
}
