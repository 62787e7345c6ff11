import type { SecureContext } from 'node:tls';
import type { ImapFlow } from 'imapflow';
import type { MailLogin } from '../../../domain/mail/mail-server.ts';
import { ConnectionLost, MailboxError } from '../../../domain/mail/mailbox.ts';
import { connectTo } from '../../net/connect-options.ts';

/** Longest line of a response that is not a mail. It is parsed at once, so it is short. */
const MAX_LINE_BYTES = 64 * 1024;
/** Upper limit of a literal, whatever a step allows. */
const MAX_LITERAL_BYTES = 64 * 1024 * 1024;
const POLL_MS = 50;
const LOGOUT_MS = 1_000;

export interface SessionTarget {
  host: string;
  port: number;
  /** Checked addresses of the host. */
  addresses: readonly string[];
  login: MailLogin;
  secureContext: SecureContext;
}

export interface ImapTimeouts {
  /** Connecting, TLS and signing in. */
  connect: number;
  /** Any other command. */
  command: number;
  /** The download of a mail. */
  download: number;
}

/** A server that is hostile or broken is disconnected at one of these limits. */
interface StepLimits {
  ms: number;
  maxBytes: number;
  signal: AbortSignal;
}

/** The server sent more than a step allows. */
export class TooMuchData extends MailboxError {}

/** A connection on which every step has a limit for its time and for what the server sends. */
export interface ImapSession {
  client: ImapFlow;
  /** Rejects with the error of the library, a `MailboxError` at a limit or without a connection, or the signal's reason. */
  run<T>(limits: StepLimits, work: (client: ImapFlow) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Creates a session that connects by TLS from the first byte. Nothing is sent before `client.connect()`. */
export async function createSession({
  host,
  port,
  addresses,
  login,
  secureContext,
}: SessionTarget): Promise<ImapSession> {
  const { ImapFlow } = await import('imapflow');
  const { user } = login;
  const client = new ImapFlow({
    ...{ host, port, secure: true },
    auth: 'accessToken' in login ? { user, accessToken: login.accessToken } : { user, pass: login.password },
    // Stated, because an environment variable of Node.js changes the default.
    tls: { secureContext, rejectUnauthorized: true, ...connectTo(() => addresses) },
    clientInfo: { name: 'Proffer', version: false, vendor: false, 'support-url': false },
    // The log of the library contains addresses and subjects.
    logger: false,
    // A compressed response could be far larger than what was received.
    disableCompression: true,
    ...{ disableAutoIdle: true, disableAutoEnable: true, disableIMAP4rev2: true, disableBinary: true },
    maxLineLength: MAX_LINE_BYTES,
    maxLiteralSize: MAX_LITERAL_BYTES,
    maxResponseSize: MAX_LITERAL_BYTES + MAX_LINE_BYTES,
  });
  // An unhandled `error` event would be thrown; the pending step is rejected anyway.
  client.on('error', () => {});
  return {
    client,
    run: (limits, work) => runStep(client, limits, work),
    async close() {
      const limits = { ms: LOGOUT_MS, maxBytes: MAX_LINE_BYTES, signal: AbortSignal.timeout(LOGOUT_MS) };
      if (client.usable) await runStep(client, limits, () => client.logout()).catch(() => {});
      client.close();
    },
  };
}

async function runStep<T>(
  client: ImapFlow,
  { ms, maxBytes, signal }: StepLimits,
  work: (client: ImapFlow) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const limited = Promise.withResolvers<never>();
  const end = (reason: unknown) => {
    limited.reject(reason);
    client.close();
  };
  const abort = () => end(signal.reason);
  const received = client.stats().received;
  const timer = setTimeout(() => end(new MailboxError('The mail server did not reply in time.')), ms);
  const meter = setInterval(() => {
    if (client.stats().received - received > maxBytes)
      end(new TooMuchData('The mail server sent more than was requested.'));
  }, POLL_MS);
  signal.addEventListener('abort', abort);
  try {
    const result = await Promise.race([work(client), limited.promise]);
    // Without a connection the library returns nothing for most commands, as if the mailbox were empty.
    if (!client.usable) throw new ConnectionLost('The mail server ended the connection.');
    return result;
  } finally {
    clearTimeout(timer);
    clearInterval(meter);
    signal.removeEventListener('abort', abort);
  }
}
