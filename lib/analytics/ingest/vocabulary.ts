/** What a batch may have. Apart from its contract, since the command that sends batches has no use for that and starts faster without. */

/** Twenty thousand events of 400 bytes; read in one piece, so a batch is what one sender may keep in memory at a time. */
export const MAX_BATCH_BYTES = 8 * 1024 * 1024;
export const MAX_BATCH_EVENTS = 20_000;

/** Media type of a batch of log lines as they are: the first line is `linesHeader` as JSON, each other one a line of the log. */
export const LINES_MEDIA = 'application/x-ndjson';
/** The header may name the hosts of a large site; it is read on the thread that answers. */
export const MAX_HEADER_BYTES = 64 * 1024;
