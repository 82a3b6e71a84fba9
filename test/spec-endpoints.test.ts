import { describe, expect, it } from 'vitest';
import type { AnyEndpoint } from '@/lib/api/endpoint';
import { routes } from '@/lib/api/registry';
import { BUILT, type SpecEndpoint, TO_COME } from './spec-endpoints';

/** Method and path, whatever the parameters are called: a caller never sees their names. */
const placeOf = ({ method, path }: { method: string; path: string }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`;

/** What an endpoint asks for; of a page that the body names, for that page. */
function permissionOf({ permission }: AnyEndpoint): string {
  if (typeof permission !== 'function') return permission;
  return permission({ params: {}, query: undefined, body: { page: '{page}' } });
}

const built = new Map(routes.map(({ endpoint }) => [placeOf(endpoint), endpoint]));
const outline = (endpoint: AnyEndpoint | undefined) =>
  endpoint && { permission: permissionOf(endpoint), status: endpoint.status ?? 200, extension: endpoint.extension };

describe("the spec's list of endpoints", () => {
  it.each(BUILT)('is kept: $method $path asks for $permission and answers $status', (listed: SpecEndpoint) => {
    const { permission, status } = listed;
    expect(outline(built.get(placeOf(listed)))).toEqual({ permission, status, extension: undefined });
  });

  it('is up to date: nothing that is still to come is there already', () => {
    expect(TO_COME.map(placeOf).filter((place) => built.has(place))).toEqual([]);
  });

  it('names each endpoint once, and all that it does not name are marked as extensions', () => {
    const listed = [...BUILT, ...TO_COME].map(placeOf);
    expect(new Set(listed).size).toBe(listed.length);
    const others = [...built].filter(([place]) => !listed.includes(place));
    expect(others.filter(([, endpoint]) => !endpoint.extension).map(([place]) => place)).toEqual([]);
  });
});
