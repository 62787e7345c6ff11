import { type Command, loadOptions } from '../command.ts';

/** The words that can follow `after`: the commands of a group, or the options of a command. */
interface Choice {
  after: string;
  words: string[];
  takesFiles: boolean;
}

async function listChoices(commands: readonly Command[]): Promise<Choice[]> {
  const groups = Map.groupBy(
    commands.filter(({ name }) => name.includes(' ')),
    ({ name }) => name.split(' ')[0] ?? '',
  );
  const subcommands = [...groups].map(([after, some]) => ({
    after,
    words: some.map(({ name }) => name.slice(after.length + 1)),
    takesFiles: false,
  }));
  const options = commands.map(async (command) => ({
    after: command.name,
    words: ['--help', ...Object.keys(await loadOptions(command)).map((option) => `--${option}`)],
    takesFiles: command.args?.includes('file') ?? false,
  }));
  return [...subcommands, ...(await Promise.all(options))];
}

function listFirstWords(commands: readonly Command[]): string {
  return [...new Set(commands.map(({ name }) => name.replace(/ .*/, '')))].join(' ');
}

export async function bashScript(commands: readonly Command[]): Promise<string> {
  const cases = (await listChoices(commands)).map(({ after, words, takesFiles }) => {
    const pattern = commands.some(({ name }) => name === after) ? `"${after}"|"${after} "*` : `"${after}"`;
    const files = takesFiles ? ' COMPREPLY+=($(compgen -f -- "$current"))' : '';
    return `    ${pattern}) COMPREPLY=($(compgen -W "${words.join(' ')}" -- "$current"))${files ? `;${files}` : ''} ;;`;
  });
  return `# eval "$(proffer completion bash)"
_proffer() {
  local current="\${COMP_WORDS[COMP_CWORD]}"
  local before="\${COMP_WORDS[*]:1:COMP_CWORD-1}"
  COMPREPLY=()
  case "$before" in
    "") COMPREPLY=($(compgen -W "${listFirstWords(commands)}" -- "$current")) ;;
${cases.join('\n')}
  esac
}
complete -o filenames -F _proffer proffer
`;
}

/** zsh can run the completion script for bash unchanged. */
export async function zshScript(commands: readonly Command[]): Promise<string> {
  return `# eval "$(proffer completion zsh)"
autoload -U +X compinit && compinit -u
autoload -U +X bashcompinit && bashcompinit
${(await bashScript(commands)).split('\n').slice(1).join('\n')}`;
}

export async function fishScript(commands: readonly Command[]): Promise<string> {
  const lines = [
    `complete -c proffer -n __fish_use_subcommand -f -a '${listFirstWords(commands)}'`,
    ...(await listChoices(commands)).flatMap(({ after, words, takesFiles }) => {
      const [group, second] = after.split(' ');
      if (!commands.some(({ name }) => name === after)) {
        const condition = `__fish_seen_subcommand_from ${group}; and not __fish_seen_subcommand_from ${words.join(' ')}`;
        return [`complete -c proffer -n '${condition}' -f -a '${words.join(' ')}'`];
      }
      const seen = [group, second].filter(Boolean).map((word) => `__fish_seen_subcommand_from ${word}`);
      return words.map(
        (word) =>
          `complete -c proffer -n '${seen.join('; and ')}' ${takesFiles ? '' : '-f '}-l ${word.slice(2)}`,
      );
    }),
  ];
  return `# proffer completion fish | source\n${lines.join('\n')}\n`;
}
