import { describe, expect, it } from 'vitest';
import { viewersOf } from './viewers';

const words = { platform: 'P', heads: 'H' };
const log = { actor_type: 'user' as const, actor_name: 'child', user_id: 'u', on_behalf_user_name: '' };

describe('who can see an operation', () => {
  it('staff of the platform, the heads of the site, and the actor', () => {
    expect(viewersOf(log, words)).toEqual(['P', 'H', 'child']);
  });

  it('whom staff acted for, but staff only once', () => {
    const staff = { ...log, actor_type: 'staff' as const, actor_name: 'support', on_behalf_user_name: 'child' };
    expect(viewersOf(staff, words)).toEqual(['P', 'H', 'child']);
    expect(viewersOf({ ...staff, on_behalf_user_name: '' }, words)).toEqual(['P', 'H']);
  });

  it('nobody beside them for what the machine itself did', () => {
    expect(viewersOf({ ...log, actor_type: 'internal_service', user_id: '' }, words)).toEqual(['P', 'H']);
  });
});
