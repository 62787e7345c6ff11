import type { Command } from '../command.ts';

/** The words that can follow `after`: the commands of a group, or the options of a command. */
interface Choice {
  after: string;
  words: string[];
  takesFiles: boolean;
}

function listChoices(commands: readonly Command[]): Choice[] {
  const groups = Map.groupBy(
    commands.filter(({ name }) => name.includes(' ')),
    ({ name }) => name.split(' ')[0] ?? '',
  );
  const subcommands = [...groups].map(([after, some]) => ({
    after,
    words: some.map(({ name }) => name.slice(after.length + 1)),
    takesFiles: false,
  }));
  const options = commands.map(({ name, options = {}, args = '' }) => ({
    after: name,
    words: ['--help', ...Object.keys(options).map((option) => `--${option}`)],
    takesFiles: args.includes('file'),
  }));
  return [...subcommands, ...options];
}

function listFirstWords(commands: readonly Command[]): string {
  return [...new Set(commands.map(({ name }) => name.replace(/ .*/, '')))].join(' ');
}

export function bashScript(commands: readonly Command[]): string {
  const cases = listChoices(commands).map(({ after, words, takesFiles }) => {
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
export function zshScript(commands: readonly Command[]): string {
  return `# eval "$(proffer completion zsh)"
autoload -U +X compinit && compinit -u
autoload -U +X bashcompinit && bashcompinit
${bashScript(commands).split('\n').slice(1).join('\n')}`;
}

export function fishScript(commands: readonly Command[]): string {
  const lines = [
    `complete -c proffer -n __fish_use_subcommand -f -a '${listFirstWords(commands)}'`,
    ...listChoices(commands).flatMap(({ after, words, takesFiles }) => {
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
