import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '@/lib/config/env';
import { openRuntime, type Runtime } from '@/lib/runtime/runtime';
import { request } from '@/scripts/request';
import { createFrontServer } from '@/server/front';
import { createDatabase } from './database';
import type { AnyJson } from './json';
import { PASSWORD, people } from './people';
import { canStartPrepared, copyPrepared, savedToken } from './prepared';
import { isRecording, record } from './record';
import { exampleOf } from './visit/examples';

export type Answer = {
  status: number;
  headers: Headers;
  body: AnyJson;
};

export type Request = {
  as?: string;
  host?: string;
  token?: string;
  body?: unknown;
  raw?: string | Uint8Array;
  headers?: Record<string, string>;
  /** The address on loopback it comes from. */
  from?: string;
};

export type Parapet = {
  url: string;
  runtime: Runtime;
  /**
   * Calls the API as a user, or anonymously. On first use that is the session which a prepared store brought, or else
   * they sign in at their OEM's host.
   */
  call(method: string, path: string, request?: Request): Promise<Answer>;
  close(): Promise<void>;
};

const TEST_DATABASE_URL = process.env.TEST_DATABASE_URL;

/** A fresh store for the test where it is PostgreSQL; undefined where it is the embedded one. */
export const testDatabase = async () => (TEST_DATABASE_URL ? createDatabase(TEST_DATABASE_URL) : undefined);

/** Starts the real front server on a fresh store of the kind under test; pages answer 404. */
export async function startParapet(
  options: { env?: Record<string, string>; provision?: object } = {},
): Promise<Parapet> {
  const folder = mkdtempSync(path.join(tmpdir(), 'parapet-'));
  const provisionFile = path.join(folder, 'provision.json');
  const { env = {}, provision = people } = options;
  writeFileSync(provisionFile, JSON.stringify(provision));
  const dataDir = path.join(folder, 'data');
  const database = canStartPrepared(env, provision)
    ? await copyPrepared(dataDir, TEST_DATABASE_URL)
    : await testDatabase();
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    PROVISION_FILE: provisionFile,
    ADMIN_PASSWORD: PASSWORD,
    LOG_LEVEL: 'fatal',
    // The captured traffic has a date of its own and gets older with every day.
    KEEP_EVENTS_DAYS: '36500',
    KEEP_ROLLUPS_DAYS: '36500',
    ...(database ? { DATABASE_URL: database.url } : {}),
    ...env,
  });
  const runtime = await openRuntime(config);
  const server = createFrontServer(runtime, async (_request, response) => {
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    runtime,
    call: caller(url, (user_name) => savedToken(runtime, user_name)),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await runtime.close();
      await database?.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const hostOf = (user_name: string) => {
  const oem = people.users.find((u) => u.user_name === user_name)?.oem_id;
  return people.oems.find((o) => o.oem_id === oem)?.hostnames[0] ?? 'localhost';
};

function caller(url: string, saved: (user_name: string) => Promise<string | undefined>): Parapet['call'] {
  const tokens = new Map<string, Promise<string>>();
  const signIn = async (user_name: string) => {
    const there = await saved(user_name);
    if (there) return there;
    const password = Buffer.from(PASSWORD).toString('base64');
    const answer = await send(url, 'POST', '/api/auth/login', {
      host: hostOf(user_name),
      body: { username: user_name, password },
    });
    if (answer.status !== 200) throw new Error(`${user_name} cannot sign in: ${JSON.stringify(answer.body)}`);
    return answer.body.data.token as string;
  };
  return async (method, path, asked = {}) => {
    const { as, ...rest } = asked;
    if (as === undefined) return send(url, method, path, rest);
    let token = tokens.get(as);
    if (!token) {
      token = signIn(as);
      tokens.set(as, token);
    }
    return send(url, method, path, { host: hostOf(as), token: await token, ...rest });
  };
}

async function send(url: string, method: string, path: string, sent: Omit<Request, 'as'>): Promise<Answer> {
  const body = sent.raw ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body));
  const received = await request(url, {
    method,
    path,
    headers: {
      ...(sent.host ? { Host: sent.host } : {}),
      ...(sent.token ? { Authorization: `Bearer ${sent.token}` } : {}),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...sent.headers,
    },
    body,
    from: sent.from,
  });
  const isJson = received.headers['content-type']?.startsWith('application/json');
  const answered = isJson && received.text !== '' ? JSON.parse(received.text) : received.text;
  if (isRecording && answered?.err_key) record({ kind: 'error', key: answered.err_key, value: exampleOf(answered) });
  return {
    status: received.status,
    headers: new Headers(received.headers as Record<string, string>),
    body: answered,
  };
}
