import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Parapet, startParapet } from '@/test/parapet';
import { login } from '@/test/sign-in';
import type { LoginRecord } from './contract';

let parapet: Parapet;
beforeAll(async () => {
  parapet = await startParapet();
  await login(parapet, 'acme-viewer', 'wrong');
  for (let i = 0; i < 2; i++) await login(parapet, 'acme-viewer');
  await login(parapet, 'acme-child');
  for (let i = 0; i < 2; i++) await login(parapet, 'borealis-root');
  await login(parapet, 'nobody of that name', 'wrong');
});
afterAll(() => parapet.close());

const list = (as: string, query = '') => parapet.call('GET', `/api/sys/login-records?size=100&${query}`, { as });
const names = async (as: string, query = ''): Promise<string[]> => {
  const { status, body } = await list(as, query);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data.list.map((row: LoginRecord) => `${row.user_name} ${row.login_status}`);
};

describe('who sees which sign-ins', () => {
  it('a business root its OEM, with attempts on names that do not exist', async () => {
    const seen = await names('acme-root');
    expect(seen).toEqual(expect.arrayContaining(['nobody of that name 2', 'acme-child 1', 'acme-viewer 2']));
    expect(seen.some((name) => name.startsWith('borealis'))).toBe(false);
    expect(await names('borealis-root')).toEqual(['borealis-root 1', 'borealis-root 1']);
  });

  it('a downstream user their own, whatever they ask for', async () => {
    const own = ['acme-viewer 1', 'acme-viewer 1', 'acme-viewer 2'];
    expect(await names('acme-viewer')).toEqual(own);
    expect(await names('acme-viewer', 'keyword=acme')).toEqual(own);
    for (const keyword of ['%25', 'acme_viewer', "'%20OR%201=1--"])
      expect(await names('acme-viewer', `keyword=${keyword}`)).toEqual([]);
  });

  it('platform staff all of them', async () => {
    const seen = await names('acme-auditor');
    expect(seen).toEqual(expect.arrayContaining(['borealis-root 1', 'nobody of that name 2']));
  });

  it('needs the permission', async () => {
    expect((await list('acme-child')).status).toBe(403);
  });
});

it('filters by status and time', async () => {
  expect(await names('acme-viewer', 'status=2')).toEqual(['acme-viewer 2']);
  expect(await names('acme-viewer', 'status=1')).toEqual(['acme-viewer 1', 'acme-viewer 1']);
  expect(await names('acme-viewer', 'status=0')).toHaveLength(3);
  for (const status of ['3', '-1', 'ok', '01', '']) {
    expect(await list('acme-viewer', `status=${status}`), status).toMatchObject({
      status: 400,
      body: { data: { field: 'status' } },
    });
  }
  expect(await names('acme-viewer', 'end_time=1000')).toEqual([]);
  expect((await list('acme-viewer', 'start_time=2000000000&end_time=1')).status).toBe(400);
});

it('an item tells when, from where, and why it failed', async () => {
  const { body } = await list('acme-viewer', 'status=2');
  const [row] = body.data.list;
  expect(row).toMatchObject({
    ip: '127.0.0.1',
    auth_channel: 'password',
    failure_reason: 'wrong_password',
    ttl_seconds: 0,
    user_name: 'acme-viewer',
  });
  expect(row.login_time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  expect(Date.parse(`${row.login_time.replace(' ', 'T')}Z`)).toBe(Math.floor(row.ctime / 1000) * 1000);
  const [success] = (await list('acme-viewer', 'status=1')).body.data.list;
  expect(success).toMatchObject({ failure_reason: '', ttl_seconds: parapet.runtime.config.SESSION_MAX_S });
});

describe('the export', () => {
  const download = (as: string, query = '') => parapet.call('GET', `/api/sys/login-records/export?${query}`, { as });
  const exported = async (as: string, query = '') => {
    const { status, body } = await download(as, query);
    expect(status).toBe(200);
    const [head = '', ...rows] = body.slice(1, -2).split('\r\n');
    const at = (name: string) => head.split(',').indexOf(`"${name}"`);
    const cell = (row: string, name: string) => row.split(',')[at(name)]?.replace(/^"(.*)"$/, '$1');
    return rows.map((row: string) => `${cell(row, 'user_name')} ${cell(row, 'login_status')}`);
  };

  it('holds the rows of the list in its order, whoever asks and with whatever filter', async () => {
    for (const as of ['acme-root', 'acme-viewer', 'borealis-root', 'acme-auditor']) {
      await names(as);
      expect(await exported(as), as).toEqual(await names(as));
    }
    for (const query of ['status=2', 'keyword=CHILD', 'start_time=1']) {
      expect(await exported('acme-root', query), query).toEqual(await names('acme-root', query));
    }
    expect((await download('acme-viewer', 'status=3')).status).toBe(400);
    expect((await download('acme-child')).status).toBe(403);
  });

  it('is a file, named by the server', async () => {
    const answer = await download('acme-viewer');
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="login-records.csv"');
    expect(answer.body.split('\r\n')[0]).toBe(
      '\ufeff"time","id","ctime","user_name","user_id","nick_name","ip","login_district","user_agent","request_id","auth_channel","login_status","failure_reason","ttl_seconds","staff_user_id","staff_user_name","on_behalf_user_id","on_behalf_user_name","delegation_user_id","delegation_user_name"',
    );
  });
});
