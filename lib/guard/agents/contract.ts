import { z } from 'zod';
import { ingestAnswer, MAX_NODE_BODY, nodeBatch } from '@/lib/analytics/ingest/contract';
import { contract, endpoint } from '@/lib/api/endpoint';
import { stream } from '@/lib/api/envelope';
import { millis, queryInt, text } from '@/lib/api/fields';
import { inWords } from '@/lib/api/words';
import { NodeFigures } from '@/lib/guard/fleet/vocabulary';

const Ref = z.object({ kind: z.string(), object_id: z.string() });

/** What a node should run. */
export const Desired = z.object({
  node_id: z.string(),
  /** What this answer builds on; 0: nothing, so that what it does not name is to go. */
  since: z.int(),
  /** What the node has reached when it has taken this answer; to be asked for next. */
  revision: z.int(),
  /** What there is to reach. A node applies what it has taken once `revision` is this one. */
  latest: z.int(),
  artefacts: z.array(Ref.extend({ number: z.int(), hash: z.string() })),
  /** Objects that are gone from the node since. */
  absent: z.array(Ref),
});
export type Desired = z.output<typeof Desired>;

export const Artefact = Ref.extend({
  number: z.int(),
  /** SHA-256 of `content`, in hex. */
  hash: z.string(),
  /** JSON, keys in order. */
  content: z.string(),
});
export type Artefact = z.output<typeof Artefact>;

/** A certificate with its private key, for the node that is to serve it. */
export const NodeCertificate = z.object({
  id: z.int(),
  /** As in the certificate's artefact. */
  fingerprint: z.string(),
  cert: z.string(),
  key: z.string(),
});

/** A released executable for the node's system, signed by whoever releases. */
export const NodeRelease = z.object({
  version: z.string(),
  name: z.string(),
  size: z.int(),
  sha256: z.string(),
  signature: z.string(),
});
export type NodeRelease = z.output<typeof NodeRelease>;

/** Artefacts of one question. */
export const MAX_HASHES = 100;
const HASH = 64;

/** Hashes with commas between them. */
const hashes = z
  .string()
  .max(MAX_HASHES * (HASH + 1))
  .transform((asked) => [...new Set(asked.split(','))])
  .pipe(z.array(z.string().regex(/^[0-9a-f]{64}$/)).max(MAX_HASHES));

const MAX_FAILURE = 500;
/** Seconds for which a node may wait for something to change. */
const MAX_WAIT = 25;

const Reported = z.object({
  kind: z.string().min(1).max(32),
  object_id: z.string().min(1).max(128),
  number: z.int().min(1),
  status: inWords('node_run', z.enum(['running', 'failed'])),
  /** Why it failed, in the node's own words. */
  message: text(MAX_FAILURE).default(''),
  since: millis.min(0),
});

export const ReportInput = z.object({
  /** The revision that the node has applied, as far as it could. */
  revision: z.int().min(0),
  objects: z.array(Reported).max(500),
});
export type ReportInput = z.output<typeof ReportInput>;

/** The node's own clock beside its figures, in Unix milliseconds. */
export const HealthInput = NodeFigures.extend({ clock: millis.min(0) });
export type HealthInput = z.output<typeof HealthInput>;

/** A key whose one scope this is speaks for the one node, and for nothing else. */
const PERMISSION = 'guard.agent.{node_id}';

/** What nodes fetch and report. */
export const agents = contract({
  desired: endpoint({
    method: 'GET',
    path: '/api/guard/nodes/{node_id}/desired',
    permission: PERMISSION,
    grants: [],
    platformOnly: true,
    operatorOnly: true,
    summary: 'Read what a node should run, or what changed of it since a revision',
    query: z.object({
      since: queryInt({ min: 0 }).default(0),
      /** Answers as soon as there is more than `since`, at the latest after so many seconds. */
      wait: queryInt({ min: 0, max: MAX_WAIT }).default(0),
    }),
    data: Desired,
    extension: true,
  }),
  artefact: endpoint({
    method: 'GET',
    path: '/api/guard/nodes/{node_id}/artefacts/{hash}',
    permission: PERMISSION,
    grants: [],
    platformOnly: true,
    operatorOnly: true,
    summary: 'Read an artefact of an object that the node should run',
    data: Artefact,
    extension: true,
  }),
  artefacts: endpoint({
    method: 'GET',
    path: '/api/guard/nodes/{node_id}/artefacts',
    permission: PERMISSION,
    grants: [],
    platformOnly: true,
    operatorOnly: true,
    summary: 'Read up to 100 artefacts that the node should run; what is beyond a megabyte, or not there, is left out',
    query: z.object({ hashes }),
    data: z.object({ list: z.array(Artefact) }),
    extension: true,
  }),
  certificate: endpoint({
    method: 'GET',
    path: '/api/guard/nodes/{node_id}/certificates/{id}',
    permission: PERMISSION,
    grants: [],
    platformOnly: true,
    operatorOnly: true,
    summary: 'Read a certificate that the node should serve, with its private key',
    data: NodeCertificate,
    extension: true,
  }),
  ranges: endpoint({
    method: 'GET',
    path: '/api/guard/nodes/{node_id}/ranges/{name}',
    permission: PERMISSION,
    grants: [],
    platformOnly: true,
    operatorOnly: true,
    summary: 'Read the networks of a country (country-CN) or of an autonomous system (asn-13335), one a line',
    data: stream,
    media: ['text/plain; charset=utf-8'],
    extension: true,
  }),
  release: endpoint({
    method: 'GET',
    path: '/api/guard/nodes/{node_id}/release',
    permission: PERMISSION,
    grants: [],
    platformOnly: true,
    operatorOnly: true,
    summary: 'Read which agent is released for the system of a node; null where none is, or none that is signed',
    query: z.object({ system: z.string().regex(/^linux-(amd64|arm64)$/) }),
    data: NodeRelease.nullable(),
    extension: true,
  }),
  report: endpoint({
    method: 'POST',
    path: '/api/guard/nodes/{node_id}/reports',
    permission: PERMISSION,
    grants: [],
    platformOnly: true,
    operatorOnly: true,
    summary: 'Say what a node runs, and what failed in its own words',
    body: ReportInput,
    // 500 objects with a message each; a node with more says so in several reports.
    maxBody: 1024 * 1024,
    data: z.object({ stored: z.int() }),
    audit: { none: 'a node says what it runs every few seconds; nobody changed anything' },
    extension: true,
  }),
  health: endpoint({
    method: 'POST',
    path: '/api/guard/nodes/{node_id}/health',
    permission: PERMISSION,
    grants: [],
    platformOnly: true,
    operatorOnly: true,
    summary: 'Say how a node is: its load, memory, disk, clock, certificates and origins',
    body: HealthInput,
    maxBody: 32 * 1024,
    data: z.object({ clock_off_ms: z.int() }),
    audit: { none: 'a node says how it is every twenty seconds; nobody changed anything' },
    extension: true,
  }),
  events: endpoint({
    method: 'POST',
    path: '/api/guard/nodes/{node_id}/events',
    permission: PERMISSION,
    grants: [],
    platformOnly: true,
    operatorOnly: true,
    summary: "Store lines of a node's access or audit log, of the domains it serves",
    body: nodeBatch,
    takesGzip: true,
    // A megabyte of lines, quoted.
    maxBody: MAX_NODE_BODY,
    hasOwnQueue: true,
    data: ingestAnswer,
    audit: { none: 'a node sends what it logged every second; nobody changed anything' },
    errors: ['err.analytics.batch_unknown'],
    extension: true,
  }),
});
