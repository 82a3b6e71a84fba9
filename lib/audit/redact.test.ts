import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { secret, unchecked } from '@/lib/api/fields';
import { REDACTED, recorded, recordedOf, redact } from './redact';

const Rule = z.object({
  name: z.string(),
  password: secret(z.string().min(6)).optional(),
  cert: unchecked(z.string()).optional(),
  rule: z.looseObject({ status: z.string() }).optional(),
  inner: z.object({ token: secret(z.string()) }).optional(),
  many: z.array(z.object({ token: secret(z.string()) })).optional(),
});

describe('what is recorded of a body', () => {
  it('goes by the schema, not by the names of fields', () => {
    const body = { name: 'n', password: 'hunter22', rule: { status: 'on', key: 'k', cookie: 'sid' }, cert: 'c' };
    expect(recorded(Rule, body)).toEqual({ ...body, password: REDACTED, cert: REDACTED });
    expect(redact(body, Rule)).toEqual({ ...body, password: REDACTED });
    expect(redact({ key: 'k', token: 't' })).toEqual({ key: 'k', token: 't' });
  });

  it('is only what the schema knows, also where the body has not the form it should have', () => {
    expect(recorded(Rule, { name: 'n', pasword: 'hunter22', inner: { token: 't', tokken: 't' } })).toEqual({
      name: 'n',
      inner: { token: REDACTED },
    });
    const mistaken = {
      name: { password: 'hunter22' },
      inner: 'hunter22',
      many: { token: 'hunter22' },
      password: ['hunter22'],
    };
    for (const body of [mistaken, { many: ['hunter22'] }, ['hunter22'], 'hunter22', { hunter22: 1 }]) {
      expect(JSON.stringify(recorded(Rule, body))).not.toContain('hunter22');
    }
  });

  it('never holds the value of a marked field, whatever else is sent', () => {
    const value = fc.stringMatching(/^S3CRET[a-z]{6}$/);
    fc.assert(
      fc.property(
        value,
        fc.jsonValue(),
        fc.constantFrom('inner', 'many', 'password', 'cert'),
        (hidden, other, name) => {
          const given = { inner: { token: hidden }, many: [{ token: hidden }], password: hidden, cert: hidden }[name];
          expect(JSON.stringify(recorded(Rule, { ...(other as object), [name]: given }))).not.toContain(hidden);
        },
      ),
    );
  });
});

it('of a request that has no row in the log is not made', () => {
  const body = z.object({ note: z.string() });
  const given = { note: 'long' };
  expect(recordedOf({ body, audit: { resource: 'policy' } }, given)).toEqual(given);
  expect(recordedOf({ body, audit: { none: 'it changes nothing' } }, given)).toEqual({});
  expect(recordedOf({ body }, given)).toEqual({});
});

describe('a private key', () => {
  const keys = [
    generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
    generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
    generateKeyPairSync('ed25519').privateKey,
  ];
  const encrypted = { format: 'der', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: 'p' } as const;
  const written = keys.flatMap((key) => [
    key.export({ format: 'der', type: 'pkcs8' }),
    key.export(encrypted),
    ...(key.asymmetricKeyType === 'rsa' ? [key.export({ format: 'der', type: 'pkcs1' })] : []),
    ...(key.asymmetricKeyType === 'ec' ? [key.export({ format: 'der', type: 'sec1' })] : []),
  ]);

  it('is not kept in any field, with or without the lines around it', () => {
    for (const der of written) {
      const base64 = der.toString('base64');
      const lines = base64.replace(/.{64}/g, '$&\n');
      for (const text of [base64, lines, lines.replaceAll('\n', '\\n'), `my key: ${base64}`, `MIIMI${lines}`]) {
        expect(redact({ comment: text, [text]: [text] })).toEqual({ comment: REDACTED, [REDACTED]: [REDACTED] });
      }
    }
    const pem = keys[0]?.export({ format: 'pem', type: 'pkcs8' }) as string;
    expect(redact(pem.slice(0, 60))).toBe(REDACTED);
    expect(redact(pem.slice(-60))).toBe(REDACTED);
  });

  it('is not seen in public keys or in words', () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    for (const text of [
      publicKey.export({ format: 'pem', type: 'spki' }),
      'MIME types of a private zone',
      'M'.repeat(500),
    ]) {
      expect(redact(text)).toBe(text);
    }
  });
});
