import { createHash } from 'node:crypto';
import type { Delivered, Rendering } from '@/lib/delivery/artefact';
import { CERT } from './vocabulary';

/**
 * A certificate as nodes serve it. They fetch chain and key by its id, so that no artefact holds a key; the fingerprint, of the
 * whole chain in PEM with that of the signing pair where there is one, says when to fetch them anew.
 */
export const artefact: Delivered = {
  kind: CERT,
  async render(db, ids) {
    const rows = await db
      .selectFrom('certificates')
      .select(['id', 'name', 'certificate_type', 'expired_at', 'cert', 'sign_cert'])
      .where('id', 'in', ids.map(Number))
      .execute();
    return new Map(
      rows.map(({ name, cert, sign_cert, ...row }): [string, Rendering] => {
        const fingerprint = fingerprintOf({ cert, sign_cert });
        return [String(row.id), { label: name, content: { ...row, fingerprint }, refers: [] }];
      }),
    );
  },
};

/** SHA-256 of the chain, with that of the signing pair where there is one. */
export const fingerprintOf = ({ cert, sign_cert }: { cert: string; sign_cert: string }): string =>
  createHash('sha256').update(`${cert}\n${sign_cert}`).digest('hex');
