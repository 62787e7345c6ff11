/** An option of a command; `value` is the word that stands for its value in the help, absent for a switch. */
export interface Option {
  help: string;
  value?: string;
}

export interface Command {
  /** As typed: `serve`, `keys create`. */
  name: string;
  summary: string;
  /** Words behind the command, as the help shows them: `<file>`, `[key=value ...]`. */
  args?: string;
  minArgs?: number;
  maxArgs?: number;
  options?: Record<string, Option>;
  /** What a person needs to know beyond the summary and the options. */
  details?: string;
  examples?: string[];
  /** The code behind a command is loaded when it runs, so that help is there at once. */
  load: () => Promise<{ run: Run }>;
}

export interface Input {
  args: string[];
  text: (option: string) => string | undefined;
  flag: (option: string) => boolean;
}

/** Resolves to the exit code; nothing means 0. */
// biome-ignore lint/suspicious/noConfusingVoidType: most commands end without saying anything about it
type Run = (input: Input) => Promise<number | void>;

/** Ends the command with one line on stderr and no stack. */
export class CliError extends Error {}

/** The words on the command line are wrong: exit code 2. */
export class UsageError extends CliError {}
