import type { ErrorEnvelope } from '@/lib/api/envelope';

export type ServerErrorTarget = { kind: 'field'; name: string; message: string } | { kind: 'form'; message: string };

/**
 * Where a refusal belongs: on its field when the form shows that field (paths such as `src_sites.0.port`), else above
 * the buttons. A path below a shown field, such as `matches.0.data.1` for one list control, lands on the nearest one.
 */
export function serverErrorTarget(
  envelope: ErrorEnvelope,
  isShown: (name: string) => boolean,
  valuesText: (values: string) => string,
): ServerErrorTarget {
  const { field, valid_values } = envelope.data ?? {};
  const hint = valid_values?.length ? ` ${valuesText(valid_values.join(', '))}` : '';
  const message = `${envelope.message}${hint}`;
  const steps = field?.split('.') ?? [];
  for (let length = steps.length; length > 0; length--) {
    const name = steps.slice(0, length).join('.');
    if (isShown(name)) return { kind: 'field', name, message };
  }
  return { kind: 'form', message };
}

/** Names of all fields with an error, in no order; error objects nest as the values do. */
export function errorNames(errors: unknown, prefix = ''): string[] {
  if (typeof errors !== 'object' || errors === null) return [];
  if ('message' in errors && typeof errors.message === 'string' && 'type' in errors) return prefix ? [prefix] : [];
  return Object.entries(errors).flatMap(([key, value]) =>
    key === 'ref' ? [] : errorNames(value, prefix ? `${prefix}.${key}` : key),
  );
}
