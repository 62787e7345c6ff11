import { CliError, type Input, UsageError } from '../command.ts';

export interface RemoteService {
  url: string;
  key: string;
}

/** Returns the service that --url or PROFFER_URL names, with the key in PROFFER_API_KEY; `undefined` if neither does. */
export function readRemoteService({ text }: Input): RemoteService | undefined {
  const { PROFFER_URL, PROFFER_API_KEY, PROFFER_KEY } = process.env;
  const source = text('url') === undefined ? 'PROFFER_URL' : '--url';
  const url = text('url') ?? PROFFER_URL;
  if (url === undefined || (url === '' && source === 'PROFFER_URL')) return undefined;
  if (!URL.canParse(url) || !/^https?:/.test(url)) {
    throw new UsageError(`${source} must be a URL such as https://quotes.example.com`);
  }
  if (text('account') !== undefined) {
    throw new UsageError(
      `use either --account or ${source}: the key in PROFFER_API_KEY decides the account of a remote service`,
    );
  }
  const key = PROFFER_API_KEY || PROFFER_KEY;
  if (key === undefined || !/^[\x21-\x7e]+$/.test(key)) {
    throw new CliError('set PROFFER_API_KEY to a key of the account (proffer keys create)');
  }
  // Assistants are given the URL with the path of their protocol.
  return { url: url.replace(/\/+$/, '').replace(/\/mcp$/, ''), key };
}
