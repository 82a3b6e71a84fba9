import { EXIT, Failure } from '../failure';
import { table } from '../output';
import { readProfiles, writeProfiles } from '../profiles';
import { addressOf } from '../server';
import { type Extra, keyFrom, type Session } from '../session';

const NAME = /^[\w.-]{1,64}$/;

/** Keeps servers and keys by name. */
export const profile: Extra = {
  name: 'profile',
  usage: {
    en: 'add NAME --server URL [--api-key-file F] | use NAME | list | remove NAME',
    zh: 'add 名称 --server 地址 [--api-key-file 文件] | use 名称 | list | remove 名称',
  },
  summary: { en: 'servers and keys by name', zh: '按名称保存服务器和密钥' },
  flags: [],
  words: 2,
  async run(session) {
    const [, verb = 'list', name = ''] = session.words;
    if (verb === 'list') return list(session);
    if (!['add', 'use', 'remove'].includes(verb) || !NAME.test(name)) {
      throw new Failure(EXIT.usage, session.say('unknown_command', { name: verb, known: 'add, use, list, remove' }));
    }
    if (verb === 'add') return add(session, name);
    const kept = await readProfiles(session.io.env, session.say);
    if (!Object.hasOwn(kept.profiles, name)) throw new Failure(EXIT.usage, session.say('no_profile', { name }));
    const { [name]: _gone, ...others } = kept.profiles;
    const current = kept.current === name ? undefined : kept.current;
    await writeProfiles(
      session.io.env,
      verb === 'use' ? { ...kept, current: name } : { profiles: others, ...(current ? { current } : {}) },
    );
    session.io.err(`${session.say(verb === 'use' ? 'added' : 'removed', { name })}\n`);
  },
};

async function add(session: Session, name: string): Promise<void> {
  const { io, say, flags } = session;
  const url = addressOf(flags.get('server')?.at(-1) ?? io.env.PARAPET_URL ?? '', say);
  if (!flags.has('api-key-file')) {
    if (!io.env.PARAPET_API_KEY) io.err(`${say('ask_key')}\n`);
    if (!io.env.PARAPET_API_KEY) flags.set('api-key-file', ['-']);
  }
  const key = (await keyFrom(session)) ?? io.env.PARAPET_API_KEY ?? '';
  const kept = await readProfiles(io.env, say);
  await writeProfiles(io.env, { current: name, profiles: { ...kept.profiles, [name]: { url, key } } });
  io.err(`${say('added', { name })}\n`);
}

/** Never the keys. */
async function list({ io, say }: Session): Promise<void> {
  const { current, profiles } = await readProfiles(io.env, say);
  const rows = Object.entries(profiles).map(([name, { url }]) => ({ current: name === current ? '*' : '', name, url }));
  await io.out(`${table(rows, ['current', 'name', 'url'], true)}\n`);
}
