import { describe, expect, it } from 'vitest';
import { ApiError } from '@/lib/api/client';
import { type InspectionInput, inspect } from './inspect';

const refused = (field: string) =>
  new ApiError(
    400,
    { code: 2301, message: `${field} cannot be read`, err_key: 'err.guard.cert.unreadable', data: { field } } as never,
    '',
    0,
  );
const textOf = (error: unknown) => (error as ApiError).message;
/** Reads the key before the certificate, as the server does. */
const ask = async ({ cert, key }: InspectionInput) => {
  if (key === 'wrong') throw refused('key');
  if (cert === 'wrong') throw refused('cert');
  return {};
};

describe('inspect', () => {
  it('names a certificate that is wrong beside a wrong key', async () => {
    expect(await inspect({ cert: 'wrong', key: 'wrong' }, ask, textOf)).toMatchObject({
      state: 'refused',
      refusals: { cert: 'cert cannot be read', key: 'key cannot be read' },
    });
  });

  it('leaves a certificate unmarked where the key alone is wrong', async () => {
    const { refusals } = await inspect({ cert: 'right', key: 'wrong' }, ask, textOf);
    expect(Object.keys(refusals)).toEqual(['key']);
  });
});
