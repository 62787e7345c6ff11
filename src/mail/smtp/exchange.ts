// By hand, on the connection of nodemailer and not with its transport: that does not tell a message that was handed over
// whole from one that was not, and on this hangs whether a quote may be sent again.
import { Readable } from 'node:stream';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { MailOutcome } from '../../domain/mail/mail.ts';
import { needsSmtpUtf8 } from '../../domain/mail/mail-address.ts';
import type { ComposedMail } from '../raw-source.ts';
import {
  destroyConnection,
  refusedRecipients,
  type SmtpError,
  socketOf,
  speaksSmtpUtf8,
} from './connection.ts';
import { failureToSend, refusalOf, replyCode } from './outcome.ts';

export interface Exchange {
  result: MailOutcome;
  /** What the connection is good for now: another message, a farewell, or nothing. */
  after: 'keep' | 'quit' | 'destroy';
  /** It broke before the server had anything to say about this message. */
  stale: boolean;
}

/**
 * Hands one message over, on an open connection, and says exactly how far it came.
 * It goes to all recipients or to none: where the server refuses one of them, the message itself is not sent.
 */
export function exchange(
  connection: SMTPConnection,
  { envelope, source }: ComposedMail,
  signal: AbortSignal,
): Promise<Exchange> {
  const addresses = [envelope.from, ...envelope.to];
  if (addresses.some(needsSmtpUtf8) && !speaksSmtpUtf8(connection)) {
    const response = 'The mail server cannot carry addresses outside ASCII (it does not offer SMTPUTF8)';
    return Promise.resolve({ result: { outcome: 'refused', response }, after: 'keep', stale: false });
  }
  return new Promise((resolve) => {
    const progress = trackProgress(connection);
    const finish = (exchange: Exchange) => {
      signal.removeEventListener('abort', abort);
      // At once, for what is still buffered may be the end of a message that we say was not handed over.
      if (exchange.after === 'destroy') destroyConnection(connection);
      resolve(exchange);
    };
    const abort = () => finish(afterError(timeUp(), progress));

    const body = Readable.from([source], { objectMode: false });
    const pipe = body.pipe.bind(body);
    // The library pipes once the envelope went through, even if only for some of the recipients.
    body.pipe = (data, options) => {
      const refusal = refusalOf(refusedRecipients(connection));
      if (refusal) finish({ result: refusal, after: 'destroy', stale: false });
      else progress.follow(data);
      return refusal ? data : pipe(data, options);
    };

    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort);
    connection.send({ ...envelope, size: source.length }, body, (error, info) => {
      finish(error ? afterError(error, progress) : afterReply(info.response, progress));
    });
  });
}

interface Progress {
  begun(): boolean;
  /** The last byte of the message, the final dot, has left. */
  whole(): boolean;
  /** The server has said something since then. */
  answered(): boolean;
  follow(data: NodeJS.EventEmitter): void;
}

function trackProgress(connection: SMTPConnection): Progress {
  const socket = socketOf(connection);
  let begun = false;
  let readWhenWhole: number | undefined;
  return {
    begun: () => begun,
    whole: () => readWhenWhole !== undefined,
    answered: () => readWhenWhole !== undefined && socket.bytesRead !== readWhenWhole,
    follow(data) {
      begun = true;
      // An empty write behind the dot: its callback tells that all before it went to the network.
      data.once('end', () => {
        socket.write('', (error) => {
          if (!error) readWhenWhole = socket.bytesRead;
        });
      });
    },
  };
}

function afterReply(response: string, progress: Progress): Exchange {
  if (progress.answered() && replyCode(response) === 250) {
    return { result: { outcome: 'taken', response }, after: 'keep', stale: false };
  }
  // A reply that came before its question, or that is none.
  const outcome = progress.whole() ? 'unknown' : 'unavailable';
  const result = { outcome, response: `The mail server did not answer as one: ${response}` } as const;
  return { result, after: 'destroy', stale: false };
}

function afterError(error: SmtpError, progress: Progress): Exchange {
  const result = failureToSend(error, progress.whole());
  const code = replyCode(error.response);
  const saidNo = code !== undefined && code !== 421;
  return {
    result,
    after: saidNo && progress.begun() === progress.whole() ? 'quit' : 'destroy',
    stale: result.outcome === 'unavailable' && !saidNo && !progress.begun(),
  };
}

function timeUp(): SmtpError {
  return Object.assign(new Error('the time was up'), { code: 'ETIMEDOUT' });
}
