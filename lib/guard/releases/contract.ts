import { z } from 'zod';
import { contract, endpoint } from '@/lib/api/endpoint';
import { millis, pageOf, pageQuery, queryInt } from '@/lib/api/fields';
import { inWords } from '@/lib/api/words';

const Cause = z.object({
  audit_id: z.int(),
  /** Permission key of the change. */
  action: z.string(),
  actor_id: z.string(),
  actor_name: z.string(),
  ctime: millis,
});

/** How many of the domain's nodes run it, failed to, or have not said yet. */
const Spread = z.object({ running: z.int(), failed: z.int(), waiting: z.int() });

/** What differs, by path. */
const Changes = z.record(z.string(), z.object({ old: z.unknown(), new: z.unknown() }));

/** An artefact that the nodes of a domain are to run: of the domain, or of what it refers to, such as its policy. */
export const Release = z.object({
  /** The number of one of the domain's own; else `<kind>.<object_id>.<number>`. */
  id: z.string(),
  kind: z.string(),
  object_id: z.string(),
  /** From 1 on, without gaps in an object. */
  number: z.int(),
  /** How the object is called. */
  label: z.string(),
  /** SHA-256 of the configuration. */
  hash: z.string(),
  /** The changes it brings, the first one first. */
  causes: z.array(Cause),
  /** What it changed against the one before it; empty where that is gone, or the two are too long for a list. */
  changes: Changes,
  nodes: Spread,
  ctime: millis,
});
export type Release = z.output<typeof Release>;

export const ReleaseDetail = Release.extend({
  config: z.record(z.string(), z.unknown()),
  /** What nodes say of it that cannot run it. */
  failures: z.array(z.object({ node_id: z.string(), message: z.string(), since: millis })),
});
export type ReleaseDetail = z.output<typeof ReleaseDetail>;

export const ReleaseDiff = z.object({
  from: z.int(),
  to: z.int(),
  changes: Changes,
});
export type ReleaseDiff = z.output<typeof ReleaseDiff>;

/** What nodes make of a domain now. */
export const Delivery = z.object({
  /** Changes that are not an artefact yet. */
  pending: z.int(),
  /** Number of the domain's last artefact; 0 while there is none. */
  number: z.int(),
  /** When the latest change that it brought was saved; 0 where nobody's did. */
  changed_at: millis,
  /** Every node that should run it, with what it says of the domain and all it refers to. */
  nodes: z.array(
    z.object({
      node_id: z.string(),
      state: inWords('node_run', z.enum(['running', 'failed', 'waiting'])),
      /** The node's own words where it failed. */
      message: z.string(),
      /** Since when it runs or failed; 0 while it has not said. */
      since: millis,
    }),
  ),
});
export type Delivery = z.output<typeof Delivery>;

const ReleaseQuery = pageQuery.extend({
  /** Unix ms; only those that were in force then, one of each object. */
  at: queryInt({ min: 0 }).optional(),
});
export type ReleaseQuery = z.output<typeof ReleaseQuery>;

/** Versions of what is delivered to nodes. */
export const releases = contract({
  list: endpoint({
    method: 'GET',
    path: '/api/guard/domains/{id}/releases',
    permission: 'guard.domain.view',
    summary: 'List what the nodes of a domain were to run, of the domain and all it refers to, newest first',
    query: ReleaseQuery,
    data: pageOf(Release),
    extension: true,
  }),
  view: endpoint({
    method: 'GET',
    path: '/api/guard/domains/{id}/releases/{release}',
    permission: 'guard.domain.view',
    summary: 'Read a release whole',
    data: ReleaseDetail,
    extension: true,
  }),
  diff: endpoint({
    method: 'GET',
    path: '/api/guard/domains/{id}/releases/{release}/diff',
    permission: 'guard.domain.view',
    summary: 'Read what a release changed against another one of its object, or the one before it',
    query: z.object({ from: queryInt({ min: 0 }).optional() }),
    data: ReleaseDiff,
    extension: true,
  }),
  delivery: endpoint({
    method: 'GET',
    path: '/api/guard/domains/{id}/delivery',
    permission: 'guard.domain.view',
    summary: 'Read which nodes run a domain as it should be',
    data: Delivery,
    extension: true,
  }),
});
