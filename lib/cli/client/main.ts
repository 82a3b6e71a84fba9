import { readArgs } from './args';
import { callEndpoint } from './call';
import { ALIASES, type Command } from './command';
import { extras } from './commands';
import { EXIT, Failure } from './failure';
import { helpOfAll, helpOfCommand, helpOfExtra, helpOfResource } from './help';
import { visible } from './output';
import { type Io, requireKnown, type Session } from './session';
import { languageOf, sayIn } from './texts';

/** Runs one command line and answers its exit code. */
export async function run(argv: readonly string[], commands: readonly Command[], io: Io): Promise<number> {
  try {
    // As every program answers it, also before a command is known.
    const args = readArgs(argv[0] === '--version' ? ['version'] : argv);
    const language = languageOf(args.flags.get('lang')?.at(-1), io.env);
    await perform({ ...args, io, language, say: sayIn(language), commands, extras });
    return 0;
  } catch (error) {
    const lines = (error as Error).message.split('\n').map(visible);
    io.err(`parapet: ${lines.join('\n')}\n`);
    return error instanceof Failure ? error.exit : EXIT.failed;
  }
}

async function perform(session: Session): Promise<void> {
  const { flags, commands, say } = session;
  const words = session.words[0] === 'help' ? session.words.slice(1) : session.words;
  const wantsHelp = flags.has('help') || words.length < session.words.length;
  const [name] = words;
  if (name === undefined) return helpOfAll(session, extras);
  const extra = extras.find((one) => one.name === name || one.name === words.slice(0, 2).join(' '));
  if (extra && wantsHelp) return helpOfExtra(session, extra);
  if (extra) {
    requireKnown(session, extra);
    return extra.run(session);
  }

  const own = commands.filter(({ resource }) => resource === (ALIASES[name] ?? name));
  if (own.length === 0) {
    const known = [...new Set(commands.map(({ resource }) => resource))].join(', ');
    throw new Failure(EXIT.usage, say('unknown_command', { name, known }));
  }
  if (words[1] === undefined) return helpOfResource(session, own, extras);
  const command = own.find(({ verb }) => verb === words[1]);
  if (!command) {
    const others = extras.filter((one) => one.name.startsWith(`${name} `)).map((one) => one.name.split(' ')[1]);
    const known = [...own.map(({ verb }) => verb), ...others].join(', ');
    throw new Failure(EXIT.usage, say('unknown_command', { name: words.slice(0, 2).join(' '), known }));
  }
  return wantsHelp ? helpOfCommand(session, command) : callEndpoint(session, command);
}
