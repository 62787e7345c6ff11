import type { Option } from './command.ts';

/** Options that many commands share. */
export const account: Option = { value: 'ID', help: 'Account to work on (default: the first one)' };
export const json: Option = { help: 'Print JSON for other programs' };
