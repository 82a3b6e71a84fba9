'use client';

import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Icon } from '@/components/ui/content/icon';
import { Logo } from '@/components/ui/content/logo';
import { Link } from '@/components/ui/controls/link';
import { cx } from '@/components/ui/cx';
import { Tooltip } from '@/components/ui/overlays/tooltip';
import { useIsHydrated } from '@/components/ui/states/use-is-hydrated';
import { useSession } from '../account/session';
import { UserMenu, useDisplayName } from '../account/user-menu';
import { useFormat } from '../preferences/use-format';
import { type NavItem, navIcon, navItemOf, sidebarNav } from './nav-items';
import { useNavCount } from './use-nav-count';

function NavLink({
  item,
  active,
  slim,
  onFollow,
}: {
  item: NavItem;
  active: boolean;
  slim: boolean;
  onFollow?: () => void;
}) {
  const t = useTranslations();
  const format = useFormat();
  const count = useNavCount(item);
  const name = count > 0 ? t('nav.waiting', { name: t(item.label), count }) : t(item.label);
  const link = (
    <Link
      href={item.href}
      className="nav-item"
      aria-current={active ? 'page' : undefined}
      aria-label={slim || count > 0 ? name : undefined}
      onClick={onFollow}
    >
      <Icon name={navIcon(item)} />
      {slim ? null : <span className="min-w-0 flex-1 truncate">{t(item.label)}</span>}
      {slim || count === 0 ? null : (
        <span className="mr-3 text-12 font-normal text-ink-2 tabular-nums">{format.short(count)}</span>
      )}
    </Link>
  );
  return slim ? (
    <Tooltip label={name} side="right">
      {link}
    </Tooltip>
  ) : (
    link
  );
}

/** The groups of pages, with what the caller can never use left out. */
export function NavList({ slim = false, onFollow }: { slim?: boolean; onFollow?: () => void }) {
  const t = useTranslations('nav');
  const session = useSession();
  const at = navItemOf(usePathname());
  const sections = sidebarNav(session);
  const shown = sections.flatMap(({ items }) => items);
  const active = shown.find(({ href }) => href === at?.href) ?? shown.find(({ href }) => href === at?.under);
  return (
    <nav aria-label={t('main')} className="-mr-px min-h-0 flex-1 overflow-auto py-2.5 pl-2 [scrollbar-width:none]">
      {sections.map(({ group, items }) => (
        <div key={group} className={slim ? 'mb-2 border-b border-line pb-2 last:border-0' : 'mt-3.5 first:mt-0.5'}>
          {slim ? null : <div className="mb-1 ml-[9px] text-11 font-medium text-ink-3">{t(`groups.${group}`)}</div>}
          <ul aria-label={t(`groups.${group}`)}>
            {items.map((item) => (
              <li key={item.href}>
                <NavLink item={item} active={item.href === active?.href} slim={slim} onFollow={onFollow} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** Who is signed in where; opens their menu. */
export function Foot({ slim = false }: { slim?: boolean }) {
  const t = useTranslations('common');
  const { oem } = useSession();
  const name = useDisplayName();
  return (
    <UserMenu
      side="top"
      align="start"
      trigger={
        <button
          type="button"
          aria-label={t('user_menu', { name })}
          className="flex w-full flex-none items-center gap-2 border-t border-line px-4 py-2.5 text-left text-11 text-ink-3 hover:bg-hover focus-visible:shadow-[inset_0_0_0_2px_var(--focus)]"
        >
          {slim ? null : (
            <span className="min-w-0 flex-1">
              <span className="block truncate">{name}</span>
              <span className="block truncate">{oem.name}</span>
            </span>
          )}
          <Icon name={slim ? 'user' : 'chevron-up'} className={slim ? 'mx-auto' : undefined} />
        </button>
      }
    />
  );
}

/**
 * 216 px; a slim column of icons below 1200 px; absent on a phone, where the sheet takes its place. The server does not know
 * the width: what has room for words alone is shown once the browser has said it.
 */
export function Sidebar({ slim }: { slim: boolean }) {
  const isHydrated = useIsHydrated();
  return (
    <aside className="row-span-2 flex min-h-0 flex-col border-r border-line bg-panel max-sm:hidden">
      <Link
        href="/"
        className="flex h-(--header-h) flex-none items-center gap-[9px] border-b border-line px-4 text-14 font-semibold tracking-[-0.015em] focus-visible:shadow-[inset_0_0_0_2px_var(--focus)]"
      >
        <span className="text-accent">
          <Logo />
        </span>
        <span className="max-lg:sr-only">Parapet</span>
      </Link>
      <div className={cx('flex min-h-0 flex-1 flex-col', !isHydrated && 'max-lg:invisible')}>
        <NavList slim={slim} />
        <Foot slim={slim} />
      </div>
    </aside>
  );
}
