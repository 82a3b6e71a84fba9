import autocannon from 'autocannon';

export type Load = { rps: number; p50: number; p99: number; failed: number };

/** What a request is, beside the address and who sends it. */
export type Asked = { method?: 'GET' | 'POST'; path?: string; body?: string };

type Options = { connections: number; seconds: number; token?: string; next?: () => Asked };

/** Sends requests as fast as answers come back. Latencies in milliseconds. */
export async function load(url: string, { connections, seconds, token, next }: Options): Promise<Load> {
  const authorization: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const headersOf = ({ body }: Asked) => ({
    ...authorization,
    ...(body ? { 'content-type': 'application/json' } : {}),
  });
  const asked = (): Asked & { headers: Record<string, string> } => {
    const one = next?.() ?? {};
    return { method: 'GET', ...one, headers: headersOf(one) };
  };
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: [next ? { setupRequest: (request) => ({ ...request, body: undefined, ...asked() }) } : asked()],
  });
  return {
    rps: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors,
  };
}

export async function signIn(url: string, username: string, password: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password: Buffer.from(password).toString('base64') }),
  });
  const { data } = (await answer.json()) as { data: { token: string } };
  return data.token;
}
