import { describe, expect, it } from 'vitest';
import { navItems } from '@/lib/generated/nav';
import { type NavItem, navIcon, navItemOf, sidebarNav, tabsAt, visibleNav } from './nav-items';

const item = (href: string, group: NavItem['group'], order: number, permission: string): NavItem => ({
  href,
  group,
  order,
  permission,
  icon: 'list',
  label: href,
});
const items = [
  item('/guard/domains', 'protect', 20, 'guard.domain.list'),
  item('/guard/domains/approvals', 'protect', 10, 'guard.domain.audit'),
  item('/docs', 'tools', 1, 'session'),
];

describe('navigation', () => {
  it('gives each item of the sidebar an icon of its own', () => {
    const permissions = navItems.flatMap(({ permission }) => permission);
    const shown = sidebarNav({ permissions, is_platform: true }).flatMap((section) => section.items);
    const icons = shown.map((each) => navIcon(each));
    expect(icons.filter((icon, i) => icons.indexOf(icon) !== i)).toEqual([]);
  });

  it('hides what can never apply, and groups left empty', () => {
    const viewer = { permissions: ['guard.domain.list'], is_platform: true };
    expect(visibleNav(viewer, items).map((s) => [s.group, s.items.map((i) => i.href)])).toEqual([
      ['protect', ['/guard/domains']],
      ['tools', ['/docs']],
    ]);
  });

  it('keeps what is for platform staff from business users who were granted it', () => {
    const staff = items.map((each) => ({ ...each, platform: true }) as const);
    const permissions = ['guard.domain.audit', 'guard.domain.list'];
    expect(visibleNav({ permissions, is_platform: false }, staff)).toEqual([]);
    expect(visibleNav({ permissions, is_platform: true }, staff)).toHaveLength(2);
  });

  it('shows a page for which any of several permissions is enough', () => {
    const either = [{ ...item('/w', 'tools', 1, ''), permission: ['a.view', 'b.view'] }];
    expect(visibleNav({ permissions: ['b.view'], is_platform: false }, either)).toHaveLength(1);
    expect(visibleNav({ permissions: ['c.view'], is_platform: false }, either)).toEqual([]);
  });

  it('orders within a group', () => {
    const viewer = { permissions: ['guard.domain.list', 'guard.domain.audit'], is_platform: true };
    expect(visibleNav(viewer, items)[0]?.items.map((i) => i.order)).toEqual([10, 20]);
  });

  it('finds the item of a path by whole segments, the longest first', () => {
    expect(navItemOf('/guard/domains/approvals/7', items)?.href).toBe('/guard/domains/approvals');
    expect(navItemOf('/guard/domains/7', items)?.href).toBe('/guard/domains');
    expect(navItemOf('/guard/domainsx', items)).toBeUndefined();
  });

  it('shows a page that is a tab of another one beside it only where that one is not visible', () => {
    const pages = [
      item('/a', 'observe', 1, 'a.view'),
      { ...item('/b', 'observe', 2, 'b.view'), under: '/a' },
      { ...item('/c', 'observe', 3, 'c.view'), under: '/a' },
    ];
    const hrefs = (permissions: string[]) =>
      sidebarNav({ permissions, is_platform: false }, pages).flatMap((s) => s.items.map(({ href }) => href));
    expect(hrefs(['a.view', 'b.view', 'c.view'])).toEqual(['/a']);
    expect(hrefs(['b.view', 'c.view'])).toEqual(['/b', '/c']);
    const tabs = (permissions: string[], path: string) =>
      tabsAt({ permissions, is_platform: false }, path, pages).map(({ href }) => href);
    expect(tabs(['a.view', 'b.view', 'c.view'], '/c')).toEqual(['/a', '/b', '/c']);
    expect(tabs(['b.view', 'c.view'], '/b')).toEqual(['/b', '/c']);
    expect(tabs(['b.view'], '/b')).toEqual([]);
    expect(tabs(['a.view'], '/nowhere')).toEqual([]);
  });
});
