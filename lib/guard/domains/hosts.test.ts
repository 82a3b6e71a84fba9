import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { domainMatcher, type MatchHost } from './hosts';
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

describe('domainMatcher', () => {
  const owner = (match: MatchHost, host: string) => {
    const found = match(host);
    return [...ids].find(([, id]) => id === found?.domain_id)?.[0];
  };

  it('takes the exact name first, then a wildcard one label above', async () => {
    const match = await domainMatcher(world.db)();
    expect(match('www.example.com')).toEqual({ oem_id: 'acme', domain_id: ids.get('acme-root www.example.com') });
    expect(owner(match, 'a.example.com')).toBe('acme-child *.example.com');
    expect(owner(match, 'a.www.example.com')).toBe('borealis-root *.www.example.com');
    for (const host of ['example.com', 'a.b.example.com', '.example.com', 'example.org', 'com', '.', '']) {
      expect(owner(match, host), host).toBeUndefined();
    }
  });

  it('of two OEMs the older domain wins, and an approved one before it', async () => {
    const matcher = domainMatcher(world.db);
    expect(owner(await matcher(), 'shared.example.net')).toBe('borealis-root shared.example.net');
    await world.judge('acme-support', ids.get('acme-root shared.example.net') ?? '', 4);
    expect(owner(await matcher(), 'shared.example.net')).toBe('acme-root shared.example.net');
  });

  it('knows a domain from its creation to its deletion, and reads nothing in between', async () => {
    const matcher = domainMatcher(world.db);
    expect((await matcher())('new.example.org')).toBeUndefined();
    const domain_id = await add('acme-root', 'new.example.org');
    const [first, second] = await Promise.all([matcher(), matcher()]);
    expect(first('new.example.org')?.domain_id).toBe(domain_id);
    expect(second).toBe(first);
    await world.call('DELETE', `${LIST}/${domain_id}`, { as: 'acme-root' });
    expect((await matcher())('new.example.org')).toBeUndefined();
  });
});

it('what fell too far behind is read anew', async () => {
  const matcher = domainMatcher(world.db);
  const cached = domainVisibility(world.db);
  const { user_id, oem_id, domain_id } = await world.db
    .selectFrom('domains')
    .selectAll()
    .where('domain_id', '=', await world.created('acme-other', 'behind.example.org'))
    .executeTakeFirstOrThrow();
  const scope = { oem_id, user_id, tier: 'user' } as const;
  expect((await matcher())('behind.example.org')?.domain_id).toBe(domain_id);
  expect(await cached(scope)).toContain(domain_id);
  await world.runtime.store.transaction(async (tx) => {
    await tx.deleteFrom('domains').where('domain_id', '=', domain_id).execute();
    await tx
      .updateTable('domain_epoch')
      .set((eb) => ({ epoch: eb('epoch', '+', 50_000) }))
      .execute();
  });
  expect((await matcher())('behind.example.org')).toBeUndefined();
  expect(await cached(scope)).not.toContain(domain_id);
});

describe('visibleDomainIds', () => {
  const own = (...names: string[]) => names.map((name) => ids.get(name)).sort();

  it('are what the list shows, cached or not', async () => {
    const db = world.db;
    const cached = domainVisibility(db);
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
      const ids = await cached(scope);
      expect([...ids].sort()).toEqual(wanted);
      expect(await cached(scope)).toBe(ids);
    }
    const added = await add('acme-child', 'late.example.org');
    expect(await cached(expected[1][0])).toContain(added);
    expect(await cached(expected[3][0])).not.toContain(added);
    const unchanged = await cached(expected[3][0]);
    await world.call('DELETE', `${LIST}/${added}`, { as: 'acme-child' });
    expect(await cached(expected[1][0])).not.toContain(added);
    expect(await cached(expected[3][0])).toBe(unchanged);
  });
});
