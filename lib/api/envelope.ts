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
