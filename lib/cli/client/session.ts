import { type Args, requireValue } from './args';
import { type Command, GLOBAL_FLAGS } from './command';
import { EXIT, Failure } from './failure';
import type { Format } from './output';
import { readPrivate, readProfiles } from './profiles';
import { addressOf, isExposed, type Target } from './server';
import { type Language, type Say, unknownFlag } from './texts';

/** What the program is given from outside, so that tests can give it. */
export type Io = {
  env: Readonly<Record<string, string | undefined>>;
  out: (text: string | Uint8Array) => Promise<void>;
  err: (text: string) => void;
  stdin: () => Promise<string>;
  /** Asks whoever sits there; undefined where nobody does. What is `hidden` is not shown while it is typed. */
  ask?: ((question: string, hidden?: boolean) => Promise<string>) | undefined;
  /** From now on Ctrl-C ends what is going on instead of the program; answers what says that it was pressed. */
  interruption?: () => AbortSignal;
  /** Whether what is printed is shown by a terminal. */
  isTerminal: boolean;
  /** Whether what is said beside it is. */
  isWatched: boolean;
  version: string;
};

/** One call of the program. */
export type Session = Args & {
  io: Io;
  say: Say;
  language: Language;
  commands: readonly Command[];
  extras: readonly Extra[];
};

type Text = { en: string; zh: string };

/** A flag that a subcommand has of its own. */
export type ExtraFlag = { flag: string; summary: Text };

/** A subcommand that is no endpoint, by its one or two words. */
export type Extra = {
  name: string;
  /** What is written after its name. */
  usage: Text;
  summary: Text;
  flags: readonly ExtraFlag[];
  /** How many words may follow its name. */
  words: number;
  run: (session: Session) => Promise<void>;
};

/** Words and flags that a subcommand has not are refused before it does anything. */
export function requireKnown({ words, flags, say }: Session, extra: Extra): void {
  const most = extra.name.split(' ').length + extra.words;
  if (words.length > most) throw new Failure(EXIT.usage, say('too_many', { name: words.slice(most).join(' ') }));
  const known = extra.flags.map(({ flag }) => flag);
  const unknown = [...flags.keys()].find((flag) => !(flag in GLOBAL_FLAGS) && !known.includes(flag));
  if (unknown !== undefined) throw new Failure(EXIT.usage, unknownFlag(say, unknown, known));
  for (const [flag, given] of flags) requireValue(flag, given, say);
}

/** The last value of a flag. */
export const last = ({ flags }: Args, name: string) => flags.get(name)?.at(-1);

/** `-o`, a table where it isn't given. */
export function formatOf(session: Session): Format {
  const asked = last(session, 'output') ?? 'table';
  if (asked === 'table' || asked === 'json' || asked === 'yaml') return asked;
  throw new Failure(EXIT.usage, session.say('bad_value', { name: 'output', wanted: 'table | json | yaml' }));
}

/** Which server to call and as whom: flags, then the environment, then the profile. */
export async function targetOf(session: Session): Promise<Target> {
  const { io, say, language } = session;
  const named = last(session, 'profile');
  const kept = named === undefined && io.env.PARAPET_URL ? undefined : await readProfiles(io.env, say);
  const name = named ?? kept?.current;
  const profile = name === undefined ? undefined : kept?.profiles[name];
  if (named !== undefined && !profile) throw new Failure(EXIT.usage, say('no_profile', { name: named }));
  const asked = last(session, 'server') ?? (profile ? undefined : io.env.PARAPET_URL);
  const text = asked ?? profile?.url;
  if (!text) throw new Failure(EXIT.usage, say('no_server'));
  const url = addressOf(text, say);
  // A profile's key goes to the profile's server and nowhere else.
  const own = profile && addressOf(profile.url, say) === url ? profile.key : undefined;
  const key = (await keyFrom(session)) ?? own ?? (profile ? undefined : keyInEnvironment(io));
  if (key !== undefined && isExposed(url)) io.err(`${say('plain_http')}\n`);
  return { url, key, timeoutS: timeoutOf(session), language, say };
}

/** The key in the environment, under its name or under the one that `npm run ingest` has. */
export const keyInEnvironment = ({ env }: Session['io']): string | undefined => env.PARAPET_API_KEY ?? env.PARAPET_KEY;

/** The key of `--api-key-file`. */
export async function keyFrom(session: Session): Promise<string | undefined> {
  const file = last(session, 'api-key-file');
  if (file === undefined) return undefined;
  const text = file === '-' ? await session.io.stdin() : await readPrivate(file, session.say);
  if (text === undefined) throw new Failure(EXIT.usage, session.say('unreadable', { name: file }));
  return keyOf(text, session.say);
}

/** A key as it was written somewhere. Says what is wrong with it and never what it is. */
export function keyOf(text: string, say: Say): string {
  const key = text.trim();
  if (key === '') throw new Failure(EXIT.usage, say('empty_key'));
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) throw new Failure(EXIT.usage, say('bad_key'));
  return key;
}

/** `--timeout`, a minute where it isn't given. */
export function timeoutOf(session: Session): number {
  const text = last(session, 'timeout') ?? '60';
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new Failure(EXIT.usage, session.say('bad_value', { name: 'timeout', wanted: '1-9999' }));
}
