/** Takes the screenshots of docs/mail.md, with a local provider of mailboxes: `npm run gallery:mail-account`. */
import { join } from 'node:path';
import { sentQuote } from '../test/support/api/quotes.ts';
import { DESKTOP } from '../test/support/browser/browser-page.ts';
import { launchChromium } from '../test/support/browser/chromium.ts';
import { signIn } from '../test/support/console/sign-in.ts';
import { formatReply, startConnectableMailbox } from '../test/support/mail/connected-mailbox.ts';
import { readMail } from '../test/support/mail/smtp-servers.ts';

const FOLDER = join(import.meta.dirname, '../docs/screenshots');
const ROSA = 'rosa@nordlicht.example';
const ADA = 'ada@example.com';

const mailbox = await startConnectableMailbox(ROSA);
const browser = await launchChromium();
try {
  const { service } = mailbox;
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
  const take = (name: string) => page.screenshot({ path: join(FOLDER, `mail-${name}.png`) });

  await open('/settings/mail');
  await page.getByRole('button', { name: /Microsoft/ }).click();
  await page.getByText(`Connected as ${ROSA}`).first().waitFor();
  await open('/settings/mail');
  await take('connected');

  await service.runJob('mailboxes');
  const quote = await sentQuote(account, { title: 'New kitchen' });
  const sent = mailbox.sent.findLast(({ to }) => to.includes(ADA));
  const { replyTo, messageId = '' } = await readMail(sent?.source ?? Buffer.alloc(0));
  const to = replyTo?.[0]?.address ?? ROSA;
  const text = 'That looks good. Could you start in May?';
  await mailbox.receive(formatReply({ from: `Ada Lovelace <${ADA}>`, to, inReplyTo: messageId, text }));
  await open(`/quotes/${quote.id}`);
  await page.getByText(text).first().scrollIntoViewIfNeeded();
  await take('reply');

  mailbox.endTokens();
  await account.post(`/quotes/${quote.id}/messages`, { text: 'Yes, on the 4th.' });
  await service.runJob('outbox');
  await open('/settings/mail');
  await take('sign-in-needed');
  await context.close();
} finally {
  await browser.close();
  await mailbox.close();
}
