import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { inspect, readContent } from './content';
import { CertFacts } from './contract';
import { covers } from './coverage';
import { pemOf, readPem } from './pem';
import { Openssl } from './testing';

const openssl = new Openssl();
afterAll(() => openssl.close());

const root = openssl.pair({ kind: 'rsa', subject: '/O=Example Trust/CN=Example Root', isAuthority: true });
const middle = openssl.pair({ subject: '/CN=Example Issuing', issuer: root, isAuthority: true });
const leaf = openssl.pair({ issuer: middle, names: ['shop.example.com', '*.shop.example.com'] });
const stranger = openssl.pair({ subject: '/CN=other.example.com' });
const sm2 = openssl.pair({ kind: 'sm2', names: ['sm.example.com'] });
const sm2Sign = openssl.pair({ kind: 'sm2', names: ['sm.example.com'] });

const refusal = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return [error.errKey, error.details.field];
    throw error;
  }
  return 'accepted';
};
const err = (name: string, field: string) => [`err.guard.cert.${name}`, field];

describe('the content of a certificate', () => {
  it('is read for every kind of key', () => {
    for (const [kind, key_type, certificate_type] of [
      ['rsa', 'RSA', 1],
      ['ec', 'EC', 1],
      ['ed25519', 'Ed25519', 1],
      ['sm2', 'SM2', 2],
    ] as const) {
      const content = readContent(
        openssl.pair({ kind, subject: '/O=Example/CN=a.example.com', names: ['A.example.com'] }),
      );
      expect(content).toMatchObject({ certificate_type, facts: { key_type, common_name: 'a.example.com' } });
      expect(content.facts.names).toEqual(['a.example.com']);
      expect(content.facts.expired_at - content.facts.not_before).toBe(30 * 86_400_000);
      expect(content.cert).toMatch(/^-----BEGIN CERTIFICATE-----\n/);
    }
  });

  it('takes every form in which openssl writes a key', () => {
    for (const [curve, family] of [
      ['SM2', 'SM2'],
      ['prime256v1', 'EC'],
    ] as const) {
      const key = openssl.run('ecparam', '-name', curve, '-genkey');
      const cert = openssl.renewed({ key }, { kind: curve === 'SM2' ? 'sm2' : 'ec' });
      for (const text of [key, openssl.run('ec', '-in', openssl.file(key))]) {
        expect(readContent({ cert, key: text }).facts.key_type, text.split('\n')[0]).toBe(family);
      }
    }
  });

  it('puts the chain in order, whatever order it came in and what is between', () => {
    const ordered = [leaf, middle, root].map((pair) => pair.cert.trim());
    fc.assert(
      fc.property(fc.shuffledSubarray([0, 1, 2, 0], { minLength: 4 }), fc.boolean(), (order, isDos) => {
        const text = order.map((i) => `subject=something\n${ordered[i]}`).join('\n\n');
        const content = readContent({ cert: isDos ? text.replaceAll('\n', '\r\n') : text, key: leaf.key });
        expect(content.cert.trim()).toBe(ordered.join('\n'));
        expect(content.facts.chain.map((one) => one.subject)).toEqual([
          'shop.example.com',
          'Example Issuing',
          'Example Root',
        ]);
        expect(content.facts.issuer).toBe('Example Issuing');
      }),
    );
    expect(readContent({ cert: leaf.cert, key: leaf.key }).facts.chain).toHaveLength(1);
  });

  it('calls a certificate that has no subject by its first name', () => {
    const names = ['shop.example.com', 'www.example.com'];
    const self = openssl.pair({ subject: '/', names });
    const facts = { common_name: names[0], names };
    const own = readContent(self).facts;
    expect(own).toMatchObject({ ...facts, issuer: names[0], chain: [{ subject: names[0], issuer: names[0] }] });
    const nameless = openssl.pair({ subject: '/', names: ['ca.example.com'], isAuthority: true });
    const unknown = openssl.pair({ subject: '/', names, issuer: nameless });
    expect(readContent(unknown).facts).toMatchObject({ ...facts, issuer: '' });
    const issued = openssl.pair({ subject: '/', names, issuer: root });
    const below = readContent({ cert: `${root.cert}${issued.cert}`, key: issued.key }).facts;
    expect(below).toMatchObject({ ...facts, issuer: 'Example Root' });
    expect(below.chain.map(({ subject }) => subject)).toEqual([names[0], 'Example Root']);
    expect(refusal(() => readContent({ cert: `${self.cert}${issued.cert}`, key: self.key }))).toEqual(
      err('chain_broken', 'cert'),
    );
  });

  it('refuses what is no pair, no chain or no key, and names the field', () => {
    const ec = openssl.key();
    const encrypted = openssl.run('pkcs8', '-topk8', '-in', openssl.file(leaf.key), '-passout', 'pass:secret');
    const old = openssl.run('ec', '-in', openssl.file(leaf.key), '-aes128', '-passout', 'pass:secret');
    const cases: [object, string[]][] = [
      [{ key: ec }, err('not_a_pair', 'key')],
      [{ cert: `${leaf.cert}${root.cert}` }, err('chain_broken', 'cert')],
      [{ cert: `${leaf.cert}${stranger.cert}` }, err('chain_broken', 'cert')],
      [{ cert: leaf.key }, err('key_in_cert', 'cert')],
      [{ cert: `${leaf.cert}${leaf.key}` }, err('key_in_cert', 'cert')],
      [{ cert: leaf.cert.slice(0, 300) }, err('unreadable', 'cert')],
      [{ cert: 'hello' }, err('unreadable', 'cert')],
      [{ cert: '-----BEGIN CERTIFICATE-----\n'.repeat(3_000) }, err('unreadable', 'cert')],
      [{ cert: leaf.cert.repeat(21) }, err('unreadable', 'cert')],
      [{ key: leaf.cert }, err('key_unreadable', 'key')],
      [{ key: `${leaf.key}${ec}` }, err('key_unreadable', 'key')],
      [{ key: leaf.key.slice(0, 100) }, err('key_unreadable', 'key')],
      [{ key: encrypted }, err('key_encrypted', 'key')],
      [{ key: old }, err('key_encrypted', 'key')],
      [{ key: openssl.key('dsa') }, err('key_kind', 'key')],
      [{ sign_cert: sm2.cert }, err('sign_incomplete', 'sign_key')],
      [{ sign_key: sm2.key }, err('sign_incomplete', 'sign_cert')],
      [{ sign_cert: stranger.cert, sign_key: stranger.key }, err('sign_not_sm2', 'sign_cert')],
      [{ sign_cert: stranger.cert, sign_key: ec }, err('not_a_pair', 'sign_key')],
      [{ sign_cert: sm2.cert, sign_key: sm2.key }, err('sign_not_sm2', 'cert')],
    ];
    for (const [change, expected] of cases) {
      expect(refusal(() => readContent({ cert: leaf.cert, key: leaf.key, ...change }))).toEqual(expected);
    }
  });

  it('is refused before anything is computed with an exponent that would take long', () => {
    const exponent = 2n ** 2_999n + 1n;
    const options = ['rsa_keygen_bits:3072', `rsa_keygen_pubexp:${exponent}`].flatMap((one) => ['-pkeyopt', one]);
    const key = openssl.run('genpkey', '-algorithm', 'RSA', ...options);
    const slow = openssl.renewed({ key }, { kind: 'rsa', isAuthority: true });
    const bomb = Array.from({ length: 6 }, (_, i) => openssl.renewed({ key }, { kind: 'rsa', days: i + 1 })).join('');
    expect(refusal(() => readContent({ cert: slow, key }))).toEqual(err('key_size', 'key'));
    expect(refusal(() => readContent({ cert: `${leaf.cert}${slow}`, key: leaf.key }))).toEqual(err('key_size', 'cert'));
    const started = performance.now();
    expect(refusal(() => inspect({ cert: bomb }))).toEqual(err('key_size', 'cert'));
    // Unbounded it takes seconds.
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  it('is refused when all of its certificates could have issued each other', () => {
    const authorities = Array.from({ length: 14 }, () => openssl.pair({ isAuthority: true, withoutKeyIds: true }));
    // A ring of one name: each issued the one before it, so that every pair has to be tried.
    const many = authorities.map(({ key }, i) =>
      openssl.renewed(
        { key },
        { issuer: authorities[(i + 1) % authorities.length], isAuthority: true, withoutKeyIds: true },
      ),
    );
    expect(refusal(() => inspect({ cert: many.join('') }))).toEqual(err('too_complex', 'cert'));
  });

  it('takes an SM2 pair of encryption and signing certificates, and an expired one', () => {
    const content = readContent({ ...sm2, sign_cert: sm2Sign.cert, sign_key: sm2Sign.key });
    expect(content).toMatchObject({ certificate_type: 2, sign_cert: sm2Sign.cert, sign_key: sm2Sign.key });
    expect(readContent(openssl.pair({ days: -1 })).facts.expired_at).toBeLessThan(Date.now());
  });

  it('is previewed with and without its key', () => {
    expect(inspect({ cert: leaf.cert }).cert).toMatchObject({ names: ['shop.example.com', '*.shop.example.com'] });
    expect(inspect({ cert: sm2.cert, sign_cert: sm2Sign.cert }).sign_cert).toMatchObject({ key_type: 'SM2' });
    for (const order of [
      [leaf, middle, root],
      [root, middle, leaf],
      [middle, leaf],
    ]) {
      const { cert } = inspect({ cert: order.map((pair) => pair.cert).join('') });
      expect(cert).toMatchObject({ common_name: 'shop.example.com', is_reordered: order[0] !== leaf });
    }
    expect(refusal(() => inspect({ cert: leaf.cert, key: stranger.key }))).toEqual(err('not_a_pair', 'key'));
  });

  it('survives 5,000 mutations with a clear answer or a sound certificate', () => {
    const bytes = Buffer.from(leaf.cert.replace(/-----.*-----|\n/g, ''), 'base64');
    let seed = 7;
    const random = (below: number) => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
      return seed % below;
    };
    let refused = 0;
    for (let round = 0; round < 5_000; round++) {
      const mutated = Buffer.from(bytes.subarray(0, random(4) === 0 ? random(bytes.length) + 1 : bytes.length));
      for (let n = random(3) + 1; n > 0; n--) mutated[random(mutated.length)] = random(256);
      const cert = `-----BEGIN CERTIFICATE-----\n${mutated.toString('base64')}\n-----END CERTIFICATE-----\n`;
      const answer = refusal(() => readContent({ cert, key: leaf.key }));
      if (answer !== 'accepted') refused++;
      else expect(CertFacts.safeParse(inspect({ cert }).cert).error).toBeUndefined();
    }
    expect(refused).toBeGreaterThan(500);
  }, 60_000);

  it('counts nothing against the next key that was wrong with the certificate before', () => {
    const [block] = readPem(leaf.cert) ?? [];
    const broken = Buffer.from(block?.der ?? '');
    // The alternative names end early; a certificate is read all the same.
    broken[broken.indexOf('shop.example.com', broken.indexOf('shop.example.com') + 1) - 1] = 0xff;
    expect(inspect({ cert: pemOf('CERTIFICATE', broken) }).cert.names).toEqual(['shop.example.com']);
    expect(refusal(() => readContent(leaf))).toBe('accepted');
  });

  it('is no pair with a key whose private half is broken', () => {
    for (const kind of ['ec', 'sm2'] as const) {
      const { cert, key } = openssl.pair({ kind });
      const [block] = readPem(key) ?? [];
      const der = Buffer.from(block?.der ?? '');
      // Within the private number; the public half, which is behind it, stays as it was.
      der[40] = (der[40] ?? 0) ^ 1;
      expect(refusal(() => readContent({ cert, key: pemOf('PRIVATE KEY', der) }))).toEqual(err('not_a_pair', 'key'));
    }
  });

  it('is no certificate without two times', () => {
    const [block] = readPem(leaf.cert) ?? [];
    const der = block?.der ?? Buffer.alloc(0);
    const UTC_TIME = Buffer.from([0x17, 0x0d]);
    const begin = der.indexOf(UTC_TIME);
    for (const at of [begin, der.indexOf(UTC_TIME, begin + 2)]) {
      const broken = Buffer.from(der);
      broken.write('261332', at + 2);
      const cert = pemOf('CERTIFICATE', broken);
      expect(refusal(() => readContent({ cert, key: leaf.key }))).toEqual(err('unreadable', 'cert'));
    }
  });
});

describe('coverage', () => {
  it('takes a wildcard for one label', () => {
    expect(covers(['*.example.com'], 'a.example.com')).toBe(true);
    expect(covers(['*.example.com'], 'example.com')).toBe(false);
    expect(covers(['*.example.com'], 'a.b.example.com')).toBe(false);
    expect(covers(['*.example.com'], '*.example.com')).toBe(true);
    expect(covers(['a.example.com'], '*.example.com')).toBe(false);
    expect(covers(['a.example.com', 'example.com'], 'example.com')).toBe(true);
  });
});
