import { readMail, startSmtpServer } from '../support/mail/smtp-servers.ts';

/** A message that the mail server accepted, whether or not its sender learned of it. */
export interface Receipt {
  messageId: string;
  to: string;
  /** HELO name of the sender: the process and its lifetime. */
  by: string;
  at: number;
}

export interface Mailbox {
  url: string;
  receipts: Receipt[];
  /** Resolves when the next message of this sender was received and not yet acknowledged. */
  nextFrom(sender: string): Promise<void>;
  close(): Promise<void>;
}

/** Starts a real mail server that accepts every message and records its sender. */
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
        // The sender died during the message, so nothing was accepted.
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
