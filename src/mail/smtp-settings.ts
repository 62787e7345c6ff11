import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { parseConnectionUrl } from 'nodemailer/lib/shared';

export interface SmtpSettings {
  host: string;
  port: number;
  /** TLS from the first byte (`smtps:`). */
  secure: boolean;
  auth: { user: string; pass: string } | undefined;
  requireTLS: boolean;
  ignoreTLS: boolean;
  /** How this machine calls itself in EHLO; the library's guess when not given. */
  name: string | undefined;
  tls: ConnectionOptions;
}

/**
 * Reads `smtp://user:password@host:587` or `smtps://…`. Where the server offers STARTTLS it is used; with a
 * password it is required, unless the server is this machine or `?requireTLS=false` says otherwise, so that
 * nobody between can make us send the password in the clear. Also known: `ignoreTLS`, `name`,
 * `tls.servername`, `tls.rejectUnauthorized`. Throws for anything else, without repeating the password.
 */
export function parseSmtpUrl(url: string): SmtpSettings {
  const options = parsed(url);
  const secure = options.secure === true;
  const { host, port = secure ? 465 : 587 } = options;
  if (options.secure === undefined || !host || port > 65535) {
    throw new TypeError(
      'SMTP_URL must look like smtp://user:password@host:587 or smtps://user:password@host',
    );
  }
  const auth = options.auth
    ? { user: String(options.auth.user), pass: String(options.auth.pass) }
    : undefined;
  const ignoreTLS = options.ignoreTLS === true;
  return {
    host,
    port,
    secure,
    auth,
    requireTLS: options.requireTLS ?? (auth !== undefined && !secure && !ignoreTLS && !isLoopback(host)),
    ignoreTLS,
    name: options.name === undefined ? undefined : String(options.name),
    tls: options.tls ?? {},
  };
}

interface ParsedUrl {
  secure?: boolean;
  host?: string;
  port?: number;
  auth?: { user: unknown; pass: unknown };
  requireTLS?: boolean;
  ignoreTLS?: boolean;
  name?: unknown;
  tls?: ConnectionOptions;
}

const KNOWN = new Set(['secure', 'host', 'port', 'auth', 'requireTLS', 'ignoreTLS', 'name', 'tls']);
const KNOWN_TLS = new Set(['servername', 'rejectUnauthorized', 'minVersion']);

function parsed(url: string): ParsedUrl {
  let options: ParsedUrl;
  try {
    options = parseConnectionUrl(url) as ParsedUrl;
  } catch {
    throw new TypeError('SMTP_URL is not a URL');
  }
  const unknown =
    Object.keys(options).find((key) => !KNOWN.has(key)) ??
    Object.keys(options.tls ?? {}).find((key) => !KNOWN_TLS.has(key));
  if (unknown !== undefined) throw new TypeError(`SMTP_URL has an option that is not known: ${unknown}`);
  return options;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
