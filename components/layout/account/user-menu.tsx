'use client';

import { useTranslations } from 'next-intl';
import type { ReactElement } from 'react';
import { Menu } from '@/components/ui/overlays/menu';
import { useLanguageEntries } from '../preferences/language-switch';
import { useSession } from './session';
import { useSignOut } from './sign-out';

/** Two characters for a user: the initials of the name's parts, or its first Han character. */
export function initialsOf(name: string): string {
  const parts = name.split(/[\s._@-]+/).filter(Boolean);
  const first = [...(parts[0] ?? '')];
  if (/\p{Script=Han}/u.test(first[0] ?? '')) return first[0] ?? '';
  return ((first[0] ?? '') + (parts[1] ? ([...parts[1]][0] ?? '') : (first[1] ?? ''))).toUpperCase();
}

export function useDisplayName(): string {
  const { user } = useSession();
  return user.nick_name || user.user_name;
}

/** Oneself, own password, language, sign out. `trigger` is the avatar or the foot of the sidebar. */
export function UserMenu({
  trigger,
  side,
  align,
}: {
  trigger: ReactElement;
  side?: 'top' | 'bottom';
  align?: 'start' | 'end';
}) {
  const t = useTranslations('common');
  const { user, oem } = useSession();
  const signOut = useSignOut();
  const languages = useLanguageEntries();
  return (
    <Menu
      side={side}
      align={align}
      trigger={trigger}
      entries={[
        { heading: `${user.user_name} · ${oem.name}` },
        { label: t('profile'), icon: 'user', href: '/profile' },
        { label: t('change_password'), icon: 'lock', href: '/password' },
        'separator',
        { heading: t('language') },
        ...languages,
        'separator',
        { label: t('sign_out'), icon: 'signout', onSelect: signOut },
      ]}
    />
  );
}

export function AvatarMenu() {
  const t = useTranslations('common');
  const name = useDisplayName();
  return (
    <UserMenu
      trigger={
        <button
          type="button"
          aria-label={t('user_menu', { name })}
          className="grid size-6 flex-none place-items-center rounded-1 bg-accent-soft text-11 font-semibold text-accent"
        >
          {initialsOf(name)}
        </button>
      }
    />
  );
}
