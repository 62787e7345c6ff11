import { readMail, startSmtpServer } from '../support/mail/smtp-servers.ts';

/** A message that the mail server has taken, whether or not its sender came to know. */
export interface Receipt {
  messageId: string;
  to: string;
  /** How the sender called itself: the name of a replica and of its life. */
  by: string;
  at: number;
}

export interface Mailbox {
  url: string;
  receipts: Receipt[];
  /** Resolves while the next message of this sender is in the server's hands and not yet answered. */
  nextFrom(sender: string): Promise<void>;
  close(): Promise<void>;
}

/** A real mail server that takes everything and remembers from whom. */
export async function openMailbox(): Promise<Mailbox> {
  const receipts: Receipt[] = [];
  const watchers = new Map<string, () => void>();
  const server = await startSmtpServer({
    hideSTARTTLS: true,
    async onData(stream, session, done) {
      let source: Buffer;
      try {
        source = Buffer.concat(await stream.toArray());
      } catch (error) {
        // The sender died in the middle of the message: nothing was taken.
        return done(error as Error);
      }
      const at = performance.now();
      const by = session.hostNameAppearsAs;
      const { messageId = '' } = await readMail(source);
      for (const { address } of session.envelope.rcptTo) receipts.push({ messageId, to: address, by, at });
      watchers.get(by)?.();
      done();
    },
  });
  return {
    url: server.url,
    receipts,
    nextFrom: (sender) =>
      new Promise((resolve) => {
        watchers.set(sender, () => {
          watchers.delete(sender);
          resolve();
        });
      }),
    close: server.close,
  };
}
