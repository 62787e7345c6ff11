/** An option of a command. `value` is the placeholder of its value in the help; a boolean flag has none. */
export interface Option {
  help: string;
  value?: string;
}

export interface Command {
  /** The words that select the command: `serve`, `keys create`. */
  name: string;
  summary: string;
  /** The positional arguments as the help shows them: `<file>`, `[key=value ...]`. */
  args?: string;
  minArgs?: number;
  maxArgs?: number;
  options?: Record<string, Option>;
  /** Further help text, shown below the summary. */
  details?: string;
  examples?: string[];
  /** Loads the code of the command when it runs, so that help starts fast. */
  load: () => Promise<{ run: Run }>;
}

export interface Input {
  args: string[];
  text: (option: string) => string | undefined;
  flag: (option: string) => boolean;
}

/** Resolves to the exit code; `undefined` means 0. */
// biome-ignore lint/suspicious/noConfusingVoidType: most commands return no exit code
type Run = (input: Input) => Promise<number | void>;

/** Ends the command with one line on stderr and no stack trace. */
export class CliError extends Error {}

/** An invalid command line; the exit code is 2. */
export class UsageError extends CliError {}
