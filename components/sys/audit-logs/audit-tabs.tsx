'use client';

import { useTranslations } from 'next-intl';
import { LinkTabs } from '@/components/ui/tabs/link-tabs';

/** The pages of the audit log. */
export const AUDIT = '/sys/audit';
export const OPERATIONS = `${AUDIT}/operations`;
export const SIGN_INS = `${AUDIT}/sign-ins`;

export function AuditTabs() {
  const t = useTranslations('sys.audit-logs.pages');
  return (
    <LinkTabs
      name={t('name')}
      tabs={[
        { href: AUDIT, label: t('overview') },
        { href: OPERATIONS, label: t('operations') },
        { href: SIGN_INS, label: t('sign_ins') },
      ]}
    />
  );
}
