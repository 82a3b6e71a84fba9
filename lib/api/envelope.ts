import { z } from 'zod';
import type { ErrorCategory } from './errors';

/** Every JSON answer (spec 1.1 and 7). */
export type Envelope<T> = { code: 0; message: string; data: T };

export type ErrorEnvelope = {
  code: number;
  message: string;
  err_key: string;
  data: { category: ErrorCategory; field?: string; valid_values?: readonly (string | number)[] };
};

/** `data` of an endpoint that returns nothing. */
export const nothing = z.null();

/** A raw stream instead of the envelope: an export or a download (spec section 1, Body format). */
export type StreamReply = {
  media_type: string;
  /** Fixed by the server, never by input. */
  file_name: string;
  chunks: AsyncIterable<string | Uint8Array>;
  /** Shown where it is, such as a script, instead of saved as a file. */
  inline?: true;
  /** 206 for a part, 304 for what the caller has already; 200 when not given. */
  status?: 200 | 206 | 304;
  headers?: Readonly<Record<string, string>>;
};

/** `data` of an endpoint that answers a stream. */
export const stream = z.custom<StreamReply>((v) => typeof v === 'object' && v !== null && 'chunks' in v);
