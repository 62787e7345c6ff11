import type { ConnectionOptions } from 'node:tls';
import type { Mailer, MailMessage, MailOutcome } from '../../domain/mail/mail.ts';
import { MAIL_SERVER_TIMEOUT_MS } from '../../domain/mail/send-timeouts.ts';
import { type ComposedMail, composeMail } from '../raw-source.ts';
import { openConnection, type SmtpError } from './connection.ts';
import { type ExchangeLimits, exchange } from './exchange.ts';
import { describeConnectFailure, sanitizeReply } from './outcome.ts';
import { createSmtpPool, type Lease, type SmtpPool } from './pool.ts';
import { parseSmtpUrl } from './settings.ts';

export interface SmtpMailerOptions {
  /** `smtp://user:password@host:587` or `smtps://…`; see `parseSmtpUrl`. */
  url: string;
  timeouts?: {
    /** Time until the server has accepted the connection and greeted, in milliseconds. Default 5 s. */
    connect?: number;
    /** Time for one delivery including the wait for a connection, in milliseconds. Default 20 s. */
    total?: number;
  };
  /** TLS options that override the URL, such as a private certificate authority. */
  tls?: ConnectionOptions;
  /** Maximum number of open connections. Default 5. */
  connections?: number;
  clock?: () => number;
}

/**
 * Sends messages to an SMTP server. The outcome is `taken` only after a 250 reply to the complete message. A message
 * goes to all of its recipients or, if the server rejects one of them, to none.
 */
export function createSmtpMailer({
  url,
  timeouts = {},
  tls,
  connections = 5,
  clock = Date.now,
}: SmtpMailerOptions): Mailer {
  const settings = parseSmtpUrl(url);
  if (tls) settings.tls = { ...settings.tls, ...tls };
  const { connect = 5_000, total = MAIL_SERVER_TIMEOUT_MS } = timeouts;
  const secrets = settings.auth ? [settings.auth.pass, settings.auth.user] : [];
  const pool = createSmtpPool(connections, (signal) => openConnection(settings, connect, signal));
  const inProgress = new Set<Promise<unknown>>();
  let closed = false;

  async function deliver(message: MailMessage, deadline: number): Promise<MailOutcome> {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), Math.max(0, Math.min(total, deadline - clock())));
    const isLate = () => clock() >= deadline;
    try {
      const mail = await composeMail(message).catch(returnTypeError);
      if (mail instanceof TypeError) return { outcome: 'refused', response: sanitizeReply(mail.message, []) };
      const result = await transmit(pool, mail, { signal: limit.signal, isLate });
      return { ...result, response: sanitizeReply(result.response, secrets) };
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

async function transmit(pool: SmtpPool, mail: ComposedMail, limits: ExchangeLimits): Promise<MailOutcome> {
  const { signal } = limits;
  for (let fresh = false; ; fresh = true) {
    let lease: Lease;
    try {
      lease = await pool.lease(signal, { fresh });
    } catch (error) {
      if (signal.aborted) return { outcome: 'timeout', response: 'The mail server did not respond in time' };
      return describeConnectFailure(error as SmtpError);
    }
    const { result, after, stale } = await exchange(lease.connection, mail, limits).catch((error) => {
      lease.end('destroy');
      throw error;
    });
    lease.end(after);
    // The server had closed an idle connection before any reply, so retry on a new one.
    if (!(stale && lease.reused)) return result;
  }
}

function returnTypeError(error: unknown): TypeError {
  if (error instanceof TypeError) return error;
  throw error;
}
