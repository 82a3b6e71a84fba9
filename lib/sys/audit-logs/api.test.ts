import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appendAudit } from '@/lib/audit/record';
import { ACTOR_TYPES } from '@/lib/audit/vocabulary';
import { type Parapet, startParapet } from '@/test/parapet';
import type { AuditLog } from './contract';

let parapet: Parapet;
const create = (as: string, name: string) => parapet.call('POST', '/api/guard/policies', { as, body: { name } });

beforeAll(async () => {
  parapet = await startParapet();
  const child = await create('acme-child', 'Childish');
  await create('acme-root', 'Rooted 100%');
  await create('acme-other', 'Other_wise');
  await create('borealis-root', 'Northern');
  await parapet.call('PUT', `/api/guard/policies/${child.body.data.policy_id}`, {
    as: 'acme-support',
    body: { name: 'Helped along' },
  });
  await create('acme-support', 'Staff own');
});
afterAll(() => parapet.close());

const list = async (as: string, query = '') => parapet.call('GET', `/api/sys/audit-logs?${query}`, { as });
const labels = async (as: string, query = '') => {
  const { status, body } = await list(as, query);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.data.total).toBe(body.data.list.length);
  return body.data.list.map((row: AuditLog) => row.resource_label);
};

const ACME = ['Staff own', 'Helped along', 'Other_wise', 'Rooted 100%', 'Childish'];

describe('who sees which operations', () => {
  it.each([
    ['acme-root', ACME],
    ['acme-other', ACME],
    ['acme-viewer', []],
    ['borealis-root', ['Northern']],
    ['acme-auditor', ['Staff own', 'Helped along', 'Northern', 'Other_wise', 'Rooted 100%', 'Childish']],
    ['borealis-support', ['Staff own', 'Helped along', 'Northern', 'Other_wise', 'Rooted 100%', 'Childish']],
  ])('%s', async (as, expected) => {
    expect(await labels(as)).toEqual(expected);
  });

  it('by actor, whole name only, and by how it ended', async () => {
    expect(await labels('acme-root', 'actor_name=acme-support')).toEqual(['Staff own', 'Helped along']);
    expect(await labels('acme-root', 'actor_name=acme')).toEqual([]);
    expect(await labels('acme-root', 'status=1')).toEqual(ACME);
    expect(await labels('acme-root', 'status=2')).toEqual([]);
    expect((await list('acme-root', 'status=3')).status).toBe(400);
  });

  it('a downstream user: their own and what staff did for them', async () => {
    const rows = await parapet.runtime.store.read.selectFrom('users').selectAll().execute();
    const child = rows.find((user) => user.user_name === 'acme-child');
    // Operators hold no audit permission; given it, they still see no more than their own.
    await parapet.runtime.store.transaction((tx) =>
      tx
        .insertInto('user_roles')
        .values({ user_id: child?.user_id ?? '', role_id: 12 })
        .execute(),
    );
    parapet.runtime.principals.clear();
    expect(await labels('acme-child')).toEqual(['Helped along', 'Childish']);
    expect(await labels('acme-child', 'channel=staff')).toEqual(['Helped along']);
    expect(await labels('acme-child', 'keyword=acme')).toEqual(['Helped along', 'Childish']);
  });

  it.each(['acme', '%', '_', "' OR 1=1--", '\\', 'o'])('no keyword shows more: %s', async (keyword) => {
    for (const as of ['acme-root', 'acme-viewer', 'borealis-root']) {
      const all: string[] = await labels(as);
      const found: string[] = await labels(as, `keyword=${encodeURIComponent(keyword)}`);
      expect(all).toEqual(expect.arrayContaining(found));
    }
  });

  it('nor any other parameter', async () => {
    expect(await labels('borealis-root', 'oem_id=acme&user_id=&first_id=&role_id=1&scope=all')).toEqual(['Northern']);
  });

  it('needs the permission', async () => {
    for (const as of ['acme-editor', 'acme-nobody']) expect((await list(as)).status, as).toBe(403);
  });
});

