import type { Command } from '../command.ts';
import { account, json, url } from '../options.ts';
import type { ApiCommand } from './api-command.ts';

const ARGS = {
  quote: '<number|id>',
  invoice: '<number|id>',
  customer: '<customer-id>',
  event: '<event-id>',
  'price list': '<price-list-id>',
  export: '<journal|datev|xero>',
};

/** Creates the command. `all` are those that errors may name. */
export function createCommand(command: ApiCommand, all: readonly ApiCommand[]): Command {
  const { name, summary, names, moreArgs, details, examples } = command;
  const args = [names && ARGS[names], moreArgs].filter((word) => word !== undefined);
  return {
    ...{ name, summary, details, examples },
    args: args.length > 0 ? args.join(' ') : undefined,
    minArgs: args.filter((word) => word.startsWith('<')).length,
    maxArgs: args.length,
    options: async () => {
      const { listOptions } = await import('./fields.ts');
      return { ...(await listOptions(command)), ...command.moreOptions, url, account, json };
    },
    load: async () => {
      const { runApiCommand } = await import('./run-api-command.ts');
      return { run: (input) => runApiCommand(command, all, input) };
    },
  };
}
