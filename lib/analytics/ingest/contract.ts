import { z } from 'zod';
import { contract, endpoint } from '@/lib/api/endpoint';
import { defineErrors } from '@/lib/api/errors';
import { REJECT_REASONS } from '../events/vocabulary';

/** Twenty thousand events of 400 bytes; read in one piece, so a batch is what one sender may keep in memory at a time. */
export const MAX_BATCH_BYTES = 8 * 1024 * 1024;
export const MAX_BATCH_EVENTS = 20_000;

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

const count = z.int().nonnegative();

const ingestAnswer = z.object({
  batch_id: z.string(),
  /** Items in the batch. */
  received: count,
  stored: count,
  known: count,
  upgraded: count,
  /** Lines that were not stored: those the sender rejected and those that were refused here. */
  rejected: count,
  /** How many of them for which reason. */
  reasons: z.partialRecord(z.enum(REJECT_REASONS), count),
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

export const events = contract({
  ingest: endpoint({
    method: 'POST',
    path: '/api/analytics/events',
    permission: 'analytics.event.ingest',
    platformOnly: true,
    summary: 'Store a batch of traffic events',
    bytes: ingestInput,
    maxBody: MAX_BATCH_BYTES,
    data: ingestAnswer,
    audit: { resource: 'event_batch', summed: true },
    errors: ['err.analytics.batch_unknown'],
    extension: true,
  }),
});
