import { DESKTOP, PHONE } from '../../test/support/browser/browser-page.ts';
import { STRIPE_LIVE_KEY } from '../../test/support/payments/stripe-server.ts';
import type { Json } from '../../test/support/service/client.ts';
import { readAll } from '../../test/support/service/demo.ts';
import { hideDemo, type OpenDemo, openPage } from './demo.ts';
import { takePicture } from './take-picture.ts';

/** Takes the screenshots of payments: the provider, a bank statement, and a quote that is paid online. */
export async function takePayments({ service, visitor, tills, newPage }: OpenDemo): Promise<void> {
  const keys = { ...tills.stripe.keys, secretKey: STRIPE_LIVE_KEY };
  const { status, text } = await visitor.put('/payment-provider', { kind: 'stripe', ...keys });
  if (status !== 200) throw new Error(text);
  const base = `${service.url}/${visitor.accountId}`;
  const page = await newPage(DESKTOP);
  await openPage(page, `${base}/settings/payments`);
  await takePicture(page, 'pay-settings');

  await openPage(page, `${base}/invoices/import`);
  await page.locator('input[type=file]').setInputFiles(service.demo?.bankStatement ?? '');
  await page.locator('main form [type=submit]').first().click();
  await page.locator('main table, main [type=checkbox]').first().waitFor();
  await hideDemo(page);
  await takePicture(page, 'pay-statement');

  const phone = await newPage(PHONE);
  await openPage(phone, await sendPayableQuote({ visitor }));
  await phone.locator('#name').fill('Sophie Lindqvist');
  await phone.locator('#name').press('Enter');
  await phone.locator('.notice.good').waitFor();
  await hideDemo(phone);
  await takePicture(phone, 'pay-accepted');
}

/** Sends a copy of a quote in stages, whose first invoice comes with the acceptance. Returns the customer's link. */
async function sendPayableQuote({ visitor }: Pick<OpenDemo, 'visitor'>): Promise<string> {
  const quotes: Json[] = await readAll(visitor, '/quotes');
  const example = quotes.find(
    ({ title, paymentSchedule }) => paymentSchedule && title.startsWith('Timber windows'),
  );
  const { body: copy } = await visitor.post(`/quotes/${example.id}/duplicate`);
  await visitor.patch(`/quotes/${copy.id}`, { invoiceOnAcceptance: true });
  const { body, text } = await visitor.post(`/quotes/${copy.id}/send`, {});
  if (!body.publicUrl) throw new Error(text);
  return body.publicUrl;
}
