import { describe, expect, it } from 'vitest';
import { QUOTA_EXCEEDED } from '@/components/ui/states/ways-out';
import type { ErrorEnvelope } from '@/lib/api/envelope';
import { errorNames, errorsWithRows, serverErrorTarget } from './server-error';

const refusal = (data: Partial<ErrorEnvelope['data']>): ErrorEnvelope => ({
  code: 1002,
  err_key: 'err.request.invalid',
  message: 'Not allowed.',
  data: { category: 'validation', ...data },
});
const shown = new Set(['domain', 'src_sites.0.port', 'ips']);
const target = (data: Partial<ErrorEnvelope['data']>) =>
  serverErrorTarget(
    refusal(data),
    (name) => shown.has(name),
    (values) => `Possible: ${values}`,
  );

describe('a server error', () => {
  it('lands on its field, also inside an array', () => {
    expect(target({ field: 'domain' })).toEqual({ kind: 'field', name: 'domain', message: 'Not allowed.' });
    expect(target({ field: 'src_sites.0.port' })).toMatchObject({ kind: 'field', name: 'src_sites.0.port' });
  });

  it('lands on the nearest shown field above it', () => {
    expect(target({ field: 'ips.17' })).toMatchObject({ kind: 'field', name: 'ips' });
  });

  it('is above the buttons when the form does not show the field', () => {
    expect(target({ field: 'src_sites.3.port' })).toMatchObject({ kind: 'form', message: 'Not allowed.' });
    expect(target({})).toEqual({ kind: 'form', message: 'Not allowed.', err_key: 'err.request.invalid' });
  });

  it('is of the whole form where the plan has no room, whatever field is named', () => {
    const envelope = { ...refusal({ field: 'domain' }), err_key: QUOTA_EXCEEDED };
    expect(serverErrorTarget(envelope, () => true, String)).toMatchObject({ kind: 'form', err_key: QUOTA_EXCEEDED });
  });

  it('names the values that would do', () => {
    expect(target({ field: 'domain', valid_values: ['a', 2] }).message).toBe('Not allowed. Possible: a, 2');
  });
});

describe('errorNames', () => {
  it('walks nested errors and leaves elements alone', () => {
    const errors = {
      domain: { type: 'custom', message: 'x', ref: { deep: {} } },
      src_sites: [undefined, { port: { type: 'too_big', message: 'y' } }],
    };
    expect(errorNames(errors)).toEqual(['domain', 'src_sites.1.port']);
  });
});

describe('errors of rows', () => {
  const fault = { type: 'too_small', message: 'Required.' };
  const shownIn =
    (...names: string[]) =>
    (name: string) =>
      names.includes(name);

  it('are kept where they are shown, and not found anew', () => {
    const errors = { matches: [{ data: fault }, { field: fault, data: fault }] };
    expect(errorsWithRows(errors, 'matches', shownIn('matches.0.data'))).toEqual({ matches: [{ data: fault }] });
    expect(errorsWithRows(errors, 'matches', shownIn())).toEqual({});
  });

  it('leave those of the list and of other fields', () => {
    const errors = { name: fault, matches: { root: fault } };
    expect(errorsWithRows(errors, 'matches', shownIn())).toEqual(errors);
  });
});
