import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { APPROVED } from '@/lib/guard/domains/contract';
import type { DomainRow } from '@/lib/guard/domains/tables';
import { type Domains, LIST, startDomains } from '@/lib/guard/domains/testing';
import { addManyDomains } from '@/test/many-domains';

/** More than are aligned, and distributed, together. */
const MANY = 250;
const POOL = ['fra-1', 'hk-1', 'sgp-1'];

let world: Domains;
let rows: DomainRow[];
beforeAll(async () => {
  world = await startDomains();
  await addManyDomains(world.runtime.store, [{ user_name: 'acme-root', domains: MANY, policies: 3, certs: 25 }]);
  rows = await world.db.selectFrom('domains').selectAll().orderBy('domain_id').execute();
  await world.runtime.store.transaction(async (tx) => {
    for (const [i, { domain_id }] of rows.entries()) {
      if (i % 3 > 0) await tx.deleteFrom('domain_nodes').where('domain_id', '=', domain_id).execute();
      if (i % 3 > 1) {
        const node = { domain_id, node_id: i % 2 ? 'lon-1' : 'hk-1', lock_status: 1, enabled: 0 };
        await tx.insertInto('domain_nodes').values(node).execute();
      }
    }
  });
}, 60_000);
afterAll(() => world.close());

const sync = async () => (await world.call('POST', `${LIST}/nodes/sync`, { as: 'acme-root' })).body.data;
const nodesOf = async (domain_id: string) => {
  const found = world.db.selectFrom('domain_nodes').select('node_id').where('domain_id', '=', domain_id);
  return (await found.orderBy('node_id').execute()).map((row) => row.node_id);
};
const lastOf = (domain_id: string) =>
  world.db
    .selectFrom('artefacts')
    .selectAll()
    .where('object_id', '=', domain_id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();

/** A domain with everything a configuration may hold, so that one read for many at once is distinguished from its neighbours. */
async function furnish(domain_id: string, n: number): Promise<void> {
  const as = 'acme-root';
  const at = `${LIST}/${domain_id}`;
  const settings = { cache: JSON.stringify({ status: 'CFGOPTION_2_ENABLE', n }) };
  expect((await world.call('PUT', `${at}/settings`, { as, body: { settings } })).status).toBe(200);
  const group = { name: `Group ${n}`, node_ids: [POOL[n % 3]], src_ips: [await originOf(domain_id)] };
  expect((await world.call('POST', `${at}/origin-groups`, { as, body: group })).status).toBe(201);
}

async function originOf(domain_id: string): Promise<string> {
  const { list } = (await world.call('GET', `${LIST}/${domain_id}/origin-groups`, { as: 'acme-root' })).body.data;
  return list[0].src_list[0].src_ip;
}

it('many domains get what each lacks and lose what is not theirs, each with a release of its own', async () => {
  const whole = rows.filter((_, i) => i % 3 === 0).slice(0, 5);
  for (const [n, { domain_id }] of whole.entries()) await furnish(domain_id, n);
  // One node less, so that these are among those that change.
  for (const { domain_id } of whole)
    await world.call('DELETE', `${LIST}/${domain_id}/nodes/fra-1`, { as: 'acme-root' });
  const before = new Map(
    await Promise.all(rows.map(async (row) => [row.domain_id, await lastOf(row.domain_id)] as const)),
  );

  const { changed_domain_ids, ...counts } = await sync();
  const unlike = rows.filter((row, i) => i % 3 > 0 || whole.includes(row));
  expect(changed_domain_ids).toEqual(unlike.map((row) => row.domain_id));
  const some = (rest: number) => rows.filter((_, i) => i % 6 === rest).length;
  const added = 3 * rows.filter((_, i) => i % 3 === 1).length + 2 * some(2) + 3 * some(5) + whole.length;
  expect(counts).toEqual({ domains: MANY, added, removed: some(5) });

  for (const row of rows) {
    const { domain_id } = row;
    expect(await nodesOf(domain_id)).toEqual(POOL);
    const [was, is] = [before.get(domain_id), await lastOf(domain_id)];
    const isReleased = row.audit_status === APPROVED && unlike.includes(row);
    expect(is?.number, domain_id).toBe((was?.number ?? 0) + Number(isReleased) || undefined);
    if (!isReleased || !is) continue;
    const config = JSON.parse(is.content);
    expect(config).toMatchObject({ domain_id, domain: row.domain, cname: row.cname, nodes: POOL });
    expect(config.policy_id).toBe(row.policy_id);
    expect(is.hash).toBe(createHash('sha256').update(is.content).digest('hex'));
    const lines = world.db.selectFrom('desired').select(['node_id', 'number']).where('object_id', '=', domain_id);
    expect(await lines.orderBy('node_id').execute()).toEqual(POOL.map((node_id) => ({ node_id, number: is.number })));
  }
  expect(await sync()).toEqual({ domains: MANY, added: 0, removed: 0 });
}, 60_000);

it('what is distributed among many is what the domain alone would be distributed with', async () => {
  const last = await Promise.all(rows.map((row) => lastOf(row.domain_id)));
  const edits = world.db.selectFrom('artefact_causes').select('artefact_id').where('action', '=', 'guard.domain.edit');
  const edited = new Set((await edits.execute()).map((row) => row.artefact_id));
  const among = last.filter((artefact) => artefact && edited.has(artefact.id));
  expect(among.length).toBeGreaterThan(90);
  for (const release of among) {
    const domain_id = release?.object_id ?? '';
    // An approval distributes anew, and what is the same makes no release.
    await world.judge('acme-support', domain_id, APPROVED);
    expect((await lastOf(domain_id))?.number).toBe(release?.number);
  }
});
