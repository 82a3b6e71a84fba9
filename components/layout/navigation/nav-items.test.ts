import { describe, expect, it } from 'vitest';
import { type NavItem, navItemOf, visibleNav } from './nav-items';

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

  it('orders within a group', () => {
    const viewer = { permissions: ['guard.domain.list', 'guard.domain.audit'], is_platform: true };
    expect(visibleNav(viewer, items)[0]?.items.map((i) => i.order)).toEqual([10, 20]);
  });

  it('finds the item of a path by whole segments, the longest first', () => {
    expect(navItemOf('/guard/domains/approvals/7', items)?.href).toBe('/guard/domains/approvals');
    expect(navItemOf('/guard/domains/7', items)?.href).toBe('/guard/domains');
    expect(navItemOf('/guard/domainsx', items)).toBeUndefined();
  });
});
