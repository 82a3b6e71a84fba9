import { sql } from 'kysely';
import type { Db } from '@/lib/db/store';
import { type Delivered, pieceOf, type Rendering } from '@/lib/delivery/artefact';
import { isBlack } from './contract';
import { asTrue, isSeen, LAST_PLACE, NEXT_FROM } from './ip-marks';
import { PART } from './tables';
import { LIST } from './vocabulary';

/** Hashes of the parts of each of these lists that nodes have anything of, in the order of the parts. */
async function partsOf(db: Db, ids: readonly number[]): Promise<Map<number, string[]>> {
  const piece_id = sql<string>`cast(ip_set_parts.ipset_id as text) || '.' || cast(ip_set_parts.part as text)`;
  const rows = await db
    .selectFrom('ip_set_parts')
    .innerJoin('artefact_heads', (join) =>
      join.on('artefact_heads.kind', '=', pieceOf(LIST)).on('artefact_heads.object_id', '=', piece_id),
    )
    .select(['ip_set_parts.ipset_id', 'artefact_heads.hash'])
    .where('ip_set_parts.ipset_id', 'in', ids)
    .where('artefact_heads.hash', '!=', '')
    .orderBy('ip_set_parts.ipset_id')
    .orderBy('ip_set_parts.part')
    .execute();
  const parts = new Map(ids.map((id): [number, string[]] => [id, []]));
  for (const { ipset_id, hash } of rows) parts.get(ipset_id)?.push(hash);
  return parts;
}

/** Places of one statement: a whole part takes the embedded store 5 to 20 ms, in which nobody else is answered. */
const PLACES = PART / 5;

/** Enabled addresses of a part. */
async function enabledIn(db: Db, ipset_id: number, part: number): Promise<string[]> {
  const found: string[] = [];
  for (let place = part * PART; place < (part + 1) * PART; place += PLACES) {
    const rows = await db
      .selectFrom('ip_set_ips')
      // The addresses of a list that is gone are taken away later than it.
      .innerJoin('ip_sets', 'ip_sets.id', 'ip_set_ips.ipset_id')
      .select('ip_set_ips.ip_addr')
      .where('ip_set_ips.ipset_id', '=', ipset_id)
      .where('ip_set_ips.place', '>', place)
      .where('ip_set_ips.place', '<=', place + PLACES)
      .where(isSeen(LAST_PLACE))
      .where(asTrue(NEXT_FROM).status, '=', 1)
      .execute();
    for (const { ip_addr } of rows) found.push(ip_addr);
  }
  return found;
}

/**
 * A black or white list as nodes enforce it, grey ones as what they are besides grey. Its addresses are pieces, the
 * enabled ones of each part.
 */
export const artefact: Delivered = {
  kind: LIST,
  async render(db, object_ids) {
    const ids = object_ids.map(Number);
    const rows = await db.selectFrom('ip_sets').select(['id', 'name', 'ip_set_type']).where('id', 'in', ids).execute();
    const parts = await partsOf(db, ids);
    return new Map(
      rows.map(({ id, name, ip_set_type }): [string, Rendering] => {
        const type = isBlack(ip_set_type) ? 'black' : 'white';
        return [String(id), { label: name, content: { id, type, parts: parts.get(id) ?? [] }, refers: [] }];
      }),
    );
  },
  pieces: {
    async render(db, piece_ids) {
      const contents = new Map<string, object>();
      for (const piece_id of piece_ids) {
        const [ipset_id = 0, part = 0] = piece_id.split('.').map(Number);
        const addresses = await enabledIn(db, ipset_id, part);
        if (addresses.length > 0) contents.set(piece_id, { addresses: addresses.sort() });
      }
      return contents;
    },
  },
};
