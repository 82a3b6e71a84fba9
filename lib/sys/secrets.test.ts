import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { tokenHash } from '@/lib/auth/tokens';
import { migrate } from '@/lib/db/migrate';
import { openStore } from '@/lib/db/store';
import { keyPieces, Openssl } from '@/lib/guard/certs/testing';
import { masterKey } from '@/lib/seal/seal';
import { request } from '@/scripts/request';
import { testDatabase } from '@/test/parapet';
import { commandOf } from '@/test/program';
import { runScript } from '@/test/script';

/** Passwords as people use them, each to be found wherever it might have been written. */
const FIRST = 'pässword-of-the-first/admin+1';
const NEXT = 'next-password-of-the-admin';
const WRONG = 'almost-the-right-password';
const THEIRS = 'password-given-to-a-user';
const OTHERS = ['too', 'misspelt-field-password', 'password-beside-another', 'password-of-a-failed-insert'] as const;
const METRICS = 'token-that-opens-the-figures';

const folder = mkdtempSync(path.join(tmpdir(), 'parapet-secrets-'));
const backups = mkdtempSync(path.join(tmpdir(), 'parapet-secrets-backup-'));
const openssl = new Openssl();
const pairs = [
  openssl.pair({ kind: 'rsa' }),
  openssl.pair({ kind: 'ec' }),
  openssl.pair({ kind: 'sm2' }),
  openssl.pair({ kind: 'sm2' }),
] as const;
let database: Awaited<ReturnType<typeof testDatabase>>;
let child: ChildProcess;
let output = '';
let url = '';
const answers: string[] = [];
/** What must not be anywhere, and what may be in the store alone. */
const secrets = new Set<string>([FIRST, NEXT, WRONG, THEIRS, ...OTHERS.slice(1), METRICS]);
const hashes = new Set<string>(['$argon2']);

async function call(method: string, target: string, headers: Record<string, string> = {}, body?: unknown) {
  const sent = typeof body === 'string' ? body : body === undefined ? undefined : JSON.stringify(body);
  const type: Record<string, string> = sent === undefined ? {} : { 'Content-Type': 'application/json' };
  const {
    status,
    headers: received,
    text,
  } = await request(url, {
    method,
    path: target,
    headers: { ...type, ...headers },
    body: sent,
  });
  // Where a secret is issued it is in the answer, and there alone.
  if (!/login|api-keys$|console\/session$/.test(target) || method !== 'POST') answers.push(text);
  const data = text.startsWith('{') ? JSON.parse(text).data : undefined;
  return { status, data, cookie: received['set-cookie']?.[0] };
}
const base64 = (text: string) => Buffer.from(text).toString('base64');
const signIn = (username: string, password: string) =>
  call('POST', '/api/auth/login', {}, { username, password: base64(password) });

/** A user of this nick name cannot be stored, so that creating one fails as only a mistake of ours could. */
async function breakOneInsert(databaseUrl: string | undefined): Promise<void> {
  const store = openStore({ folder, databaseUrl });
  await migrate(store);
  if (databaseUrl)
    await sql`alter table users add constraint broken check (nick_name <> 'broken')`.execute(store.writer);
  else {
    await sql`create trigger broken before insert on users when new.nick_name = 'broken'
      begin select raise(abort, 'broken'); end`.execute(store.writer);
  }
  await store.close();
}

beforeAll(async () => {
  database = await testDatabase();
  await breakOneInsert(database?.url);
  const [node, program] = commandOf('test/child-server.ts');
  child = spawn(node, [program], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      NODE_ENV: 'test',
      DATA_DIR: folder,
      ADMIN_PASSWORD: FIRST,
      LOG_LEVEL: 'trace',
      METRICS_TOKEN: METRICS,
      ...(database ? { DATABASE_URL: database.url } : {}),
    },
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  }
  await vi.waitFor(() => expect(output).toContain('ready at '), { timeout: 50_000 });
  url = /ready at (\S+)/.exec(output)?.[1] ?? '';
  await live();
  await vi.waitFor(() => expect(output).toContain('"route":"/api/sys/login-records"'), { timeout: 50_000 });
});
afterAll(async () => {
  if (child.exitCode === null) child.kill('SIGKILL');
  await database?.drop();
  openssl.close();
  for (const used of [folder, backups]) rmSync(used, { recursive: true, force: true });
});

function issued(token: string): string {
  secrets.add(token);
  hashes.add(tokenHash(token));
  return token;
}

