import { describe, expect, it } from 'vitest';
import { type NavItem, navItemOf, visibleNav } from './nav';

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
    const can = (permission: string) => permission === 'session' || permission === 'guard.domain.list';
    expect(visibleNav(can, items).map((s) => [s.group, s.items.map((i) => i.href)])).toEqual([
      ['protect', ['/guard/domains']],
      ['tools', ['/docs']],
    ]);
  });

  it('orders within a group', () => {
    expect(visibleNav(() => true, items)[0]?.items.map((i) => i.order)).toEqual([10, 20]);
  });

  it('finds the item of a path by whole segments, the longest first', () => {
    expect(navItemOf('/guard/domains/approvals/7', items)?.href).toBe('/guard/domains/approvals');
    expect(navItemOf('/guard/domains/7', items)?.href).toBe('/guard/domains');
    expect(navItemOf('/guard/domainsx', items)).toBeUndefined();
  });
});
