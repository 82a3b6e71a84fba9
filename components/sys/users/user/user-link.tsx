'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/components/layout/account/session';
import { Link } from '@/components/ui/controls/link';
import { query } from '@/lib/api/client';
import { users } from '@/lib/sys/users/contract';

/** A user by name as a link, or by id where the reader does not see them. */
export function UserLink({ user_id }: { user_id: string }) {
  const t = useTranslations('sys.users');
  const isAllowed = usePermission()('sys.user.view');
  const { data, isPending } = useQuery({
    ...query(users.view, { params: { id: user_id } }),
    enabled: isAllowed,
  });
  if (data) {
    return (
      <Link className="link" href={`/sys/users/${user_id}`}>
        {data.user_name}
      </Link>
    );
  }
  if (isAllowed && isPending) return <span className="text-ink-3">…</span>;
  return (
    <>
      <code className="text-12 break-all">{user_id}</code> <span className="text-ink-3">{t('chain.unseen')}</span>
    </>
  );
}
