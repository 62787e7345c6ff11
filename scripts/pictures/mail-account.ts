import type { Browser } from 'playwright-core';
import { sentQuote } from '../../test/support/api/quotes.ts';
import { DESKTOP } from '../../test/support/browser/browser-page.ts';
import { signIn } from '../../test/support/console/sign-in.ts';
import { formatReply, startConnectableMailbox } from '../../test/support/mail/connected-mailbox.ts';
import { readMail } from '../../test/support/mail/smtp-servers.ts';
import { takePicture } from './take-picture.ts';

const ROSA = 'rosa@nordlicht.example';
const ADA = 'ada@example.com';

/** Takes the screenshots of a connected mailbox, with a local provider: a demo never has one. */
export async function takeMailAccount(browser: Browser): Promise<void> {
  const mailbox = await startConnectableMailbox(ROSA);
  const { service } = mailbox;
  try {
    const account = await service.newAccount({ kind: 'live', name: 'Nordlicht Kitchens' });
    const { accountId } = account;
    const owner = await signIn(service, { accountId, name: 'Rosa' });
    await account.put('/customers/cus_test', { name: 'Ada Lovelace', email: ADA });
    const context = await browser.newContext({
      ...{ viewport: DESKTOP, locale: 'en-GB', reducedMotion: 'reduce', ignoreHTTPSErrors: true },
    });
    await context.addCookies([owner.browserCookie]);
    const page = await context.newPage();
    const open = (path: string) =>
      page.goto(`${service.url}/${accountId}${path}`, { waitUntil: 'networkidle' });

    await open('/settings/mail');
    await page.getByRole('button', { name: /Microsoft/ }).click();
    await page.getByText(`Connected as ${ROSA}`).first().waitFor();
    await open('/settings/mail');
    await takePicture(page, 'mail-connected');

    await service.runJob('mailboxes');
    const quote = await sentQuote(account, { title: 'New kitchen' });
    const sent = mailbox.sent.findLast(({ to }) => to.includes(ADA));
    const { replyTo, messageId = '' } = await readMail(sent?.source ?? Buffer.alloc(0));
    const to = replyTo?.[0]?.address ?? ROSA;
    const text = 'That looks good. Could you start in May?';
    await mailbox.receive(formatReply({ from: `Ada Lovelace <${ADA}>`, to, inReplyTo: messageId, text }));
    await open(`/quotes/${quote.id}`);
    await page.getByText(text).first().scrollIntoViewIfNeeded();
    await takePicture(page, 'mail-reply');

    mailbox.endTokens();
    await account.post(`/quotes/${quote.id}/messages`, { text: 'Yes, on the 4th.' });
    await service.runJob('outbox');
    await open('/settings/mail');
    await takePicture(page, 'mail-sign-in-needed');
    await context.close();
  } finally {
    await mailbox.close();
  }
}
