import { get, set } from 'react-hook-form';
import { QUOTA_EXCEEDED } from '@/components/ui/states/ways-out';
import type { ErrorEnvelope } from '@/lib/api/envelope';

/** A refusal of the whole form; `err_key` says which, where the server named one, and `cause` what was thrown. */
export type FormError = { message: string; err_key?: string; cause?: unknown };

export type ServerErrorTarget = { kind: 'field'; name: string; message: string } | ({ kind: 'form' } & FormError);

/**
 * Where a refusal belongs: on its field when the form shows that field (paths such as `src_sites.0.port`), else above
 * the buttons. A path below a shown field, such as `matches.0.data.1` for one list control, lands on the nearest one.
 */
export function serverErrorTarget(
  envelope: ErrorEnvelope,
  isShown: (name: string) => boolean,
  valuesText: (values: string) => string,
): ServerErrorTarget {
  const { err_key } = envelope;
  const { field, valid_values } = envelope.data ?? {};
  const hint = valid_values?.length ? ` ${valuesText(valid_values.join(', '))}` : '';
  const message = `${envelope.message}${hint}`;
  const steps = err_key === QUOTA_EXCEEDED ? [] : (field?.split('.') ?? []);
  for (let length = steps.length; length > 0; length--) {
    const name = steps.slice(0, length).join('.');
    if (isShown(name)) return { kind: 'field', name, message };
  }
  return { kind: 'form', message, err_key };
}

/** Names of all fields with an error, in no order; error objects nest as the values do. */
export function errorNames(errors: unknown, prefix = ''): string[] {
  if (typeof errors !== 'object' || errors === null) return [];
  if ('message' in errors && typeof errors.message === 'string' && 'type' in errors) return prefix ? [prefix] : [];
  return Object.entries(errors).flatMap(([key, value]) =>
    key === 'ref' ? [] : errorNames(value, prefix ? `${prefix}.${key}` : key),
  );
}

/**
 * The errors found as rows are added or removed, which has every row checked: what nobody has left yet is in error only
 * when it is sent, so that of the rows' own fields those remain that are shown in error already.
 */
export function errorsWithRows<E extends object>(errors: E, rows: string, isShown: (name: string) => boolean): E {
  const kept = {} as E;
  for (const name of errorNames(errors)) {
    const isOfRow = name.startsWith(`${rows}.`) && /^\d/.test(name.slice(rows.length + 1));
    if (!isOfRow || isShown(name)) set(kept, name, get(errors, name));
  }
  return kept;
}
