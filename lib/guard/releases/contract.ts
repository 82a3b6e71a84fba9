import { z } from 'zod';
import { contract, endpoint } from '@/lib/api/endpoint';
import { millis, pageOf, pageQuery, queryInt } from '@/lib/api/fields';

/** A configuration that the nodes of a domain are to run. */
export const Release = z.object({
  domain_id: z.string(),
  /** From 1 on, without gaps in a domain. */
  number: z.int(),
  domain: z.string(),
  /** SHA-256 of the configuration. */
  hash: z.string(),
  /** Permission key of the change that caused it. */
  cause: z.string(),
  actor_id: z.string(),
  actor_name: z.string(),
  ctime: millis,
});
export type Release = z.output<typeof Release>;

export const ReleaseDetail = Release.extend({ config: z.record(z.string(), z.unknown()) });
export type ReleaseDetail = z.output<typeof ReleaseDetail>;

export const ReleaseDiff = z.object({
  from: z.int(),
  to: z.int(),
  /** What differs, by path. */
  changes: z.record(z.string(), z.object({ old: z.unknown(), new: z.unknown() })),
});
export type ReleaseDiff = z.output<typeof ReleaseDiff>;

export const releases = contract({
  list: endpoint({
    method: 'GET',
    path: '/api/guard/domains/{id}/releases',
    permission: 'guard.domain.view',
    summary: 'List the configurations a domain was distributed with, newest first',
    query: pageQuery,
    data: pageOf(Release),
    extension: true,
  }),
  view: endpoint({
    method: 'GET',
    path: '/api/guard/domains/{id}/releases/{number}',
    permission: 'guard.domain.view',
    summary: 'Read a distributed configuration whole',
    data: ReleaseDetail,
    extension: true,
  }),
  diff: endpoint({
    method: 'GET',
    path: '/api/guard/domains/{id}/releases/{number}/diff',
    permission: 'guard.domain.view',
    summary: 'Read what a distributed configuration changed against another one, or the one before it',
    query: z.object({ from: queryInt({ min: 0 }).optional() }),
    data: ReleaseDiff,
    extension: true,
  }),
});
