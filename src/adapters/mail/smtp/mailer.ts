import type { ConnectionOptions } from 'node:tls';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { Mailer, MailMessage, MailOutcome } from '../../../domain/mail/mail.ts';
import { MailOAuthError } from '../../../domain/mail/mail-oauth.ts';
import { MAIL_SERVER_TIMEOUT_MS } from '../../../domain/mail/send-timeouts.ts';
import type { TokenSource } from '../oauth/token-source.ts';
import { type ComposedMail, composeMail } from '../raw-source.ts';
import { listLoginSecrets, openConnection, type SmtpError } from './connection.ts';
import { createDkimSigner, type DkimKey } from './dkim.ts';
import { type ExchangeLimits, exchange } from './exchange.ts';
import { describeConnectFailure, isLoginRefused, sanitizeReply } from './outcome.ts';
import { createSmtpPool, type Lease, type LeaseOptions, type SmtpPool } from './pool.ts';
import { parseSmtpUrl, type SmtpSettings } from './settings.ts';

export interface MailerOptions {
  timeouts?: {
    /** Time until the server has accepted the connection and greeted, in milliseconds. Default 5 s. */
    connect?: number;
    /** Time for one delivery including the wait for a connection, in milliseconds. Default 20 s. */
    total?: number;
  };
  /** Maximum number of open connections. Default 5. */
  connections?: number;
  clock?: () => number;
}

export interface SmtpMailerOptions extends MailerOptions {
  /** `smtp://user:password@host:587` or `smtps://…`; see `parseSmtpUrl`. */
  url: string;
  /** TLS options that override the URL, such as a private certificate authority. */
  tls?: ConnectionOptions;
  /** Signs all messages. */
  dkim?: DkimKey | undefined;
  /** Signs in with access tokens in place of a password. */
  tokens?: TokenSource | undefined;
}

/** Sends messages to the SMTP server of a URL. */
export function createSmtpMailer({ url, tls, dkim, tokens, ...options }: SmtpMailerOptions): Mailer {
  const settings = parseSmtpUrl(url);
  if (tls) settings.tls = { ...settings.tls, ...tls };
  const server = tokens ? openWithTokens(settings, tokens) : openWithPassword(settings);
  return createMailer({ ...server, ...(dkim && { sign: createDkimSigner(dkim) }) }, options);
}

function openWithPassword(settings: SmtpSettings): SmtpServer {
  const { auth } = settings;
  const login = auth && { user: auth.user, password: auth.pass };
  return {
    open: (by) => openConnection(settings, { ...by, login }),
    describeFailure: describeConnectFailure,
    secrets: () => (login ? [...listLoginSecrets(login), login.user] : []),
    canRenewLogin: false,
  };
}

/** A rejected token is renewed once. */
function openWithTokens(settings: SmtpSettings, tokens: TokenSource): SmtpServer {
  const user = settings.auth?.user ?? '';
  let last = '';
  const signIn = async (by: Parameters<SmtpServer['open']>[0]) => {
    last = await tokens.getToken(by);
    return openConnection(settings, { ...by, login: { user, accessToken: last } });
  };
  return {
    open: (by) =>
      signIn(by).catch((error) => {
        if (by.isRefused || !isLoginRefused(error)) throw error;
        return signIn({ ...by, isRefused: true });
      }),
    describeFailure: (error) =>
      error instanceof MailOAuthError
        ? { outcome: 'unavailable', reason: 'login', response: error.message }
        : describeConnectFailure(error),
    secrets: () => [...listLoginSecrets({ user, accessToken: last }), user],
    canRenewLogin: true,
  };
}

/** Opens sessions with one mail server. */
export interface SmtpServer {
  /** With `isRefused`, the server has rejected the credentials of the last session. */
  open(by: { connectTimeoutMs: number; signal: AbortSignal; isRefused: boolean }): Promise<SMTPConnection>;
  /** Describes why `open` failed. */
  describeFailure(error: SmtpError): MailOutcome;
  /** Texts that are removed from replies. */
  secrets(): string[];
  /** Whether a session whose login the server rejects later is opened again. */
  canRenewLogin: boolean;
  /** Adds a signature to the source of a message. */
  sign?: (source: Buffer) => Promise<Buffer>;
}

/**
 * Sends messages to an SMTP server. The outcome is `taken` only after a 250 reply to the complete message. A message
 * goes to all of its recipients or, if the server rejects one of them, to none.
 */
export function createMailer(
  server: SmtpServer,
  { timeouts = {}, connections = 5, clock = Date.now }: MailerOptions,
): Mailer {
  const { connect: connectTimeoutMs = 5_000, total = MAIL_SERVER_TIMEOUT_MS } = timeouts;
  const pool = createSmtpPool(connections, (signal, isRefused) =>
    server.open({ connectTimeoutMs, signal, isRefused }),
  );
  const inProgress = new Set<Promise<unknown>>();
  let closed = false;

  async function deliver(message: MailMessage, deadline: number): Promise<MailOutcome> {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), Math.max(0, Math.min(total, deadline - clock())));
    const isLate = () => clock() >= deadline;
    try {
      const mail = await composeMail(message).catch(returnTypeError);
      if (mail instanceof TypeError) return { outcome: 'refused', response: sanitizeReply(mail.message, []) };
      if (server.sign) mail.source = await server.sign(mail.source);
      const result = await transmit(server, pool, mail, { signal: limit.signal, isLate });
      return { ...result, response: sanitizeReply(result.response, server.secrets()) };
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async deliver(message, deadline) {
      if (closed) return { outcome: 'unavailable', response: 'Not sent: the service is shutting down' };
      const delivery = deliver(message, deadline);
      inProgress.add(delivery);
      return delivery.finally(() => inProgress.delete(delivery));
    },
    /** Waits for the deliveries in progress, which end by their time limit. */
    async close() {
      closed = true;
      await Promise.allSettled(inProgress);
      pool.close();
    },
  };
}

async function transmit(
  server: SmtpServer,
  pool: SmtpPool,
  mail: ComposedMail,
  limits: ExchangeLimits,
): Promise<MailOutcome> {
  const { signal } = limits;
  let options: LeaseOptions = {};
  for (;;) {
    let lease: Lease;
    try {
      lease = await pool.lease(signal, options);
    } catch (error) {
      if (signal.aborted) return { outcome: 'timeout', response: 'The mail server did not respond in time' };
      return server.describeFailure(error as SmtpError);
    }
    const { result, after, stale, signedOut } = await exchange(lease.connection, mail, limits).catch(
      (error) => {
        lease.end('destroy');
        throw error;
      },
    );
    lease.end(after);
    if (signedOut && server.canRenewLogin) {
      if (options.isRefused) {
        const refusal = { code: 'EAUTH', response: result.response };
        return server.describeFailure(Object.assign(new Error('Signed out'), refusal));
      }
      // The login of an idle connection may have ended; only that of a new one was rejected.
      options = { fresh: true, isRefused: !lease.reused };
    } else if (stale && lease.reused) {
      // The server had closed an idle connection before any reply, so retry on a new one.
      options = { fresh: true };
    } else {
      return result;
    }
  }
}

function returnTypeError(error: unknown): TypeError {
  if (error instanceof TypeError) return error;
  throw error;
}
