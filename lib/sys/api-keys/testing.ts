import type { Answer, Parapet, Request } from '@/test/parapet';

export type Issued = {
  key_id: string;
  name: string;
  api_key: string;
  prefix: string;
  last4: string;
  expires_at: number;
};

/** Issues a key as one of the test's people. */
export async function issue(parapet: Parapet, as: string, more: object = {}): Promise<Issued> {
  const { status, body } = await parapet.call('POST', '/api/sys/api-keys', { as, body: { name: 'Test', ...more } });
  if (status !== 201) throw new Error(`no key for ${as}: ${JSON.stringify(body)}`);
  return body.data;
}

/** Calls with a key at Acme's host, unless another is given. */
export function withKey(
  parapet: Parapet,
  key: Pick<Issued, 'api_key'>,
  method: string,
  path: string,
  request: Request = {},
): Promise<Answer> {
  const headers = { Authorization: `ApiKey ${key.api_key}`, ...request.headers };
  return parapet.call(method, path, { host: 'acme.test', ...request, headers });
}

/** The list that tests of keys read. */
export const POLICIES = '/api/guard/policies';

/** Reads it with a key. */
export const policiesWith =
  (parapet: () => Parapet) =>
  (key: Pick<Issued, 'api_key'>, request: Request = {}) =>
    withKey(parapet(), key, 'GET', POLICIES, request);
