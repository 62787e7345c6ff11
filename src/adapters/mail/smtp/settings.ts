import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';

export interface SmtpSettings {
  host: string;
  port: number;
  /** TLS from the first byte (`smtps:`). */
  secure: boolean;
  auth: { user: string; pass: string } | undefined;
  requireTLS: boolean;
  ignoreTLS: boolean;
  /** The host name in EHLO. Default: the library's guess. */
  name: string | undefined;
  tls: ConnectionOptions;
}

/**
 * Parses `smtp://user:password@host:587` or `smtps://…`. STARTTLS is used if the server offers it. With a password it
 * is required, unless the server is on loopback or `?requireTLS=false` is set, so that an attacker on the network
 * cannot force the password into clear text. Other options are `ignoreTLS`, `name`, `tls.servername`,
 * `tls.rejectUnauthorized` and `tls.minVersion`. Throws for anything else, without repeating the password.
 */
export function parseSmtpUrl(url: string): SmtpSettings {
  const parsed = URL.parse(url);
  const secure = parsed?.protocol === 'smtps:';
  if (!parsed?.hostname || (!secure && parsed.protocol !== 'smtp:')) {
    throw new TypeError('must look like smtp://user:password@host:587 or smtps://user:password@host');
  }
  const options = parseOptions(parsed.searchParams);
  const host = decode(parsed.hostname).replace(/^\[(.*)\]$/, '$1');
  const hasLogin = parsed.username !== '' || parsed.password !== '';
  const ignoreTLS = options.ignoreTLS === true;
  return {
    host,
    port: parsed.port === '' ? (secure ? 465 : 587) : Number(parsed.port),
    secure,
    auth: hasLogin ? { user: decode(parsed.username), pass: decode(parsed.password) } : undefined,
    requireTLS: options.requireTLS ?? (hasLogin && !secure && !ignoreTLS && !isLoopback(host)),
    ignoreTLS,
    name: options.name,
    tls: options.tls,
  };
}

interface Options {
  requireTLS?: boolean;
  ignoreTLS?: boolean;
  name?: string;
  tls: ConnectionOptions;
}

const OPTION_PARSERS: Record<string, (options: Options, value: string) => void> = {
  requireTLS: (options, value) => Object.assign(options, { requireTLS: value === 'true' }),
  ignoreTLS: (options, value) => Object.assign(options, { ignoreTLS: value === 'true' }),
  name: (options, name) => Object.assign(options, { name }),
  'tls.servername': ({ tls }, servername) => Object.assign(tls, { servername }),
  'tls.rejectUnauthorized': ({ tls }, value) => Object.assign(tls, { rejectUnauthorized: value !== 'false' }),
  'tls.minVersion': ({ tls }, minVersion) => Object.assign(tls, { minVersion }),
};

function parseOptions(given: URLSearchParams): Options {
  const options: Options = { tls: {} };
  for (const [name, value] of given) {
    const set = OPTION_PARSERS[name];
    if (!set)
      throw new TypeError(`must have no options after "?" but ${Object.keys(OPTION_PARSERS).join(', ')}`);
    set(options, value);
  }
  return options;
}

/** Decodes percent-encoding. An invalid sequence is kept as it is. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
