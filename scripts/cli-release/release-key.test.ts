import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { publicKeyOf } from '@/lib/cli/release/signature';
import { openReleaseKey } from './release-key';

let folder = '';
const at = (name: string) => path.join(folder, name);
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parapet-release-key-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('is made once, for its owner alone', () => {
  const made = openReleaseKey(at('own/release.key'), at('released'));
  expect(statSync(at('own/release.key')).mode & 0o777).toBe(0o600);
  expect(publicKeyOf(openReleaseKey(at('own/release.key'), at('released')))).toBe(publicKeyOf(made));
});

it('is refused where it would be served, where others can read it, and where it is of another kind', () => {
  expect(() => openReleaseKey(at('released/release.key'), at('released'))).toThrow('is served');
  openReleaseKey(at('release.key'), at('released'));
  chmodSync(at('release.key'), 0o640);
  expect(() => openReleaseKey(at('release.key'), at('released'))).toThrow('0600');
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  writeFileSync(at('ec.key'), privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  expect(() => openReleaseKey(at('ec.key'), at('released'))).toThrow('ed25519');
});