describe('filters', () => {
  it('keyword: any letter case, its signs are plain characters', async () => {
    expect(await labels('acme-root', 'keyword=CHILDISH')).toEqual(['Childish']);
    expect(await labels('acme-root', 'keyword=100%25')).toEqual(['Rooted 100%']);
    expect(await labels('acme-root', 'keyword=r_w')).toEqual(['Other_wise']);
    expect(await labels('acme-root', 'keyword=guard.policy.edit')).toEqual(['Helped along']);
  });

  it('channel, by either name, trimmed; blank filters nothing, unknown is refused', async () => {
    for (const query of ['channel=staff', 'actor_type=staff', 'channel=%20staff%20']) {
      expect(await labels('acme-root', query), query).toEqual(['Staff own', 'Helped along']);
    }
    expect(await labels('acme-root', 'channel=')).toEqual(ACME);
    expect(await labels('acme-root', 'channel=oauth')).toEqual([]);
    for (const field of ['channel', 'actor_type']) {
      for (const value of ['root', 'Staff', 'user,staff', '1']) {
        const { status, body } = await list('acme-root', `${field}=${value}`);
        expect(status).toBe(400);
        expect(body.data).toEqual({ category: 'validation', field, valid_values: [...ACTOR_TYPES] });
      }
    }
  });

  it('time: inclusive at both ends, in milliseconds or seconds', async () => {
    const { body } = await list('acme-root', 'keyword=childish');
    const at: number = body.data.list[0].ctime;
    const second = Math.floor(at / 1000);
    expect(await labels('acme-root', `start_time=${at}&end_time=${at}&keyword=childish`)).toEqual(['Childish']);
    expect(await labels('acme-root', `start_time=${at + 1}&keyword=childish`)).toEqual([]);
    expect(await labels('acme-root', `end_time=${at - 1}&keyword=childish`)).toEqual([]);
    expect(await labels('acme-root', `start_time=${second}&end_time=${second}&keyword=childish`)).toEqual(['Childish']);
    expect(await labels('acme-root', `end_time=${second - 1}`)).toEqual([]);
    expect(await list('acme-root', `start_time=${at}&end_time=${at - 1}`)).toMatchObject({
      status: 400,
      body: { data: { field: 'end_time' } },
    });
    for (const wrong of ['-1', '1e3', 'today', '1.5', '']) {
      expect((await list('acme-root', `start_time=${wrong}`)).status, wrong).toBe(400);
    }
  });

  it('pages', async () => {
    const second = await list('acme-root', 'page=2&size=2');
    expect(second.body.data).toMatchObject({ total: 5, page: 2, size: 2 });
    expect(second.body.data.list.map((row: AuditLog) => row.resource_label)).toEqual(['Other_wise', 'Rooted 100%']);
    expect((await list('acme-root', 'size=101')).status).toBe(400);
    expect((await list('acme-root', 'page=999999999&size=100')).body.data.list).toEqual([]);
  });
});

it('an item tells who did what to what, on whose behalf, and what changed', async () => {
  const { body } = await list('acme-root', 'keyword=helped');
  const [row] = body.data.list;
  expect(row).toMatchObject({
    action: 'guard.policy.edit',
    message: 'Change a policy: Helped along',
    resource_type: 'policy',
    actor_type: 'staff',
    actor_name: 'acme-support',
    on_behalf_user_name: 'acme-child',
    status: 1,
    http_status: 200,
    biz_code: 0,
    remote_ip: '127.0.0.1',
  });
  expect(row.detail).toMatchObject({
    changes: { name: { old: 'Childish', new: 'Helped along' } },
    params: { id: row.resource_id, name: 'Helped along' },
  });
  expect(Object.keys(row)).not.toEqual(expect.arrayContaining(['hash']));
});

