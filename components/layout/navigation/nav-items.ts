import { type IconName, isIconName } from '@/components/ui/content/icon-paths';
import { navItems } from '@/lib/generated/nav';

export const NAV_GROUPS = ['observe', 'protect', 'manage', 'tools'] as const;
export type NavGroup = (typeof NAV_GROUPS)[number];

/** What each `components/<module>/<resource>/nav.ts` exports as `nav`; the generator collects them. */
export type NavItem = {
  group: NavGroup;
  /** Place within the group, ascending. */
  order: number;
  href: string;
  icon: string;
  /** Without it, or without any of several, the item is hidden; `session` is what everybody has. */
  permission: string | readonly string[];
  /** Full message key. */
  label: string;
  /** Full message key of further words by which people look for the page. */
  keywords?: string;
  /** Address of the item whose page leads to this one by a tab; the sidebar shows that item alone. */
  under?: string;
  /** For platform staff only, whatever a role of the others was granted. */
  platform?: true;
  /** The path of the list whose total is the figure beside the label: what waits for the caller. */
  count?: string;
};

const ITEMS: readonly NavItem[] = navItems;

export type NavSection = { group: NavGroup; items: NavItem[] };

type Viewer = { permissions: readonly string[]; is_platform: boolean };

/** The navigation of a caller: what can never apply to them is left out, empty groups too. */
export function visibleNav(viewer: Viewer, items: readonly NavItem[] = ITEMS): NavSection[] {
  const granted = new Set(viewer.permissions).add('session');
  const applies = ({ permission, platform }: NavItem) =>
    [permission].flat().some((one) => granted.has(one)) && (viewer.is_platform || !platform);
  return NAV_GROUPS.map((group) => ({
    group,
    items: items.filter((item) => item.group === group && applies(item)).sort((a, b) => a.order - b.order),
  })).filter((section) => section.items.length > 0);
}

/** The navigation without the pages that a tab of a visible one leads to. */
export function sidebarNav(viewer: Viewer, items: readonly NavItem[] = ITEMS): NavSection[] {
  return visibleNav(viewer, items).map(({ group, items: visible }) => ({
    group,
    items: visible.filter(({ under }) => !visible.some(({ href }) => href === under)),
  }));
}

/** The pages that are tabs of one another, of which `pathname` is one; empty where it has none. */
export function tabsAt(viewer: Viewer, pathname: string, items: readonly NavItem[] = ITEMS): NavItem[] {
  const at = navItemOf(pathname, items);
  const first = at?.under ?? at?.href;
  const visible = visibleNav(viewer, items).flatMap((section) => section.items);
  const tabs = visible.filter(({ href, under }) => href === first || under === first);
  return tabs.length > 1 ? tabs : [];
}

/** The item a path belongs to: the longest href that is a whole-segment prefix of it. */
export function navItemOf(pathname: string, items: readonly NavItem[] = ITEMS): NavItem | undefined {
  return items
    .filter((item) => pathname === item.href || pathname.startsWith(`${item.href}/`))
    .sort((a, b) => b.href.length - a.href.length)[0];
}

export function navIcon(item: NavItem): IconName {
  return isIconName(item.icon) ? item.icon : 'list';
}
