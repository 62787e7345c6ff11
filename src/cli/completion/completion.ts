import { type Input, UsageError } from '../command.ts';
import { COMMANDS } from '../commands.ts';
import { bashScript, fishScript, zshScript } from './scripts.ts';

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript };

export async function run({ args }: Input): Promise<void> {
  const shell = args[0] ?? '';
  if (!Object.hasOwn(SCRIPTS, shell)) {
    throw new UsageError(`there is no completion for "${shell}", but for bash, zsh and fish`);
  }
  process.stdout.write(SCRIPTS[shell as keyof typeof SCRIPTS](COMMANDS));
}