describe('the export', () => {
  const download = (as: string, query = '') => parapet.call('GET', `/api/sys/audit-logs/export?${query}`, { as });
  /** Every cell by its column; the cells of these tests hold no line ends. */
  const table = (text: string) => {
    expect(text.charCodeAt(0)).toBe(0xfeff);
    expect(text.endsWith('\r\n')).toBe(true);
    const [head = [], ...rows] = text
      .slice(1, -2)
      .split('\r\n')
      .map((line) =>
        [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
          (m) => m[1]?.replaceAll('""', '"') ?? m[2] ?? '',
        ),
      );
    return rows.map((row) => Object.fromEntries(head.map((name, i) => [name, row[i]])));
  };
  const exported = async (as: string, query = '') => {
    const answer = await download(as, query);
    expect(answer.status).toBe(200);
    return table(answer.body).map((row) => row.resource_label);
  };

  it('holds the rows of the list in its order, whoever asks and with whatever filter', async () => {
    for (const as of ['acme-root', 'acme-other', 'acme-viewer', 'borealis-root', 'acme-auditor', 'acme-child']) {
      expect(await exported(as), as).toEqual(await labels(as));
    }
    for (const query of ['channel=staff', 'keyword=CHILDISH', 'actor_type=user', 'start_time=1', 'end_time=1']) {
      expect(await exported('acme-root', query), query).toEqual(await labels('acme-root', query));
    }
    expect((await download('acme-root', 'start_time=2&end_time=1')).body.data).toMatchObject({ field: 'end_time' });
    expect((await download('acme-root', 'channel=root')).status).toBe(400);
    for (const as of ['acme-editor', 'acme-nobody']) expect((await download(as)).status, as).toBe(403);
  });

  it('keeps no place for who asks by HEAD alone', { timeout: 10_000 }, async () => {
    const head = () => parapet.call('HEAD', '/api/sys/audit-logs/export', { as: 'acme-root' });
    // More than an account has at once.
    for (let n = 0; n < 5; n++) {
      const { status, headers, body } = await head();
      expect([status, headers.get('content-type'), body]).toEqual([200, 'text/csv; charset=utf-8', '']);
    }
    expect((await download('acme-root')).status).toBe(200);
  });

  it('tells all that the list tells', async () => {
    const answer = await download('acme-root', 'keyword=helped');
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="audit-logs.csv"');
    const [item] = (await list('acme-root', 'keyword=helped')).body.data.list as AuditLog[];
    const [{ time, detail, ...row } = {}] = table(answer.body);
    expect(time).toBe(new Date(item?.ctime ?? 0).toISOString());
    expect(JSON.parse(detail ?? '')).toEqual(item?.detail);
    const { detail: _, ...rest } = item ?? ({} as AuditLog);
    expect(row).toEqual(Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)])));
  });

  it('leaves no cell that runs, and goes on over many batches', async () => {
    const { store } = parapet.runtime;
    const [like] = await store.read.selectFrom('audit_logs').selectAll().limit(1).execute();
    if (!like) throw new Error('no row');
    const { id: _id, search: _search, prev_hash: _prev, hash: _hash, ...entry } = like;
    const labelsOf = Array.from({ length: 1203 }, (_, i) => (i === 7 ? '=HYPERLINK("x")' : `bulk ${i}`));
    await store.transaction(async (tx) => {
      for (const [i, resource_label] of labelsOf.entries()) {
        await appendAudit(tx, { ...entry, ctime: entry.ctime + Math.floor(i / 10), action: 'bulk', resource_label });
      }
    });
    const ordered = labelsOf
      .map((label, i) => ({ label: i === 7 ? '\'=HYPERLINK("x")' : label, at: Math.floor(i / 10), i }))
      .sort((a, b) => b.at - a.at || b.i - a.i);
    const found = await exported('acme-root', 'keyword=bulk');
    expect(found).toEqual(ordered.map((row) => row.label));
  });
});
