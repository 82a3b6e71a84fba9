import { EXIT, Failure } from '../failure';
import { isProfileName, saveProfile } from '../profiles';
import { addressOf, dataOf, errKeyOf, isExposed, send, type Target } from '../server';
import { type Extra, keyFrom, keyInEnvironment, keyOf, last, type Session, timeoutOf } from '../session';

/** A read that nearly every key may do, and the refusal of one that is valid and may not. */
const PROBE = '/api/guard/policies?size=1';
const NARROW = 'err.sys.apikey.scope_insufficient';

/** Asks for a server and a key, tries them and keeps them. */
export const login: Extra = {
  name: 'login',
  usage: {
    en: '[--server URL] [--api-key-file F] [--profile NAME]',
    zh: '[--server 地址] [--api-key-file 文件] [--profile 名称]',
  },
  summary: { en: 'try a server and a key, and keep them as a profile', zh: '验证服务器和密钥，并保存为配置' },
  flags: [],
  words: 0,
  async run(session) {
    const { io, say, language } = session;
    const url = addressOf(await serverFrom(session), say);
    const name = last(session, 'profile') ?? new URL(url).hostname.replace(/[^\w.-]/g, '');
    if (!isProfileName(name)) throw new Failure(EXIT.usage, say('bad_name', { name }));
    if (isExposed(url)) io.err(`${say('plain_http')}\n`);
    const key = await askedKey(session);
    await requireValid({ url, key, timeoutS: timeoutOf(session), language, say });
    await saveProfile(io.env, say, name, { url, key });
    io.err(`${say('added', { name })}\n`);
  },
};

async function serverFrom(session: Session): Promise<string> {
  const { io, say } = session;
  const given = last(session, 'server') ?? io.env.PARAPET_URL;
  if (given !== undefined) return given;
  if (!io.ask) throw new Failure(EXIT.usage, say('missing', { name: '--server' }));
  return (await io.ask(say('ask_server'))).trim();
}

/** From a file, the environment, whoever sits there, or standard input. */
async function askedKey(session: Session): Promise<string> {
  const { io, say } = session;
  const given = (await keyFrom(session)) ?? keyInEnvironment(io);
  return keyOf(given ?? (io.ask ? await io.ask(say('ask_hidden_key'), true) : await io.stdin()), say);
}

/** A key that may do little is valid all the same. */
async function requireValid(target: Target): Promise<void> {
  const response = await send(target, 'GET', PROBE);
  if (response.status === 403 && (await errKeyOf(response.clone())) === NARROW) return;
  await dataOf(target, response);
}
