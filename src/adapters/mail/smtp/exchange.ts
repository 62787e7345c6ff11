// Uses nodemailer's connection instead of its transport, which does not report whether a message was transmitted
// completely. Whether a quote may be sent again depends on that.
import { Readable } from 'node:stream';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { MailOutcome } from '../../../domain/mail/mail.ts';
import { needsSmtpUtf8 } from '../../../domain/mail/mail-address.ts';
import type { ComposedMail } from '../raw-source.ts';
import {
  destroyConnection,
  getSocket,
  listRejectedRecipients,
  type SmtpError,
  supportsSmtpUtf8,
} from './connection.ts';
import { demandsLogin, describeSendFailure, findRejection, parseReplyCode } from './outcome.ts';

export interface Exchange {
  result: MailOutcome;
  /** Whether the connection can carry another message, needs a QUIT or must be closed. */
  after: 'keep' | 'quit' | 'destroy';
  /** The connection broke before the server replied to any command for this message. */
  stale: boolean;
  /** The server demands a login again, and nothing of the message was sent. */
  signedOut?: boolean;
}

export interface ExchangeLimits {
  signal: AbortSignal;
  /** Checked before the content leaves, because a timer of a stalled process fires late. */
  isLate(): boolean;
}

/**
 * Transmits one message on an open connection and reports exactly how far it got. A message goes to all of its
 * recipients or to none: if the server rejects one of them, the message is not sent.
 */
export function exchange(
  connection: SMTPConnection,
  { envelope, source }: ComposedMail,
  { signal, isLate }: ExchangeLimits,
): Promise<Exchange> {
  const addresses = [envelope.from, ...envelope.to];
  if (addresses.some(needsSmtpUtf8) && !supportsSmtpUtf8(connection)) {
    const response = 'The mail server cannot carry addresses outside ASCII (it does not offer SMTPUTF8)';
    return Promise.resolve({ result: { outcome: 'refused', response }, after: 'keep', stale: false });
  }
  return new Promise((resolve) => {
    const progress = trackProgress(connection);
    const finish = (exchange: Exchange) => {
      signal.removeEventListener('abort', abort);
      // Closed immediately: the buffer may hold the end of a message that is reported as not sent.
      if (exchange.after === 'destroy') destroyConnection(connection);
      resolve(exchange);
    };
    const abort = () => finish(concludeFromError(createTimeoutError(), progress));

    const body = Readable.from([source], { objectMode: false });
    const pipe = body.pipe.bind(body);
    // The library pipes the body if at least one recipient was accepted.
    body.pipe = (data, options) => {
      const refusal = findRejection(listRejectedRecipients(connection));
      if (refusal) finish({ result: refusal, after: 'destroy', stale: false });
      else if (isLate()) abort();
      else {
        progress.follow(data);
        return pipe(data, options);
      }
      return data;
    };

    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort);
    connection.send({ ...envelope, size: source.length }, body, (error, info) => {
      finish(error ? concludeFromError(error, progress) : concludeFromReply(info.response, progress));
    });
  });
}

interface Progress {
  begun(): boolean;
  /** The last byte of the message, the final dot, has left. */
  whole(): boolean;
  /** The server has replied since then. */
  answered(): boolean;
  follow(data: NodeJS.EventEmitter): void;
}

function trackProgress(connection: SMTPConnection): Progress {
  const socket = getSocket(connection);
  let begun = false;
  let bytesReadWhenWhole: number | undefined;
  return {
    begun: () => begun,
    whole: () => bytesReadWhenWhole !== undefined,
    answered: () => bytesReadWhenWhole !== undefined && socket.bytesRead !== bytesReadWhenWhole,
    follow(data) {
      begun = true;
      // The callback of an empty write after the dot runs when everything before it is on the network.
      data.once('end', () => {
        socket.write('', (error) => {
          if (!error) bytesReadWhenWhole = socket.bytesRead;
        });
      });
    },
  };
}

function concludeFromReply(response: string, progress: Progress): Exchange {
  if (progress.answered() && parseReplyCode(response) === 250) {
    return { result: { outcome: 'taken', response }, after: 'keep', stale: false };
  }
  // An unexpected or malformed reply.
  const outcome = progress.whole() ? 'unknown' : 'unavailable';
  const result = { outcome, response: `The mail server sent an invalid reply: ${response}` } as const;
  return { result, after: 'destroy', stale: false };
}

function concludeFromError(error: SmtpError, progress: Progress): Exchange {
  const result = describeSendFailure(error, progress.whole());
  const code = parseReplyCode(error.response);
  const isRejected = code !== undefined && code !== 421;
  return {
    result,
    after: isRejected && progress.begun() === progress.whole() ? 'quit' : 'destroy',
    stale: result.outcome === 'unavailable' && !isRejected && !progress.begun(),
    signedOut: demandsLogin(error.response) && !progress.begun(),
  };
}

function createTimeoutError(): SmtpError {
  return Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' });
}
