import type { Option } from './command.ts';

/** Options that many commands share. */
export const account: Option = { value: 'ID', help: 'Account to work on (default: the first one)' };
export const json: Option = { help: 'Print JSON for other programs' };
export const force: Option = { help: 'Replace the file if it exists' };
export const url: Option = {
  value: 'URL',
  help: 'Use a remote service, with the key in PROFFER_API_KEY (default: PROFFER_URL, or the local one)',
};
