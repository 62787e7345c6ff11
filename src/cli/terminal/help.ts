import { type Command, loadOptions, type Option } from '../command.ts';
import { COMMANDS } from '../commands.ts';

export function renderOverview(): string {
  return `Proffer: create quotes, send them as PDF, let customers accept, convert them to an invoice.

Usage: proffer <command> [options]

${renderSummaries(COMMANDS)}

proffer <command> --help shows the options of a command and examples.
proffer --version shows the version.

Commands of quotes, invoices, customers, the catalogue and events need the running service of the database that
DATA_DIR or DATABASE_URL names, or a remote one (--url). All others work on the database, also while the service runs.
The exit code is 0 if a command did what was asked, 1 if that failed, and 2 if the command line is wrong.
`;
}

export function renderGroupHelp(group: string): string {
  return `Usage: proffer ${group} <command> [options]

${renderSummaries(findGroupCommands(group))}

proffer ${group} <command> --help shows the options of a command and examples.
`;
}

export async function renderCommandHelp(command: Command): Promise<string> {
  const options = Object.entries({ ...(await loadOptions(command)), help: { help: 'Show this text' } });
  const usage = ['Usage: proffer', command.name, command.args, '[options]'].filter(Boolean).join(' ');
  const sections = [
    usage,
    `${command.summary}.`,
    command.details,
    `Options:\n${formatColumns(options.map(([name, option]) => [formatOption(name, option), option.help]))}`,
    command.examples && `Examples:\n${command.examples.map((line) => `  ${line}`).join('\n')}`,
  ];
  return `${sections.filter(Boolean).join('\n\n')}\n`;
}

export function findGroupCommands(group: string): Command[] {
  return COMMANDS.filter((command) => command.name.startsWith(`${group} `));
}

function renderSummaries(commands: readonly Command[]): string {
  return `Commands:\n${formatColumns(commands.map(({ name, args, summary }) => [[name, args].filter(Boolean).join(' '), summary]))}`;
}

function formatOption(name: string, { value, isValueOptional }: Option): string {
  if (isValueOptional) return `--${name}[=${value}]`;
  return value ? `--${name} ${value}` : `--${name}`;
}

function formatColumns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}
