import { parseArgs } from 'node:util';
import { readVersion } from '../app/telemetry/manifest.ts';
import { type Command, type Input, loadOptions, type Option, UsageError } from './command.ts';
import { COMMANDS } from './commands.ts';
import { describeFailure } from './failure.ts';
import { findGroupCommands, renderCommandHelp, renderGroupHelp, renderOverview } from './terminal/help.ts';
import { findNearest } from './terminal/nearest.ts';

const HELP_WORDS = ['--help', '-h', 'help'];

export async function runCli(argv: readonly string[]): Promise<number> {
  try {
    return await dispatch(argv);
  } catch (error) {
    process.stderr.write(`proffer: ${describeFailure(error)}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

async function dispatch(argv: readonly string[]): Promise<number> {
  const [first, second] = argv;
  if (first === undefined || HELP_WORDS.includes(first)) return print(await findHelp(argv.slice(1)));
  if (first === '--version' || first === '-v') return print(`${readVersion()}\n`);
  if (findGroupCommands(first).length > 0 && (second === undefined || HELP_WORDS.includes(second))) {
    return print(renderGroupHelp(first));
  }
  const command = findCommand(argv);
  const words = argv.slice(command.name.split(' ').length);
  const input = readInput(command, await loadOptions(command), words);
  if (input.flag('help')) return print(await renderCommandHelp(command));
  checkArgs(command, input.args);
  const { run } = await command.load();
  return (await run(input)) ?? 0;
}

/** Finds the help text: `proffer help keys create` is the same as `proffer keys create --help`. */
async function findHelp(words: readonly string[]): Promise<string> {
  const [group] = words.filter((word) => !HELP_WORDS.includes(word));
  if (group === undefined) return renderOverview();
  return words.length === 1 && findGroupCommands(group).length > 0
    ? renderGroupHelp(group)
    : renderCommandHelp(findCommand(words));
}

function findCommand(argv: readonly string[]): Command {
  const [first = '', second = ''] = argv;
  const command = COMMANDS.find(({ name }) => name === first || name === `${first} ${second}`);
  if (command) return command;
  if (first.startsWith('-')) throw new UsageError(`unknown option ${first}. See: proffer --help`);
  const group = findGroupCommands(first);
  if (group.length > 0) {
    const names = group.map(({ name }) => name.slice(first.length + 1));
    throw new UsageError(
      `unknown command "${first} ${second}"${formatHint(second, names)}. See: proffer ${first} --help`,
    );
  }
  const words = [...new Set(COMMANDS.map(({ name }) => name.replace(/ .*/, '')))];
  throw new UsageError(`unknown command "${first}"${formatHint(first, words)}. See: proffer --help`);
}

function readInput(command: Command, known: Record<string, Option>, argv: readonly string[]): Input {
  const options: Record<string, { type: 'string' | 'boolean'; short?: string }> = {
    help: { type: 'boolean', short: 'h' },
  };
  for (const [name, { value }] of Object.entries(known)) {
    options[name] = { type: value ? 'string' : 'boolean' };
  }
  try {
    const args = argv.map((arg) => (isWithoutValue(known, arg) ? `${arg}=` : arg));
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    return {
      args: positionals,
      text: (name) => (typeof values[name] === 'string' ? values[name] : undefined),
      flag: (name) => values[name] === true,
    };
  } catch (error) {
    throw toUsageError(command, error as NodeJS.ErrnoException, Object.keys(options));
  }
}

/** Whether it is an option that is given without its value. */
function isWithoutValue(options: Record<string, Option>, arg: string): boolean {
  return arg.startsWith('--') && options[arg.slice(2)]?.isValueOptional === true;
}

function toUsageError(command: Command, error: NodeJS.ErrnoException, known: string[]): UsageError {
  const see = `See: proffer ${command.name} --help`;
  const option = /'(--?[^'= ]+)/.exec(error.message)?.[1] ?? '';
  if (error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    return new UsageError(
      `unknown option ${option}${formatHint(
        option,
        known.map((name) => `--${name}`),
      )}. ${see}`,
    );
  }
  // The further lines of the message explain how to escape a dash, which is rarely the cause.
  return new UsageError(`${error.message.split('\n')[0]?.replace(/\.?$/, '.')} ${see}`);
}

function checkArgs({ name, args, minArgs = 0, maxArgs = 0 }: Command, given: readonly string[]): void {
  const see = `See: proffer ${name} --help`;
  if (given.length < minArgs) throw new UsageError(`"proffer ${name}" needs ${args}. ${see}`);
  if (given.length > maxArgs) throw new UsageError(`unexpected argument "${given[maxArgs]}". ${see}`);
}

function formatHint(word: string, known: readonly string[]): string {
  const guess = findNearest(word, known);
  return guess ? ` (did you mean "${guess}"?)` : '';
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}
