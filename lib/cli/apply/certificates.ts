import type { Target } from '../client/server';
import { call } from './api';
import type { Fields } from './entry';
import type { CertificateName } from './serving';

/** Certificates of a server by what files call them: their names, or their fingerprints where several have one name. */
export type Certificates = {
  /** Whether there are any. */
  isEmpty: boolean;
  nameOf(id: number): Promise<CertificateName>;
  /** The one that is meant. Throws NotOne where none is, or several are. */
  find(name: CertificateName): Promise<number>;
};

/** That many certificates are what a file means by one. */
export class NotOne extends Error {
  constructor(readonly count: number) {
    super(String(count));
  }
}

/** What a server has; fingerprints are asked for where somebody needs them. */
export function certificatesOn(target: Target, listed: readonly Fields[]): Certificates {
  const names = new Map(listed.map(({ id, name }) => [Number(id), String(name)]));
  const called = (name: string | undefined) => [...names].filter((one) => one[1] === name).map(([id]) => id);
  const fingerprints = new Map<number, Promise<string>>();
  const fingerprintOf = (id: number): Promise<string> => {
    const found = fingerprints.get(id) ?? readFingerprint(target, id);
    fingerprints.set(id, found);
    return found;
  };
  return {
    isEmpty: listed.length === 0,
    async nameOf(id) {
      const name = names.get(id);
      return name !== undefined && called(name).length === 1 ? { name } : { fingerprint: await fingerprintOf(id) };
    },
    async find({ name, fingerprint }) {
      if (name === undefined) {
        // One that was stored twice is the same certificate.
        for (const id of names.keys()) if ((await fingerprintOf(id)) === fingerprint) return id;
        throw new NotOne(0);
      }
      const [id, ...others] = called(name);
      if (id === undefined || others.length > 0) throw new NotOne(called(name).length);
      return id;
    },
  };
}

async function readFingerprint(target: Target, id: number): Promise<string> {
  const { cert } = (await call(target, 'GET', `/api/guard/certs/${id}/facts`)) as { cert: { fingerprint: string } };
  return cert.fingerprint;
}
