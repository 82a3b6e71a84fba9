import { connect, type Socket } from 'node:net';
import { PASSWORD, people } from '@/test/people';
import { request } from '../request';
import { type Answer, ATTACKER, type Sent, type Target } from './attack';

const hostOf = (user_name: string) => {
  const oem = people.users.find((user) => user.user_name === user_name)?.oem_id;
  // The administrator of the first start is nobody's but the operator's, whose host no brand claims.
  return people.oems.find((o) => o.oem_id === oem)?.hostnames[0] ?? 'operator.test';
};

function isEnvelope(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('code' in value) || !('message' in value)) return false;
  return value.code === 0 ? 'data' in value : 'err_key' in value && String(value.err_key).startsWith('err.');
}

/** Session tokens of those who are signed in, by user name. */
export type Tokens = Map<string, Promise<string>>;

/** What an attack works with, for so many seconds from now. */
export function targetAt(
  url: string,
  seconds: number,
  tokens: Tokens,
): Target & { broken: ReadonlySet<string>; signInAll(): Promise<void>; close(): void } {
  const until = Date.now() + seconds * 1000;
  const broken = new Set<string>();
  const sockets = new Set<Socket>();
  const { hostname, port } = new URL(url);

  const expect = (isKept: boolean, promise: string) => {
    if (!isKept) broken.add(promise);
  };

  const expectAnswer = ({ status, headers }: Answer, statuses: readonly number[], what: string) => {
    const isForNow = [429, 503].includes(status) && Number(headers['retry-after']) > 0;
    expect(isForNow || statuses.includes(status), `${what} is answered, or refused for now (${status})`);
  };

  const expectEnvelope = (text: string, where: string) => {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      value = undefined;
    }
    expect(isEnvelope(value), `the answer to ${where} is in the envelope`);
  };

  async function send(method: string, path: string, { host, body, raw, headers }: Sent): Promise<Answer> {
    const bytes = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const type: Record<string, string> = bytes === undefined ? {} : { 'Content-Type': 'application/json' };
    const all = { Host: host ?? 'acme.test', ...type, ...headers };
    const answer = await request(url, { method, path, headers: all, body: bytes }).catch(() => undefined);
    if (!answer) return { status: 0, headers: {}, body: undefined };
    const isJson = answer.headers['content-type']?.startsWith('application/json') === true;
    const isApi = path.startsWith('/api') || path.startsWith('/console');
    if (isApi && method !== 'HEAD' && (isJson || answer.status >= 400))
      expectEnvelope(answer.text, `${method} ${path}`);
    return {
      status: answer.status,
      headers: answer.headers,
      body: isJson && answer.text ? JSON.parse(answer.text) : '',
    };
  }

  async function signIn(user_name: string): Promise<string> {
    const password = Buffer.from(PASSWORD).toString('base64');
    const body = { username: user_name, password };
    const answer = await send('POST', '/api/auth/login', { host: hostOf(user_name), body });
    if (answer.status !== 200) throw new Error(`${user_name} cannot sign in: ${JSON.stringify(answer.body)}`);
    return answer.body.data.token;
  }

  function token(user_name: string): Promise<string> {
    const known = tokens.get(user_name);
    if (known) return known;
    const fresh = signIn(user_name);
    tokens.set(user_name, fresh);
    return fresh;
  }

  return {
    url,
    port: Number(port),
    seconds,
    goesOn: () => Date.now() < until,
    token,
    async call(method, path, { as, ...sent } = {}) {
      if (as === undefined) return send(method, path, sent);
      const Authorization = `Bearer ${await token(as)}`;
      return send(method, path, { host: hostOf(as), ...sent, headers: { Authorization, ...sent.headers } });
    },
    connect(from = ATTACKER) {
      const socket = connect({ host: hostname, port: Number(port), localAddress: from });
      socket.on('error', () => socket.destroy());
      socket.on('close', () => sockets.delete(socket));
      sockets.add(socket);
      return socket;
    },
    expect,
    expectAnswer,
    expectEnvelope,
    broken,
    async signInAll() {
      await Promise.all(['acme-root', 'acme-support'].map(token));
    },
    close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}
