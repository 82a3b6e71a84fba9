import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { secret } from '@/lib/api/fields';
import { diff } from './diff';
import { redact } from './redact';

describe('diff', () => {
  it('names each changed field by its path', () => {
    expect(
      diff({ name: 'a', origin: { port: 80, tls: true } }, { name: 'a', origin: { port: 443, tls: true } }),
    ).toEqual({
      'origin.port': { old: 80, new: 443 },
    });
  });

  it('shows that a secret changed, never its value', () => {
    const schema = z.object({ cert: z.object({ key: secret(z.string()) }) });
    const shown = (value: object) => redact(value, schema) as Record<string, unknown>;
    const changes = diff({ cert: { key: 'one' } }, { cert: { key: 'two' } }, shown);
    expect(changes).toEqual({ 'cert.key': { old: '[redacted]', new: '[redacted]' } });
    expect(JSON.stringify(diff(null, { cert: { key: 'hunter22' } }, shown))).not.toContain('hunter22');
  });

  it('is empty exactly when nothing but the time stamp differs', () => {
    const object = fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.jsonValue({ maxDepth: 2 }));
    fc.assert(
      fc.property(object, fc.nat(), (value, utime) => {
        expect(diff({ ...value, utime: 1 }, { ...value, utime })).toEqual({});
      }),
    );
  });
});
