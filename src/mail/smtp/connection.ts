import type { Socket } from 'node:net';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { SmtpSettings } from './settings.ts';

/** Private fields of nodemailer. They are read only here, and tests pin them to its exact version. */
interface Internals {
  _envelope: { rejectedErrors?: SmtpError[] } | false;
  _supportedExtensions: string[];
}

export interface SmtpError extends Error {
  /** `EDNS`, `ESOCKET`, `ECONNECTION`, `ETIMEDOUT`, `ETLS`, `EAUTH`, … */
  code?: string;
  /** The underlying system or OpenSSL code. */
  originalCode?: string;
  /** The server's reply. */
  response?: string;
  /** One error per rejected recipient. */
  rejectedErrors?: SmtpError[];
}

/** Connects, starts TLS, sends EHLO and logs in. Rejects with an `SmtpError`, or with the signal's reason. */
export async function openConnection(
  settings: SmtpSettings,
  connectTimeoutMs: number,
  signal: AbortSignal,
): Promise<SMTPConnection> {
  const { auth, ...options } = settings;
  const { default: Connection } = await import('nodemailer/lib/smtp-connection');
  const connection = new Connection({
    ...options,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    // The caller's signal limits the total time, including time spent waiting before.
    socketTimeout: 2 ** 31 - 1,
    maxResponseSize: 64 * 1024,
  });
  // A connection may break while idle, and an unhandled `error` event would be thrown.
  connection.on('error', () => {});
  try {
    await runStep(connection, signal, (done) => connection.connect(done));
    if (auth && connection.allowsAuth) {
      await runStep(connection, signal, (done) => connection.login({ ...auth }, done));
    }
    return connection;
  } catch (error) {
    destroyConnection(connection);
    throw error;
  }
}

/** Closes the connection immediately and drops unsent data. */
export function destroyConnection(connection: SMTPConnection): void {
  // The socket goes first: the library would flush its buffer, which may hold the end of a message.
  if (connection._socket) connection._socket.destroy();
  connection.close();
}

/** Sends QUIT, and closes the connection after a second in any case. */
export function quitConnection(connection: SMTPConnection): void {
  if (connection.destroyed) return;
  const timer = setTimeout(() => destroyConnection(connection), 1000);
  connection.once('end', () => clearTimeout(timer));
  connection.quit();
}

export function getSocket(connection: SMTPConnection): Socket {
  if (!connection._socket) throw new Error('The connection was never opened');
  return connection._socket;
}

/** Errors of the recipients of the current message that the server rejected. */
export function listRejectedRecipients(connection: SMTPConnection): SmtpError[] {
  const { _envelope } = connection as SMTPConnection & Internals;
  return _envelope ? (_envelope.rejectedErrors ?? []) : [];
}

export function supportsSmtpUtf8(connection: SMTPConnection): boolean {
  return (connection as SMTPConnection & Internals)._supportedExtensions.includes('SMTPUTF8');
}

function runStep(
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
