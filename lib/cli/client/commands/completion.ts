import { SWITCHES } from '../command';
import { EXIT, Failure } from '../failure';
import type { Extra, Session } from '../session';

/** Prints what a shell needs to complete resources, verbs and flags. */
export const completion: Extra = {
  name: 'completion',
  usage: { en: 'bash | zsh | fish', zh: 'bash | zsh | fish' },
  summary: { en: 'completion for the shell', zh: '命令行补全脚本' },
  flags: [],
  words: 1,
  async run(session) {
    const shell = session.words[1] ?? '';
    const make = { bash, zsh: (one: Session) => `autoload -U +X bashcompinit && bashcompinit\n${bash(one)}`, fish }[
      shell
    ];
    if (!make) throw new Failure(EXIT.usage, session.say('unknown_command', { name: shell, known: 'bash, zsh, fish' }));
    await session.io.out(make(session));
  },
};

/** First words, and second ones with the first of each. */
const resourcesOf = ({ commands }: Session) => [...new Set(commands.map(({ resource }) => resource))];
const firstWords = (session: Session) => [
  ...new Set([...resourcesOf(session), ...session.extras.map(({ name }) => name.split(' ')[0] ?? '')]),
];
const verbsOf = ({ commands, extras }: Session, resource: string) => [
  ...commands.filter((one) => one.resource === resource).map(({ verb }) => verb),
  ...extras.flatMap(({ name }) => (name.startsWith(`${resource} `) ? [name.slice(resource.length + 1)] : [])),
];
/** Words after those that are no verb of an endpoint. */
const WORDS: Readonly<Record<string, string>> = { profile: 'add use list remove', completion: 'bash zsh fish' };
const flagsOf = ({ flags }: Extra) => flags.map(({ flag }) => `--${flag}`).join(' ');

function bash(session: Session): string {
  const verbs = resourcesOf(session).map((name) => `    ${name}) words="${verbsOf(session, name).join(' ')}" ;;`);
  const single = session.extras.filter(({ name }) => !name.includes(' '));
  const own = single.map((one) => `    ${one.name}) words="${WORDS[one.name] ?? flagsOf(one)}" ;;`);
  const flags = session.commands
    .filter(({ fields }) => fields.length > 0)
    .map(
      (one) => `    "${one.resource} ${one.verb}") words="${one.fields.map(({ flag }) => `--${flag}`).join(' ')}" ;;`,
    );
  const double = session.extras.filter(({ name }) => name.includes(' '));
  const more = [
    ...double.map((one) => `    "${one.name}") words="${flagsOf(one)}" ;;`),
    ...single.filter((one) => one.flags.length > 0).map((one) => `    "${one.name} "*) words="${flagsOf(one)}" ;;`),
  ];
  return `_parapet() {
  local words=
  if [ "$COMP_CWORD" = 1 ]; then words="${firstWords(session).join(' ')}"
  elif [ "$COMP_CWORD" = 2 ]; then case "\${COMP_WORDS[1]}" in
${[...verbs, ...own].join('\n')}
  esac
  else case "\${COMP_WORDS[1]} \${COMP_WORDS[2]}" in
${[...flags, ...more].join('\n')}
  esac; fi
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _parapet parapet
`;
}

function fish(session: Session): string {
  const lines = session.commands.flatMap(({ resource, verb, fields }) => {
    const inVerb = `__fish_seen_subcommand_from ${resource}; and __fish_seen_subcommand_from ${verb}`;
    return [
      `complete -c parapet -f -n '__fish_seen_subcommand_from ${resource}' -a '${verb}'`,
      ...fields.map(({ flag }) => `complete -c parapet -n '${inVerb}' -l '${flag}' -r`),
    ];
  });
  const others = session.extras.flatMap(({ name, flags }) => {
    const [first = '', second] = name.split(' ');
    const words = second ?? WORDS[first];
    const seen = [first, ...(second ? [second] : [])]
      .map((word) => `__fish_seen_subcommand_from ${word}`)
      .join('; and ');
    return [
      ...(words ? [`complete -c parapet -f -n '__fish_seen_subcommand_from ${first}' -a '${words}'`] : []),
      ...flags.map(
        ({ flag }) => `complete -c parapet -n '${seen}' -l '${flag}'${SWITCHES.includes(flag) ? '' : ' -r'}`,
      ),
    ];
  });
  const first = `complete -c parapet -f -n __fish_use_subcommand -a '${firstWords(session).join(' ')}'`;
  return `${[first, ...lines, ...others].join('\n')}\n`;
}
