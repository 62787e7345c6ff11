import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { createQuote } from '../support/api/quotes.ts';
import { DESKTOP, expectGoodLooks } from '../support/browser/browser-page.ts';
import { sharedChromium } from '../support/browser/shared-chromium.ts';
import { signIn } from '../support/console/sign-in.ts';
import {
  type ConnectableMailbox,
  formatReply,
  startConnectableMailbox,
} from '../support/mail/connected-mailbox.ts';
import { readMail } from '../support/mail/smtp-servers.ts';

const ROSA = 'rosa@nordlicht.example';
const ADA = 'ada@customer.example';

let mailbox: ConnectableMailbox;
before(async () => {
  mailbox = await startConnectableMailbox(ROSA);
});
after(() => mailbox?.close());

async function lastMailTo(address: string) {
  const mail = mailbox.sent.findLast(({ to }) => to.includes(address));
  assert.ok(mail, `no email to ${address}`);
  return readMail(mail.source);
}

it('a mailbox is connected in a browser, the customer replies by email, and the answer continues the conversation', async () => {
  const { service } = mailbox;
  const account = await service.newAccount({ kind: 'live', name: 'Nordlicht' });
  const { accountId } = account;
  const owner = await signIn(service, { accountId, name: 'Rosa' });
  await account.put('/customers/cus_test', { name: 'Ada Lovelace', email: ADA });
  const browser = await sharedChromium();
  const context = await browser.newContext({ viewport: DESKTOP, locale: 'en-GB', ignoreHTTPSErrors: true });
  await context.addCookies([owner.browserCookie]);
  try {
    const page = await context.newPage();
    const settings = `${service.url}/${accountId}/settings/mail`;
    await page.goto(settings);
    await page.getByRole('button', { name: /Microsoft/ }).click();
    await page.getByText(`Connected as ${ROSA}`).first().waitFor();
    await expectGoodLooks(page, settings);
    await service.runJob('mailboxes');

    const quote = await createQuote(account);
    const path = `${service.url}/${accountId}/quotes/${quote.id}`;
    await page.goto(`${path}/send`);
    await page.locator('main form button[type=submit]').first().click();
    await page.getByText(`Sent to ${ADA}`).first().waitFor();
    const offer = await lastMailTo(ADA);
    assert.equal(offer.from?.address, ROSA);

    const [to = ROSA, inReplyTo = ''] = [offer.replyTo?.[0]?.address, offer.messageId];
    await mailbox.receive(formatReply({ from: ADA, to, inReplyTo, text: 'Could you start in May?' }));
    await page.goto(path);
    await page.getByText('Could you start in May?').first().waitFor();

    await page.locator('textarea[name=text]').fill('Yes, on the 4th.');
    await page.getByRole('button', { name: 'Send message' }).click();
    await page.getByText('Your message is on its way.').waitFor();
    await service.runJob('outbox');
    const second = await lastMailTo(ADA);
    assert.match(second.text ?? '', /Yes, on the 4th\./);
    assert.ok(second.references?.split(/\s+/).includes(inReplyTo));
    assert.notEqual(second.messageId, inReplyTo);
    assert.equal((await account.get(`/quotes/${quote.id}`)).body.status, 'SENT');
  } finally {
    await context.close();
  }
});
