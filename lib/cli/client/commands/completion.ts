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

const resourcesOf = ({ commands }: Session) => [...new Set(commands.map(({ resource }) => resource))];

function bash(session: Session): string {
  const own = (resource: string) => session.commands.filter((one) => one.resource === resource);
  const verbs = resourcesOf(session).map(
    (name) =>
      `    ${name}) words="${own(name)
        .map(({ verb }) => verb)
        .join(' ')}" ;;`,
  );
  const flags = session.commands
    .filter(({ fields }) => fields.length > 0)
    .map(
      (one) => `    "${one.resource} ${one.verb}") words="${one.fields.map(({ flag }) => `--${flag}`).join(' ')}" ;;`,
    );
  return `_parapet() {
  local words=
  if [ "$COMP_CWORD" = 1 ]; then words="${resourcesOf(session).join(' ')} api completion profile version"
  elif [ "$COMP_CWORD" = 2 ]; then case "\${COMP_WORDS[1]}" in
${verbs.join('\n')}
  esac
  else case "\${COMP_WORDS[1]} \${COMP_WORDS[2]}" in
${flags.join('\n')}
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
  return `complete -c parapet -f -n __fish_use_subcommand -a '${resourcesOf(session).join(' ')} api completion profile version'\n${lines.join('\n')}\n`;
}
