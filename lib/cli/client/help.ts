import type { Command } from './command';
import type { Extra, Session } from './session';

type Speaking = Pick<Session, 'say' | 'language' | 'io' | 'commands'>;

const summaryOf = (one: { summary: { en: string; zh: string } }, { language }: Speaking) =>
  (language === 'zh' && one.summary.zh) || one.summary.en;

const aligned = (rows: readonly (readonly [string, string])[]) => {
  const width = Math.max(0, ...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`.trimEnd()).join('\n');
};

/** What there is. */
export function helpOfAll(session: Speaking, extras: readonly Extra[]): Promise<void> {
  const { say, io, commands } = session;
  const names = [...new Set(commands.map(({ resource }) => resource))].join(' ').match(/.{1,76}(?: |$)/g) ?? [];
  const others = extras.map((one) => [one.name, summaryOf(one, session)] as const);
  return io.out(
    `${say('usage')}\n\n${say('resources')}\n${names.map((line) => `  ${line.trimEnd()}`).join('\n')}\n\n${say('commands')}\n${aligned(others)}\n\n${say('common')}\n`,
  );
}

/** What can be done with a resource. */
export function helpOfResource(session: Speaking, own: readonly Command[], extras: readonly Extra[]): Promise<void> {
  const name = own[0]?.resource ?? '';
  const rows = own.map(
    (one) => [[one.verb, ...one.ids.map((id) => `<${id}>`)].join(' '), summaryOf(one, session)] as const,
  );
  const others = extras
    .filter((one) => one.name.startsWith(`${name} `))
    .map((one) => [one.name.slice(name.length + 1), summaryOf(one, session)] as const);
  return session.io.out(`${session.say('verbs', { name })}\n${aligned([...rows, ...others])}\n`);
}

/** What a subcommand beside the endpoints takes. */
export function helpOfExtra(session: Speaking, extra: Extra): Promise<void> {
  const { say, io, language } = session;
  const rows = extra.flags.map((one) => [`--${one.flag}`, summaryOf(one, session)] as const);
  const flags = rows.length > 0 ? `\n${say('flags')}\n${aligned(rows)}\n` : '';
  const usage = `parapet ${extra.name} ${extra.usage[language]}`.trimEnd();
  return io.out(`${summaryOf(extra, session)}\n\n  ${usage}\n${flags}\n${say('common')}\n`);
}

/** What a command takes, with an example of it. */
export function helpOfCommand(session: Speaking, command: Command): Promise<void> {
  const { say } = session;
  const rows = command.fields.map(
    ({ flag, kind, required, values }) =>
      [
        `--${flag}`,
        [values?.join('|') ?? say(kind), required ? say('required') : ''].filter(Boolean).join(', '),
      ] as const,
  );
  const needed = command.fields
    .filter(({ required }) => required)
    .map(({ flag, values }) => `--${flag} ${values?.[0] ?? '…'}`);
  const example = ['parapet', command.resource, command.verb, ...command.ids.map((id) => `<${id}>`), ...needed].join(
    ' ',
  );
  const flags = rows.length > 0 ? `\n${say('flags')}\n${aligned(rows)}\n\n${say('values')}\n` : '';
  return session.io.out(
    `${summaryOf(command, session)}\n\n  ${example}\n${flags}\n${say('common')}\n\n${command.method} ${command.path}\n`,
  );
}
