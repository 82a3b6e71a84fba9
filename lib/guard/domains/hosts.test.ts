import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownersOfHosts } from './hosts';
import { type Domains, LIST, startDomains } from './testing';
import { domainVisibility, visibleDomainIds } from './visibility';

let world: Domains;
const ids = new Map<string, string>();

async function add(as: string, domain: string): Promise<string> {
  const domain_id = await world.created(as, domain);
  ids.set(`${as} ${domain}`, domain_id);
  return domain_id;
}

beforeAll(async () => {
  world = await startDomains();
  await add('acme-root', 'www.example.com');
  await add('acme-child', '*.example.com');
  await add('acme-other', 'other.example.org');
  await add('borealis-root', '*.www.example.com');
  await add('borealis-root', 'shared.example.net');
  await add('acme-root', 'shared.example.net');
});
afterAll(() => world.close());

describe('ownersOfHosts', () => {
  const owner = async (host: string) => {
    const [found] = await ownersOfHosts(world.db, [host]);
    return [...ids].find(([, id]) => id === found?.domain_id)?.[0];
  };

  it('takes the exact name first, then a wildcard one label above', async () => {
    const oem_and_id = { oem_id: 'acme', domain_id: ids.get('acme-root www.example.com') };
    expect(await ownersOfHosts(world.db, ['none.example', 'www.example.com'])).toEqual([undefined, oem_and_id]);
    expect(await owner('a.example.com')).toBe('acme-child *.example.com');
    expect(await owner('a.www.example.com')).toBe('borealis-root *.www.example.com');
    const strange = ['.', '', '\0.example.com', '\ud83d.example.com', `${'a'.repeat(300)}.example.com`];
    for (const host of ['example.com', 'a.b.example.com', '.example.com', 'example.org', 'com', '.com', ...strange]) {
      const isBelow = host.endsWith('.example.com') && host.indexOf('.') > 0 && !host.startsWith('a.b');
      expect(await owner(host), JSON.stringify(host)).toBe(isBelow ? 'acme-child *.example.com' : undefined);
    }
  });

  it('finds each among more hosts than are asked for at a time', async () => {
    const many = Array.from({ length: 1_200 }, (_, i) => `host-${i}.example.net`);
    const found = await ownersOfHosts(world.db, [...many, 'shared.example.net', ...many, 'www.example.com']);
    expect(found).toHaveLength(2_402);
    expect(found.flatMap((one, i) => (one ? [i] : []))).toEqual([1_200, 2_401]);
  });

  it('of two OEMs the older domain wins, and an approved one before it', async () => {
    expect(await owner('shared.example.net')).toBe('borealis-root shared.example.net');
    await world.judge('acme-support', ids.get('acme-root shared.example.net') ?? '', 4);
    expect(await owner('shared.example.net')).toBe('acme-root shared.example.net');
  });

  it('knows a domain from its creation to its deletion', async () => {
    expect(await owner('new.example.org')).toBeUndefined();
    const domain_id = await add('acme-root', 'new.example.org');
    expect(await owner('new.example.org')).toBe('acme-root new.example.org');
    await world.call('DELETE', `${LIST}/${domain_id}`, { as: 'acme-root' });
    expect(await owner('new.example.org')).toBeUndefined();
  });
});

it('what fell too far behind is read anew', async () => {
  const cached = domainVisibility();
  const { user_id, oem_id, domain_id } = await world.db
    .selectFrom('domains')
    .selectAll()
    .where('domain_id', '=', await world.created('acme-other', 'behind.example.org'))
    .executeTakeFirstOrThrow();
  const scope = { oem_id, user_id, tier: 'user' } as const;
  expect(await cached(world.db, scope)).toContain(domain_id);
  await world.runtime.store.transaction(async (tx) => {
    await tx.deleteFrom('domains').where('domain_id', '=', domain_id).execute();
    await tx
      .updateTable('domain_epoch')
      .set((eb) => ({ epoch: eb('epoch', '+', 50_000) }))
      .execute();
  });
  expect(await cached(world.db, scope)).not.toContain(domain_id);
});

describe('visibleDomainIds', () => {
  const own = (...names: string[]) => names.map((name) => ids.get(name)).sort();

  it('are what the list shows, cached or not', async () => {
    const db = world.db;
    const cached = domainVisibility();
    const expected = [
      [await world.scopeOf('acme-child', 'user'), own('acme-child *.example.com')],
      [
        await world.scopeOf('acme-root', 'root'),
        own('acme-root www.example.com', 'acme-child *.example.com', 'acme-root shared.example.net'),
      ],
      [await world.scopeOf('acme-nobody', 'user'), []],
      [
        await world.scopeOf('borealis-support', 'platform'),
        own('borealis-root *.www.example.com', 'borealis-root shared.example.net'),
      ],
    ] as const;
    for (const [scope, wanted] of expected) {
      expect((await visibleDomainIds(db, scope)).sort()).toEqual(wanted);
      const ids = await cached(db, scope);
      expect([...ids].sort()).toEqual(wanted);
      expect(await cached(db, scope)).toBe(ids);
    }
    const added = await add('acme-child', 'late.example.org');
    expect(await cached(db, expected[1][0])).toContain(added);
    expect(await cached(db, expected[3][0])).not.toContain(added);
    const unchanged = await cached(db, expected[3][0]);
    await world.call('DELETE', `${LIST}/${added}`, { as: 'acme-child' });
    expect(await cached(db, expected[1][0])).not.toContain(added);
    expect(await cached(db, expected[3][0])).toBe(unchanged);
  });
});
