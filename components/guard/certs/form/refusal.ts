import { ApiError } from '@/lib/api/client';
import type { PemName } from './inspect';

const NAMES: readonly string[] = ['cert', 'key', 'sign_cert', 'sign_key'];

/** The field a refusal belongs to: of a certificate that the stored key does not match, the key that is to be given too. */
export function refusalOn(error: unknown): PemName | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { field } = error.envelope.data ?? {};
  const isMismatch = error.envelope.err_key === 'err.guard.cert.not_a_pair';
  if (isMismatch && field === 'cert') return 'key';
  return NAMES.includes(field ?? '') ? (field as PemName) : undefined;
}

/** The same refusal, on the field it belongs to. */
export function onItsField(error: unknown): unknown {
  const field = refusalOn(error);
  if (!(error instanceof ApiError) || field === undefined) return error;
  const { status, envelope, requestId, retryAfter } = error;
  return new ApiError(status, { ...envelope, data: { ...envelope.data, field } }, requestId, retryAfter);
}
