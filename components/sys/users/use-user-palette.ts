'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/components/layout/account/session';
import type { PaletteSource } from '@/components/layout/palette/palette-sources';
import { call } from '@/lib/api/client';
import { users } from '@/lib/sys/users/contract';

const FOUND = 6;

/** Users by name, mail or mobile; none for who may not list and open them. */
export function useUserPalette(): PaletteSource {
  const t = useTranslations('sys.users');
  const router = useRouter();
  const can = usePermission();
  const search: PaletteSource['search'] = async (keyword, signal) => {
    const { list } = await call(users.list, { query: { keyword, size: FOUND } }, signal);
    return list.map(({ user_id, user_name, nick_name }) => ({
      id: `user-${user_id}`,
      label: user_name,
      hint: nick_name,
      icon: 'user',
      run: () => router.push(`/sys/users/${user_id}`),
    }));
  };
  const isAllowed = can('sys.user.list') && can('sys.user.view');
  return { id: 'users', heading: t('title'), search: isAllowed ? search : undefined };
}
