import { connect, isIP, type Socket } from 'node:net';
import { type ConnectionOptions, createSecureContext, type SecureContext } from 'node:tls';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { Mailer, MailOutcome, ServerMailers } from '../../../domain/mail/mail.ts';
import { UNUSABLE_HOST } from '../../../domain/mail/mail-host.ts';
import { MailOAuthError } from '../../../domain/mail/mail-oauth.ts';
import { type MailServer, SignInNeeded } from '../../../domain/mail/mail-server.ts';
import { connectTo } from '../../net/connect-options.ts';
import { rejectOnAbort } from '../../net/reject-on-abort.ts';
import { type AddressRules, resolveAllowedAddresses, UnreachableError } from '../../net/resolve-host.ts';
import { listLoginSecrets, openConnection, type SmtpError } from './connection.ts';
import { createMailer, type MailerOptions, type SmtpServer } from './mailer.ts';
import { describeStrangerFailure, isLoginRefused, NO_LOGIN } from './outcome.ts';

export interface ServerMailersOptions
  extends Omit<MailerOptions, 'connections'>,
    Pick<AddressRules, 'privateHosts' | 'find'> {
  /** Certificate authorities that replace the default ones, for tests. */
  tls?: Pick<ConnectionOptions, 'ca'> | undefined;
  /** The least recently used connections are closed when there are more servers. */
  maxServers?: number;
  /** The port with TLS from the first byte; all others require STARTTLS. Only tests replace 465. */
  tlsPort?: number;
}

const MAX_SERVERS = 200;
/** Providers allow few connections per mailbox; Microsoft allows three. */
const MAX_CONNECTIONS = 2;
/**
 * A rejected token is replaced by the newest stored one, and that one, if it is rejected too, by one that the provider
 * has just issued. A rejected password is tried once, because there is no other.
 */
const MAX_LOGINS = 3;

/** Sends by the mail servers of accounts. */
export function createServerMailers(options: ServerMailersOptions): ServerMailers {
  const { maxServers = MAX_SERVERS } = options;
  const entries = new Map<string, { server: MailServer; mailer: Mailer }>();
  const closing = new Set<Promise<void>>();
  let secureContext: SecureContext | undefined;
  // Shared by all connections: a new one reads all certificate authorities, which costs more than connecting.
  const getSecureContext = () =>
    (secureContext ??= createSecureContext({ minVersion: 'TLSv1.2', ca: options.tls?.ca }));

  function close(key: string, mailer: Mailer): void {
    entries.delete(key);
    const closed = mailer.close().finally(() => closing.delete(closed));
    closing.add(closed);
  }

  function findMailer(key: string, server: MailServer): Mailer {
    let entry = entries.get(key);
    if (!entry) {
      const created = { server };
      const session = createSession(() => created.server, options, getSecureContext);
      entry = Object.assign(created, {
        mailer: createMailer(session, { ...options, connections: MAX_CONNECTIONS }),
      });
    }
    // The newest server knows the newest credentials.
    entry.server = server;
    entries.delete(key);
    entries.set(key, entry);
    for (const [oldest, { mailer }] of entries) {
      if (entries.size <= maxServers) break;
      close(oldest, mailer);
    }
    return entry.mailer;
  }

  return {
    deliver: (key, server, message, deadline) => findMailer(key, server).deliver(message, deadline),
    async close() {
      for (const [key, { mailer }] of entries) close(key, mailer);
      await Promise.all(closing);
    },
  };
}

/**
 * Opens sessions with a server that a stranger named: at an address that was checked, with verified TLS, and with a
 * login. Before the login, no text of the server is shown: it could be any service that the host name points to.
 */
function createSession(
  getServer: () => MailServer,
  options: ServerMailersOptions,
  getSecureContext: () => SecureContext,
): SmtpServer {
  let secrets: string[] = [];

  async function open({ connectTimeoutMs, signal, isRefused }: Parameters<SmtpServer['open']>[0]) {
    const { host, port, login } = getServer();
    const signIn = async (wasRefused: boolean): Promise<SMTPConnection> => {
      const credentials = await rejectOnAbort(login({ isRefused: wasRefused }), signal);
      secrets = listLoginSecrets(credentials);
      const socket = await connectToHost(host, port, { connectTimeoutMs, signal }, options);
      const isLiteral = isIP(host) !== 0;
      const settings = {
        ...{ host, port, auth: undefined, name: undefined },
        ...{ secure: port === (options.tlsPort ?? 465), requireTLS: true, ignoreTLS: false },
        tls: {
          secureContext: getSecureContext(),
          // NODE_TLS_REJECT_UNAUTHORIZED must not switch this off.
          rejectUnauthorized: true,
          ...(isLiteral ? {} : { servername: host }),
        },
      };
      const connection = await openConnection(settings, {
        login: credentials,
        connectTimeoutMs,
        signal,
        socket,
      });
      if (!connection.authenticated) {
        throw Object.assign(new Error('No login is offered'), { code: 'EAUTH', originalCode: NO_LOGIN });
      }
      return connection;
    };
    for (let attempt = 1; ; attempt++) {
      try {
        return await signIn(isRefused || attempt > 1);
      } catch (error) {
        if (attempt === MAX_LOGINS || !isLoginRefused(error as SmtpError)) throw error;
      }
    }
  }

  return { open, describeFailure, secrets: () => secrets, canRenewLogin: true };
}

function describeFailure(error: SmtpError): MailOutcome {
  if (error instanceof SignInNeeded || isLoginRefused(error)) {
    return { outcome: 'sign_in_needed', reason: 'login', response: 'The mail server rejected the sign-in' };
  }
  if (error instanceof UnreachableError) {
    return { outcome: 'unavailable', reason: 'name', response: UNUSABLE_HOST };
  }
  // These are words of the service about the provider that issues tokens, not of the mail server.
  if (error instanceof MailOAuthError) return { outcome: 'unavailable', response: error.message };
  return describeStrangerFailure(error);
}

/** Connects to exactly the addresses that were checked. Rejects with an `SmtpError` or an `UnreachableError`. */
async function connectToHost(
  host: string,
  port: number,
  { connectTimeoutMs, signal }: { connectTimeoutMs: number; signal: AbortSignal },
  rules: AddressRules,
): Promise<Socket> {
  const addresses = await rejectOnAbort(resolveAllowedAddresses(host, rules), signal);
  const socket = connect({ host, port, ...connectTo(() => addresses) });
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const fail = (code: string) => (error: SmtpError) =>
    reject(Object.assign(error, { originalCode: error.code, code }));
  const abort = () => fail('ETIMEDOUT')(new Error('Connection timeout'));
  const timer = setTimeout(abort, connectTimeoutMs);
  signal.addEventListener('abort', abort);
  socket.once('connect', () => resolve(socket));
  socket.once('error', fail('ESOCKET'));
  return promise
    .catch((error) => {
      socket.destroy();
      throw error;
    })
    .finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    });
}
