import { EXIT, Failure } from '../failure';
import { table } from '../output';
import { isProfileName, readProfiles, saveProfile, writeProfiles } from '../profiles';
import { addressOf } from '../server';
import { type Extra, keyFrom, keyInEnvironment, keyOf, last, type Session } from '../session';

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
    const [, verb = 'list', name, ...more] = session.words;
    const { say } = session;
    if (!['add', 'use', 'list', 'remove'].includes(verb)) {
      throw new Failure(EXIT.usage, say('unknown_command', { name: verb, known: 'add, use, list, remove' }));
    }
    const over = verb === 'list' ? name : more[0];
    if (over !== undefined) throw new Failure(EXIT.usage, say('too_many', { name: over }));
    if (verb === 'list') return list(session);
    if (name === undefined) throw new Failure(EXIT.usage, say('missing', { name: 'NAME' }));
    if (verb === 'add') return add(session, name);
    return verb === 'use' ? use(session, name) : remove(session, name);
  },
};

async function add(session: Session, name: string): Promise<void> {
  const { io, say, flags } = session;
  if (!isProfileName(name)) throw new Failure(EXIT.usage, say('bad_name', { name }));
  const url = addressOf(last(session, 'server') ?? io.env.PARAPET_URL ?? '', say);
  if (!flags.has('api-key-file') && keyInEnvironment(io) === undefined) {
    io.err(`${say('ask_key')}\n`);
    flags.set('api-key-file', ['-']);
  }
  const key = (await keyFrom(session)) ?? keyOf(keyInEnvironment(io) ?? '', say);
  await saveProfile(io.env, say, name, { url, key });
  io.err(`${say('added', { name })}\n`);
}

/** The profiles kept, of which one has the name. */
async function keptWith({ io, say }: Session, name: string) {
  const kept = await readProfiles(io.env, say);
  if (!Object.hasOwn(kept.profiles, name)) throw new Failure(EXIT.usage, say('no_profile', { name }));
  return kept;
}

async function use(session: Session, name: string): Promise<void> {
  const kept = await keptWith(session, name);
  await writeProfiles(session.io.env, { ...kept, current: name });
  session.io.err(`${session.say('used', { name })}\n`);
}

async function remove(session: Session, name: string): Promise<void> {
  const kept = await keptWith(session, name);
  const { [name]: _gone, ...profiles } = kept.profiles;
  const { current } = kept;
  await writeProfiles(session.io.env, { profiles, ...(current && current !== name ? { current } : {}) });
  session.io.err(`${session.say('removed', { name })}\n`);
}

/** Never the keys. */
async function list({ io, say }: Session): Promise<void> {
  const { current, profiles } = await readProfiles(io.env, say);
  const rows = Object.entries(profiles).map(([name, { url }]) => ({ current: name === current ? '*' : '', name, url }));
  await io.out(`${table(rows, ['current', 'name', 'url'], true)}\n`);
}
