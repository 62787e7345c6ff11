import { type Command, type Input, UsageError } from '../command.ts';
import { bashScript, fishScript, zshScript } from './scripts.ts';

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** Returns the `completion` command. It gets the list of commands, because `commands.ts` imports this file. */
export function createCompletion(commands: readonly Command[]): (input: Input) => Promise<void> {
  return async ({ args }) => {
    const shell = args[0] ?? '';
    if (!Object.hasOwn(SCRIPTS, shell)) {
      throw new UsageError(`there is no completion for "${shell}", only for bash, zsh and fish`);
    }
    process.stdout.write(await SCRIPTS[shell as keyof typeof SCRIPTS](commands));
  };
}
