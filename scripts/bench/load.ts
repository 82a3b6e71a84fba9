import autocannon from 'autocannon';

export type Load = { rps: number; p50: number; p99: number; failed: number };

type Options = { connections: number; seconds: number; token?: string; method?: 'GET' | 'POST'; body?: () => string };

/** Sends requests as fast as answers come back. Latencies in milliseconds. */
export async function load(url: string, { connections, seconds, token, method = 'GET', body }: Options): Promise<Load> {
  const headers = {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(body ? { 'content-type': 'application/json' } : {}),
  };
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: [{ method, headers, ...(body ? { setupRequest: (r) => ({ ...r, body: body() }) } : {}) }],
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
