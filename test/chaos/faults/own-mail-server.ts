import { setTimeout as delay } from 'node:timers/promises';
import type { SMTPServerOptions } from 'smtp-server';
import { startOwnServer } from '../../support/mail/own-server.ts';
import { readMail } from '../../support/mail/smtp-servers.ts';
import type { Receipt } from '../mailbox.ts';
import { between, oneOf, type Random } from '../random.ts';

/** A message that the server accepted, whether or not its sender learned of it. */
export interface OwnReceipt extends Omit<Receipt, 'by'> {
  /** The connection was cut before the reply. */
  isReplyLost: boolean;
}

/** The mail server of an account, which a person named. */
export interface OwnMailServer {
  host: string;
  /** The certificate that processes must trust. */
  ca: string;
  receipts: OwnReceipt[];
  /** Messages that were not accepted, replies that were lost, and logins that were rejected. */
  counts: Record<'deferred' | 'cut' | 'lost' | 'rejected', number>;
  /** The body of `PUT /mail-account` with the present password. */
  input(): object;
  /** Ends all connections; the old password is rejected from now on. */
  changePassword(): void;
  misbehave(isWanted: boolean): void;
  close(): Promise<void>;
}

/** The treatments of a message, one of which is drawn: each is as likely as it is often in the list. */
const FATES = [
  ...['deferred before', 'deferred after', 'cut', 'cut', 'lost', 'lost', 'slow', 'slow', 'slow'],
  ...Array.from({ length: 6 }, () => 'accepted'),
];
const SLOW_MS = [50, 600] as const;

/** Starts a real mail server. `onMessage` is called when it has read a message and has not accepted it yet. */
export async function startOwnMailServer(random: Random, onMessage: () => void): Promise<OwnMailServer> {
  const receipts: OwnReceipt[] = [];
  const counts = { deferred: 0, cut: 0, lost: 0, rejected: 0 };
  let passwords = 1;
  let isFaulty = false;
  const getPassword = () => `password of the mailbox ${passwords}`;
  /** The fate of the message that each connection carries, by its port. */
  const fates = new Map<number, string>();
  const defer = (what: string, code: number) => {
    counts.deferred++;
    return Object.assign(new Error(what), { responseCode: code });
  };

  const options: SMTPServerOptions = {
    onAuth({ username, password }, _session, done) {
      if (password === getPassword()) return done(null, { user: username });
      counts.rejected++;
      done(new Error('Bad login'));
    },
    onRcptTo(_address, { remotePort }, done) {
      const fate = isFaulty ? oneOf(random, FATES) : undefined;
      fates.set(remotePort, fate ?? 'accepted');
      done(fate === 'deferred before' ? defer('Try again later', 451) : null);
    },
    async onData(stream, { remotePort, envelope }, done) {
      const fate = fates.get(remotePort);
      if (fate === 'cut') {
        counts.cut++;
        return server.hangUp(remotePort);
      }
      let source: Buffer;
      try {
        source = Buffer.concat(await stream.toArray());
      } catch (error) {
        // The sender died during the message, so nothing was accepted.
        return done(error as Error);
      }
      onMessage();
      const { messageId = '' } = await readMail(source);
      if (fate === 'deferred after') return done(defer('Insufficient storage', 452));
      if (fate === 'slow') await delay(between(random, ...SLOW_MS));
      const isReplyLost = fate === 'lost';
      for (const { address } of envelope.rcptTo) {
        receipts.push({ messageId, to: address, at: performance.now(), isReplyLost });
      }
      if (!isReplyLost) return done();
      counts.lost++;
      server.hangUp(remotePort);
    },
  };
  const server = await startOwnServer(options, { isNamed: false });
  return {
    ...{ host: server.address, ca: server.certificate.cert, receipts, counts, close: server.close },
    input: () => ({ ...server.input, password: getPassword() }),
    changePassword() {
      passwords++;
      server.hangUp();
    },
    misbehave(isWanted) {
      isFaulty = isWanted;
    },
  };
}
