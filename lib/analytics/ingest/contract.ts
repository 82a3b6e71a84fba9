import { z } from 'zod';
import { contract, endpoint } from '@/lib/api/endpoint';
import { defineErrors } from '@/lib/api/errors';
import { asWritten } from '@/lib/api/words';
import { LOG_FORMATS, REJECT_REASONS } from '../events/vocabulary';
import { LINES_MEDIA, MAX_BATCH_BYTES, MAX_BATCH_EVENTS } from './vocabulary';

/** What one batch may hold; either form, an item is an event or `{"rejected": {…}}`. */
export const ingestInput = z
  .object({
    /** Chosen by the sender; the same id a second time changes nothing and gets the first answer again. */
    batch_id: z.string().regex(/^[A-Za-z0-9._:-]{1,128}$/),
    events: z.array(z.looseObject({})).max(MAX_BATCH_EVENTS).optional(),
    /** The items as JSON lines in one string: several times faster to read, and it may carry control characters. */
    lines: z.string().max(MAX_BATCH_BYTES).optional(),
  })
  .refine((v) => v.events !== undefined || v.lines !== undefined, { path: ['events'], params: { key: 'required' } });
export type IngestInput = z.output<typeof ingestInput>;

/** What a batch of log lines says of itself. */
export const linesHeader = z.object({
  batch_id: ingestInput.shape.batch_id,
  format: z.enum(LOG_FORMATS),
  /** Where the lines come from, for those that are kept for inspection: a file, and the number of the first of them. */
  file: z.string().max(255).default(''),
  first_line: z.int().min(1).default(1),
  /** All times are moved by so many ms. */
  shift_ms: z.int().default(0),
  /** Host as logged to host as owned; '' represents lines without a host, '*' every other. */
  hosts: z.record(z.string(), z.string()).default({}),
});
export type LinesHeader = z.output<typeof linesHeader>;

/** Some two thousand lines: what a busy node logs in a second. */
const MAX_NODE_LINES_BYTES = 1024 * 1024;
/** As JSON, in which every quote of a line is two characters. */
export const MAX_NODE_BODY = 2 * MAX_NODE_LINES_BYTES;

/** Lines of a node's own logs, as they are. */
export const nodeBatch = linesHeader.pick({ batch_id: true, file: true, first_line: true }).extend({
  format: asWritten(z.enum(['nginx_json', 'modsecurity_json'])),
  /** Each ends with a line feed. */
  lines: z
    .string()
    .max(MAX_NODE_LINES_BYTES)
    .refine((v) => lineFeeds(v) <= MAX_BATCH_EVENTS, { params: { key: 'too_many', max: MAX_BATCH_EVENTS } }),
});
export type NodeBatch = z.output<typeof nodeBatch>;

function lineFeeds(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

const count = z.int().nonnegative();

export const ingestAnswer = z.object({
  batch_id: z.string(),
  /** Items in the batch. */
  received: count,
  stored: count,
  known: count,
  upgraded: count,
  /** Lines that were not stored: those the sender rejected and those that were refused here. */
  rejected: count,
  /** How many of them for which reason. */
  reasons: z.partialRecord(asWritten(z.enum(REJECT_REASONS)), count),
  /** Rejected lines newly kept for inspection; of each brand, day and reason the first. */
  kept: count,
  /** Whether this batch_id of this brand had been stored before; the numbers are those of that time. */
  duplicate: z.boolean(),
});
export type IngestAnswer = z.output<typeof ingestAnswer>;

/** The store cannot say whether a batch is in it. */
export const errors = defineErrors({
  'err.analytics.batch_unknown': { code: 4106, status: 503, category: 'internal' },
});

/** Storing of events and logs. */
export const events = contract({
  ingest: endpoint({
    method: 'POST',
    path: '/api/analytics/events',
    permission: 'analytics.event.ingest',
    platformOnly: true,
    summary: 'Store a batch of traffic events',
    bytes: ingestInput,
    alsoTakes: {
      media: LINES_MEDIA,
      describe:
        'Log lines as they are. The first line is a JSON object with batch_id, format (nginx_json, modsecurity_json, combined) and, where wanted, file, first_line, shift_ms and hosts.',
    },
    takesGzip: true,
    maxBody: MAX_BATCH_BYTES,
    data: ingestAnswer,
    audit: { resource: 'event_batch', summed: true },
    errors: ['err.analytics.batch_unknown'],
    extension: true,
  }),
});
