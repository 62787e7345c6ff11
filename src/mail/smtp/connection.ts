import type { Socket } from 'node:net';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { SmtpSettings } from './settings.ts';

/** What the library knows and does not say: read here only, and pinned by tests against its exact version. */
interface Internals {
  _envelope: { rejectedErrors?: SmtpError[] } | false;
  _supportedExtensions: string[];
}

export interface SmtpError extends Error {
  /** `EDNS`, `ESOCKET`, `ECONNECTION`, `ETIMEDOUT`, `ETLS`, `EAUTH`, … */
  code?: string;
  /** The code of the system or of OpenSSL underneath. */
  originalCode?: string;
  /** The reply that the server gave. */
  response?: string;
  /** One for each recipient that was not accepted. */
  rejectedErrors?: SmtpError[];
}

/** Connects, secures, greets and logs in. Rejects with an `SmtpError`, or with the reason of the signal. */
export async function openConnection(
  settings: SmtpSettings,
  connectLimit: number,
  signal: AbortSignal,
): Promise<SMTPConnection> {
  const { auth, ...options } = settings;
  const { default: Connection } = await import('nodemailer/lib/smtp-connection');
  const connection = new Connection({
    ...options,
    connectionTimeout: connectLimit,
    greetingTimeout: connectLimit,
    // Silence is bounded by the caller's signal, which also counts the time before.
    socketTimeout: 2 ** 31 - 1,
    maxResponseSize: 64 * 1024,
  });
  // An emitter throws what nobody listens to: a connection may break while it lies idle.
  connection.on('error', () => {});
  try {
    await step(connection, signal, (done) => connection.connect(done));
    if (auth && connection.allowsAuth) {
      await step(connection, signal, (done) => connection.login({ ...auth }, done));
    }
    return connection;
  } catch (error) {
    destroyConnection(connection);
    throw error;
  }
}

/** Ends the connection at once: what has not left yet, never leaves. */
export function destroyConnection(connection: SMTPConnection): void {
  // The socket first: the library would send what is still buffered, and that may be the end of a message.
  if (connection._socket) connection._socket.destroy();
  connection.close();
}

/** Ends the connection politely, and for certain. */
export function quitConnection(connection: SMTPConnection): void {
  if (connection.destroyed) return;
  const timer = setTimeout(() => destroyConnection(connection), 1000);
  connection.once('end', () => clearTimeout(timer));
  connection.quit();
}

export function socketOf(connection: SMTPConnection): Socket {
  if (!connection._socket) throw new Error('The connection was never opened');
  return connection._socket;
}

/** The recipients of the message under way that the server did not accept. */
export function refusedRecipients(connection: SMTPConnection): SmtpError[] {
  const { _envelope } = connection as SMTPConnection & Internals;
  return _envelope ? (_envelope.rejectedErrors ?? []) : [];
}

export function speaksSmtpUtf8(connection: SMTPConnection): boolean {
  return (connection as SMTPConnection & Internals)._supportedExtensions.includes('SMTPUTF8');
}

function step(
  connection: SMTPConnection,
  signal: AbortSignal,
  start: (done: (error?: Error | null) => void) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: unknown) => {
      connection.removeListener('error', settle);
      connection.removeListener('end', ended);
      signal.removeEventListener('abort', aborted);
      if (error) reject(error);
      else resolve();
    };
    const ended = () => settle(new Error('The connection was closed'));
    const aborted = () => settle(signal.reason);
    if (signal.aborted) return reject(signal.reason);
    connection.once('error', settle);
    connection.once('end', ended);
    signal.addEventListener('abort', aborted);
    start(settle);
  });
}