/** A day in the life of secrets: used, mistyped, changed, misplaced, refused. */
async function live(): Promise<void> {
  expect((await signIn('admin', WRONG)).status).toBe(401);
  expect((await call('POST', '/api/auth/login', {}, { username: 'admin', password: FIRST })).status).toBe(401);
  const { data: login } = await signIn('admin', FIRST);
  const by = { Authorization: `Bearer ${issued(login.token)}` };
  const atConsole = { 'X-Console': '1' };
  const session = await call('POST', '/console/session', atConsole, { username: 'admin', password: base64(FIRST) });
  const cookie = `sid=${issued(/sid=(\w+)/.exec(session.cookie ?? '')?.[1] ?? '')}`;
  expect((await call('GET', '/console/session', { ...atConsole, Cookie: cookie })).status).toBe(200);

  const users = '/api/sys/users';
  const create = (more: object) => call('POST', users, by, { user_name: 'somebody', password: THEIRS, ...more });
  const { data: user } = await create({});
  expect((await create({})).status).toBe(400);
  expect((await create({ password: OTHERS[0] })).status).toBe(400);
  expect((await create({ user_name: 'other', Password: OTHERS[1], passwd: OTHERS[1] })).status).toBe(201);
  expect((await create({ user_name: 'third', nick_name: 'broken', password: OTHERS[3] })).status).toBe(500);
  expect((await call('POST', users, by, `{"user_name": "cut off", "password": "${OTHERS[1]}`)).status).toBe(400);
  expect((await call('POST', '/api/sys/nowhere', by, { password: OTHERS[1] })).status).toBe(404);

  const own = `${users}/${login.user_id}/password`;
  expect((await call('PUT', own, by, { password: NEXT, old_password: WRONG })).status).toBe(400);
  expect((await call('PUT', own, by, { password: NEXT, old_password: FIRST, Old_Password: FIRST })).status).toBe(200);
  const theirs = `${users}/${user.user_id}/password`;
  expect((await call('PUT', theirs, by, { password: OTHERS[2], new_password: THEIRS })).status).toBe(400);
  expect((await call('PUT', theirs, by, { new_password: OTHERS[2] })).status).toBe(200);
  const { data: flagged } = await signIn('somebody', OTHERS[2]);
  expect((await call('GET', users, { Authorization: `Bearer ${issued(flagged.token)}` })).status).toBe(403);

  const keys = '/api/sys/api-keys';
  for (const cidrs of [[], ['192.0.2.0/24']]) {
    const { data: key } = await call('POST', keys, by, { name: 'Key', allowed_ip_cidrs: cidrs });
    issued(key.api_key.split('.')[1]);
    hashes.add(tokenHash(key.api_key));
    const withKey = { Authorization: `ApiKey ${key.api_key}`, 'User-Agent': 'probe' };
    const expected = cidrs.length > 0 ? 403 : 200;
    expect((await call('GET', `${users}?keyword=x&token=${login.token}`, withKey)).status).toBe(expected);
    await call('POST', '/api/sys/nowhere', withKey, {});
    await call('GET', users, { Authorization: `Bearer ${key.api_key}` });
    for (const target of [keys, `${keys}/${key.key_id}`, `${keys}/${key.key_id}/logs`, `${keys}/${key.key_id}/stats`]) {
      expect((await call('GET', target, by)).status).toBe(200);
    }
  }
  for (const target of [users, `${users}/${user.user_id}/details`, `${keys}/audit-actions`, '/openapi.json']) {
    expect((await call('GET', target, by)).status).toBe(200);
  }
  expect((await call('GET', '/metrics', { Authorization: `Bearer ${METRICS}` })).status).toBe(200);
  await keepCertificates(by);
  for (const target of ['audit-logs?size=100', 'audit-logs/export', 'login-records?size=100']) {
    expect((await call('GET', `/api/sys/${target}`, by)).status).toBe(200);
  }
}

