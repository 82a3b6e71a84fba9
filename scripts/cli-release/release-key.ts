import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The key that releases are signed with, made at the first release. Throws where others could read it or download it. */
export function openReleaseKey(file: string, released: string): KeyObject {
  if (!path.relative(released, file).startsWith('..')) {
    throw new Error(`CLI_RELEASE_KEY: ${file} is in the folder that is served`);
  }
  if (!existsSync(file)) {
    mkdirSync(path.dirname(file), { recursive: true });
    const made = generateKeyPairSync('ed25519').privateKey;
    writeFileSync(file, made.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
  }
  if ((statSync(file).mode & 0o077) !== 0) {
    throw new Error(`CLI_RELEASE_KEY: ${file} must be readable by its owner alone (0600)`);
  }
  const key = createPrivateKey(readFileSync(file));
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`CLI_RELEASE_KEY: ${file} is no ed25519 key`);
  return key;
}
