import { z } from 'zod';
import { contract, endpoint } from '@/lib/api/endpoint';

/** Twenty thousand events of 400 bytes; read in one piece, so a batch is what one sender may keep in memory at a time. */
export const MAX_BATCH_BYTES = 8 * 1024 * 1024;
export const MAX_BATCH_EVENTS = 20_000;

/** What one batch may hold; either form, an item is an event or `{"rejected": {…}}`. */
const IngestInput = z
  .object({
    /** Chosen by the sender; the same id a second time changes nothing and gets the first answer again. */
    batch_id: z.string().regex(/^[A-Za-z0-9._:-]{1,128}$/),
    events: z.array(z.looseObject({})).max(MAX_BATCH_EVENTS).optional(),
    /** The items as JSON lines in one string: several times faster to read, and it may carry control characters. */
    lines: z.string().max(MAX_BATCH_BYTES).optional(),
  })
  .refine((v) => v.events !== undefined || v.lines !== undefined, { path: ['events'], params: { key: 'required' } });
export type IngestInput = z.output<typeof IngestInput>;

export const IngestAnswer = z.object({
  batch_id: z.string(),
  /** Items in the batch. */
  received: z.int(),
  stored: z.int(),
  known: z.int(),
  upgraded: z.int(),
  /** Lines kept for inspection: the sender's own and items that are no event. */
  rejected: z.int(),
  /** Whether this batch_id had been stored before. */
  duplicate: z.boolean(),
});
export type IngestAnswer = z.output<typeof IngestAnswer>;

export const events = contract({
  ingest: endpoint({
    method: 'POST',
    path: '/api/analytics/events',
    permission: 'analytics.event.ingest',
    platformOnly: true,
    summary: 'Store a batch of traffic events',
    body: IngestInput,
    maxBody: MAX_BATCH_BYTES,
    data: IngestAnswer,
    audit: { none: 'Traffic, not an operation of somebody' },
    extension: true,
  }),
});