/** Private keys are uploaded, replaced, and put where they do not belong. */
async function keepCertificates(by: Record<string, string>): Promise<void> {
  const certs = '/api/guard/certs';
  const send = (body: unknown, method = 'POST', target = certs) => call(method, target, by, body);
  const [rsa, ec, sm2, sign] = pairs;
  const { status, data } = await send({ name: 'SM2', ...sm2, sign_cert: sign.cert, sign_key: sign.key });
  expect([status, data.certificate_type]).toEqual([201, 2]);
  for (const pair of [rsa, ec]) {
    const { data: made } = await send({ name: 'Shop', ...pair });
    const own = `${certs}/${made.id}`;
    expect((await send({ name: pair.key }, 'PUT', own)).status).toBe(400);
    expect((await send({ name: 'Renewed', ...pair }, 'PUT', own)).status).toBe(200);
    for (const target of [certs, own, `${own}/facts`]) expect((await send(undefined, 'GET', target)).status).toBe(200);
    expect((await send({ name: 'Twice', cert: pair.key, key: pair.key })).status).toBe(400);
    expect((await send({ name: 'Bundle', cert: `${pair.cert}${pair.key}`, key: 'x' })).status).toBe(400);
    expect((await send({ name: 'Other', cert: pair.cert, key: sm2.key })).status).toBe(400);
    expect((await send({ name: 'Shop', ...pair, private_key: pair.key, Key: pair.key })).status).toBe(201);
    expect((await send(JSON.stringify({ name: 'cut off', ...pair }).slice(0, -9))).status).toBe(400);
    expect((await send({ name: 'x', ...pair }, 'POST', '/api/guard/nowhere')).status).toBe(404);
    expect((await send({ cert: pair.cert, key: pair.key }, 'POST', `${certs}/inspect`)).status).toBe(200);
  }
}

/** A secret as it is, and as it travels or is easily turned back from. */
const forms = (secret: string) => [
  secret,
  ...['base64', 'base64url', 'hex'].map((encoding) => Buffer.from(secret).toString(encoding as 'hex')),
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
];
const found = (text: string, wanted: Iterable<string>) => [...wanted].filter((one) => text.includes(one));
const allForms = () => [...secrets].flatMap(forms);

/** What is in clear nowhere: private keys, and the master key that seals them. */
function keyMaterial(): string[] {
  const secret = readFileSync(path.join(folder, 'secret.key'), 'utf8').trim();
  const { bytes } = masterKey(secret);
  const derived = (['hex', 'base64', 'base64url', 'latin1'] as const).map((encoding) => bytes.toString(encoding));
  return ['PRIVATE KEY', ...pairs.flatMap(keyPieces), ...forms(secret), ...derived];
}

describe('after all that, no secret is left', () => {
  it('in a search that could not find it', () => {
    const text = pairs.map(({ key }) => key).join('');
    expect(found(text, keyMaterial()).length).toBeGreaterThan(50);
  });

  it('in what the process printed, nor a hash of one', () => {
    expect(output).toContain('"level":50');
    expect(output.match(/"msg":"request"/g)?.length).toBeGreaterThan(30);
    expect(found(output, [...allForms(), ...hashes, ...keyMaterial()])).toEqual([]);
  });

  it('in any answer but the one that issued it, nor a hash of one', () => {
    const text = answers.join('\n');
    expect(text).toContain('sys.user.resetpwd');
    expect(found(text, [...allForms(), ...hashes, ...keyMaterial()])).toEqual([]);
  });

  it('in a backup, which holds the sealed keys', async () => {
    const dir = path.join(backups, 'taken');
    const { code } = await runScript('backup', [dir], { DATA_DIR: folder, DATABASE_URL: database?.url ?? '' });
    expect(code).toBe(0);
    const text = everyFile(dir);
    // Hashes of sessions are not in it.
    expect(found(text, ['somebody', ...hashes]).length).toBeGreaterThan(3);
    const { kek_id } = masterKey(readFileSync(path.join(folder, 'secret.key'), 'utf8').trim());
    expect(text.split(`"${kek_id}.`).length).toBeGreaterThan(5);
    expect(found(text, [...allForms(), ...keyMaterial()])).toEqual([]);
  });

  it('in the store, where hashes are the proof that the search finds what is there', async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
    const text = database ? await everyRow(database.url) : everyFile(folder);
    expect(found(text, ['somebody', ...hashes]).length).toBeGreaterThan(5);
    expect(found(text, [...allForms(), ...keyMaterial()])).toEqual([]);
  });
});

/** All files of a folder but the master key's own, unzipped, as text and as bytes. */
function everyFile(where: string): string {
  const entries = readdirSync(where, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name !== 'secret.key');
  const contents = files.map(({ parentPath, name }) => {
    const bytes = readFileSync(path.join(parentPath, name));
    return name.endsWith('.gz') ? gunzipSync(bytes) : bytes;
  });
  return contents.flatMap((bytes) => [bytes.toString(), bytes.toString('latin1')]).join('\n');
}

async function everyRow(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows: tables } = await client.query(`select tablename from pg_tables where schemaname = 'public'`);
  const rows: string[] = [];
  for (const { tablename } of tables) {
    const { rows: found } = await client.query(`select t::text as row from "${tablename}" t`);
    rows.push(...found.map(({ row }) => row));
  }
  await client.end();
  return rows.join('\n');
}
