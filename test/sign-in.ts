import type { Answer, Parapet, Request } from './parapet';
import { PASSWORD, people } from './people';

/** Signs in over HTTP at the host of the user's OEM and answers whatever came back. */
export function login(parapet: Parapet, username: string, password = PASSWORD, more: Request = {}): Promise<Answer> {
  const oem = people.users.find((user) => user.user_name === username)?.oem_id ?? 'acme';
  return parapet.call('POST', '/api/auth/login', {
    host: `${oem}.test`,
    body: { username, password: Buffer.from(password).toString('base64') },
    ...more,
  });
}

/** A new session of the user, beside the one `call({ as })` keeps. */
export async function session(
  parapet: Parapet,
  username: string,
  password = PASSWORD,
): Promise<Required<Pick<Request, 'token' | 'host'>> & { user_id: string }> {
  const { status, body } = await login(parapet, username, password);
  if (status !== 200) throw new Error(`${username} cannot sign in: ${JSON.stringify(body)}`);
  const oem = people.users.find((user) => user.user_name === username)?.oem_id ?? 'acme';
  return { token: body.data.token, host: `${oem}.test`, user_id: body.data.user_id };
}

/** user_id of one of `people`. */
export async function idOf(parapet: Parapet, user_name: string): Promise<string> {
  const row = await parapet.runtime.store.read
    .selectFrom('users')
    .select('user_id')
    .where('user_name', '=', user_name)
    .executeTakeFirstOrThrow();
  return row.user_id;
}
