import type { Option } from './command.ts';

/** That many commands have. */
export const account: Option = { value: 'ID', help: 'Account to work on (default: the first one)' };
export const json: Option = { help: 'Print JSON for other programs' };
