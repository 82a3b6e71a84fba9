'use client';

import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Icon } from '@/components/ui/content/icon';
import { Kbd } from '@/components/ui/content/kbd';
import { Logo } from '@/components/ui/content/logo';
import { IconButton } from '@/components/ui/controls/button';
import { Link } from '@/components/ui/controls/link';
import { AvatarMenu } from '../account/user-menu';
import { useCurrentCrumb } from '../navigation/crumbs';
import { navItemOf } from '../navigation/nav-items';
import { preloadPalette } from '../palette/use-palette';
import { LanguageMenu } from '../preferences/language-switch';
import { ThemeMenu } from '../preferences/theme-menu';

/** Group, page, and the object where the page shows one. */
function Breadcrumb() {
  const t = useTranslations();
  const pathname = usePathname();
  const crumb = useCurrentCrumb();
  const item = navItemOf(pathname);
  const isListPage = item?.href === pathname;
  return (
    <nav aria-label={t('nav.breadcrumb')} className="min-w-0 flex-1 max-sm:hidden">
      <ol className="flex min-w-0 items-center gap-[7px] text-ink-3">
        {item ? (
          <>
            <li className="whitespace-nowrap">{t(`nav.groups.${item.group}`)}</li>
            <li aria-hidden="true">/</li>
            <li className={isListPage ? 'min-w-0 truncate font-medium text-ink' : 'whitespace-nowrap'}>
              {isListPage ? (
                <span aria-current="page">{t(item.label)}</span>
              ) : (
                <Link href={item.href} className="rounded-1 hover:text-ink">
                  {t(item.label)}
                </Link>
              )}
            </li>
          </>
        ) : null}
        {crumb && !isListPage ? (
          <>
            {item ? <li aria-hidden="true">/</li> : null}
            <li className="min-w-0 truncate font-medium text-ink" aria-current="page">
              {crumb}
            </li>
          </>
        ) : null}
      </ol>
    </nav>
  );
}

/** Whose console this is; below a page of the navigation, the way back to it. */
function PhoneTitle() {
  const t = useTranslations();
  const pathname = usePathname();
  const item = navItemOf(pathname);
  if (item && item.href !== pathname) {
    return (
      <Link
        href={item.href}
        aria-label={t('nav.back_to', { page: t(item.label) })}
        className="flex h-9 min-w-0 flex-1 items-center gap-1 rounded-2 font-medium sm:hidden"
      >
        <Icon name="chevron-left" className="text-ink-3" />
        <span className="truncate">{t(item.label)}</span>
      </Link>
    );
  }
  return (
    <span className="flex min-w-0 flex-1 items-center gap-2 font-medium sm:hidden">
      <span className="text-accent">
        <Logo size={18} />
      </span>
      <span className="truncate">Parapet</span>
    </span>
  );
}

/** 48 px: where one is, the palette, language, theme, user. */
export function Header({ onOpenNav, onOpenPalette }: { onOpenNav: () => void; onOpenPalette: () => void }) {
  const t = useTranslations('common');
  // Whoever reaches for it has it on its way before the press is over.
  const opensPalette = {
    onPointerEnter: preloadPalette,
    onPointerDown: preloadPalette,
    onFocus: preloadPalette,
    onClick: onOpenPalette,
  };
  return (
    <header className="flex items-center gap-2 border-b border-line bg-panel pr-4 pl-6 max-sm:pr-3 max-sm:pl-2">
      <IconButton icon="menu" name={t('open_navigation')} onClick={onOpenNav} className="sm:hidden!" />
      <PhoneTitle />
      <Breadcrumb />
      <button
        type="button"
        {...opensPalette}
        className="flex h-[30px] w-58 items-center gap-2 rounded-2 border border-line-strong bg-panel px-2 text-ink-3 hover:bg-hover max-sm:hidden"
      >
        <Icon name="search" />
        <span className="min-w-0 flex-1 truncate text-left">{t('palette.open')}</span>
        <Kbd>Ctrl K</Kbd>
      </button>
      <IconButton icon="search" name={t('palette.open')} {...opensPalette} className="sm:hidden!" />
      <LanguageMenu className="max-sm:hidden!" />
      <ThemeMenu />
      <AvatarMenu />
    </header>
  );
}
