import type { Socket } from 'node:net';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { MailLogin } from '../../../domain/mail/mail-server.ts';
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

interface OpenOptions {
  login: MailLogin | undefined;
  connectTimeoutMs: number;
  signal: AbortSignal;
  /** A connected socket, in place of a connection to the host of the settings. */
  socket?: Socket;
}

/** Connects, starts TLS, sends EHLO and logs in. Rejects with an `SmtpError`, or with the signal's reason. */
export async function openConnection(
  { auth: _, ...settings }: SmtpSettings,
  { login, connectTimeoutMs, signal, socket }: OpenOptions,
): Promise<SMTPConnection> {
  const { default: Connection } = await import('nodemailer/lib/smtp-connection');
  const connection = new Connection({
    ...settings,
    ...(socket && { connection: socket }),
    ...(login && 'accessToken' in login && { customAuth: { XOAUTH2: signInByToken } }),
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
    if (login && connection.allowsAuth) {
      await runStep(connection, signal, (done) => connection.login(toAuth(login), done));
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

/** Texts that a server could repeat, as they are or encoded, to reveal the password or the token. */
export function listLoginSecrets(login: MailLogin): string[] {
  return 'password' in login
    ? [`\0${login.user}\0${login.password}`, login.password]
    : [formatXOAuth2(login.user, login.accessToken), login.accessToken];
}

function toAuth(login: MailLogin): SMTPConnection.AuthenticationType {
  return 'password' in login
    ? { user: login.user, pass: login.password }
    : { user: login.user, pass: login.accessToken, method: 'XOAUTH2' };
}

/**
 * Replaces the library's XOAUTH2, which repeats a rejected token. A server that closes the connection then would look
 * like one that is unavailable.
 */
async function signInByToken({
  auth,
  sendCommand,
}: SMTPConnection.CustomAuthenticationContext): Promise<void> {
  const { user, pass: token } = auth.credentials;
  const initial = Buffer.from(formatXOAuth2(user, token)).toString('base64');
  const { status } = await sendCommand(`AUTH XOAUTH2 ${initial}`);
  if (status !== 235) throw new Error('Invalid login');
}

function formatXOAuth2(user: string, token: string): string {
  return `user=${user}\x01auth=Bearer ${token}\x01\x01`;
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
