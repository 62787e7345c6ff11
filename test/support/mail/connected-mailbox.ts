import { MINUTE } from '../service/clock.ts';
import { startTestService, type TestService } from '../service/service.ts';
import { startImapServer } from './imap-server.ts';
import { mailProviderEnv, startMailProvider, startOAuthSmtpServer } from './oauth-provider.ts';
import type { ReceivedMail } from './smtp-servers.ts';

/** A service with a local provider of mailboxes, and the mailbox that an owner can connect there. */
export interface ConnectableMailbox {
  service: TestService;
  address: string;
  /** Emails that the mailbox has sent. */
  sent: ReceivedMail[];
  /** Puts a mail into the mailbox, and lets the service read it a minute later. */
  receive(lines: readonly string[]): Promise<void>;
  /** Ends all tokens, as when the owner changes the password. */
  endTokens(): void;
  close(): Promise<void>;
}

export async function startConnectableMailbox(address: string): Promise<ConnectableMailbox> {
  const [provider, imap] = await Promise.all([startMailProvider(), startImapServer({ user: address })]);
  imap.tokens.has = (token) => provider.isValid(address, token);
  provider.mailbox = { sub: '1', email: address, preferred_username: address };
  const smtp = await startOAuthSmtpServer(provider);
  const service = await startTestService({
    env: { PROFFER_SECRET: 's'.repeat(40), ...mailProviderEnv(provider, smtp, imap.port) },
    smtp: { tls: { ca: provider.ca } },
    imap: { ca: imap.ca },
    mailOAuth: { caCertificates: [provider.ca] },
  });
  return {
    service,
    address,
    sent: smtp.received,
    async receive(lines) {
      await imap.deliver(lines.join('\r\n'), service.clock());
      service.clock.advance(MINUTE);
      await service.runJob('mailboxes');
    },
    endTokens() {
      provider.refreshError = 'invalid_grant';
      provider.endAccess();
      smtp.hangUp();
    },
    async close() {
      await service.close();
      await Promise.all([smtp.close(), imap.close(), provider.close()]);
    },
  };
}

/** Formats the reply of a customer's mail program, which quotes the email. */
export function formatReply(mail: { from: string; to: string; inReplyTo: string; text: string }): string[] {
  return [
    `From: ${mail.from}`,
    `To: ${mail.to}`,
    `Message-ID: <reply-${mail.text.length}@customer.example>`,
    `In-Reply-To: ${mail.inReplyTo}`,
    ...['Subject: Re: Quote', 'Content-Type: text/plain; charset=utf-8', ''],
    ...[mail.text, '', 'On Mon, 9 Mar 2026 at 10:00, Nordlicht wrote:', '> Here is our quote.', ''],
  ];
}
