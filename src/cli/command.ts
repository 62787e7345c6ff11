/** An option of a command. `value` is the placeholder of its value in the help; a boolean flag has none. */
export interface Option {
  help: string;
  value?: string | undefined;
  /** Whether the option may be given without its value, which is then empty; the value follows `=`. */
  isValueOptional?: boolean;
}

type Options = Record<string, Option>;

export interface Command {
  /** The words that select the command: `serve`, `keys create`. */
  name: string;
  summary: string;
  /** The positional arguments as the help shows them: `<file>`, `[key=value ...]`. */
  args?: string | undefined;
  minArgs?: number;
  maxArgs?: number;
  /** A function if they follow from an operation of the API, whose code is loaded only when they are needed. */
  options?: Options | (() => Promise<Options>);
  /** Further help text, shown below the summary. */
  details?: string | undefined;
  examples?: readonly string[] | undefined;
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

/** Ends the command with one line on stderr and no stack trace. The exit code is 1. */
export class CliError extends Error {}

/** An invalid command line; the exit code is 2. */
export class UsageError extends CliError {}

export async function loadOptions({ options = {} }: Command): Promise<Options> {
  return typeof options === 'function' ? options() : options;
}
