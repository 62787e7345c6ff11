import type { Command, Option } from '../command.ts';
import { COMMANDS } from '../commands.ts';

export function overview(): string {
  return `Proffer: create quotes, send them as PDF, let customers accept, convert them to an invoice.

Usage: proffer <command> [options]

${summaries(COMMANDS)}

proffer <command> --help shows the options of a command and examples.
proffer --version shows the version.

Commands work on the database that DATA_DIR or DATABASE_URL names, also while the service runs.
`;
}

export function groupHelp(group: string): string {
  return `Usage: proffer ${group} <command> [options]

${summaries(commandsOf(group))}

proffer ${group} <command> --help shows the options of a command and examples.
`;
}

export function commandHelp(command: Command): string {
  const options = Object.entries({ ...command.options, help: { help: 'Show this text' } });
  const usage = ['Usage: proffer', command.name, command.args, '[options]'].filter(Boolean).join(' ');
  const sections = [
    usage,
    `${command.summary}.`,
    command.details,
    `Options:\n${columns(options.map(([name, option]) => [optionWords(name, option), option.help]))}`,
    command.examples && `Examples:\n${command.examples.map((line) => `  ${line}`).join('\n')}`,
  ];
  return `${sections.filter(Boolean).join('\n\n')}\n`;
}

export function commandsOf(group: string): Command[] {
  return COMMANDS.filter((command) => command.name.startsWith(`${group} `));
}

function summaries(commands: readonly Command[]): string {
  return `Commands:\n${columns(commands.map(({ name, args, summary }) => [[name, args].filter(Boolean).join(' '), summary]))}`;
}

function optionWords(name: string, { value }: Option): string {
  return value ? `--${name} ${value}` : `--${name}`;
}

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}
