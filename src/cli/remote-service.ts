import { CliError, type Input, UsageError } from './command.ts';

/** Returns the remote service of `--url` with the key in PROFFER_API_KEY, or `undefined` without the option. */
export function readRemoteService({ text }: Input): { url: string; key: string } | undefined {
  const url = text('url');
  if (url === undefined) return undefined;
  if (!URL.canParse(url)) throw new UsageError('--url must be a URL such as https://quotes.example.com');
  if (text('account') !== undefined) {
    throw new UsageError(
      'use either --account or --url: the key in PROFFER_API_KEY decides the account of a remote service',
    );
  }
  const key = process.env.PROFFER_API_KEY;
  if (!key) throw new CliError('set PROFFER_API_KEY to a key of the account (proffer keys create)');
  return { url, key };
}
