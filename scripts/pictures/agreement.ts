import type { Page } from 'playwright-core';
import { DESKTOP, PHONE } from '../../test/support/browser/browser-page.ts';
import type { Json } from '../../test/support/service/client.ts';
import { readAll } from '../../test/support/service/demo.ts';
import { hideDemo, type OpenDemo, openPage } from './demo.ts';
import { takePicture } from './take-picture.ts';

/** Takes the screenshots of a request for changes, on both sides, and of a quote that two people sign. */
export async function takeAgreement({ service, visitor, newPage }: OpenDemo): Promise<void> {
  const quotes: Json[] = await readAll(visitor, '/quotes');
  const example = quotes.find(({ status, items }) => status === 'SENT' && items.length > 2) ?? quotes[0];
  const phone = await newPage(PHONE);
  const asked = await send(visitor, example, {});
  await openPage(phone, asked.publicUrl);
  await phone.locator('summary', { hasText: 'Ask for changes' }).click();
  await phone.locator('[name="wish1"]').fill('2');
  await phone.locator('#proposal').fill('Two hours of drawings should be enough for us.');
  await show(phone, '[name="wish1"]');
  await takePicture(phone, 'agreement-changes');
  await phone.getByRole('button', { name: 'Ask for changes' }).click();
  await phone.locator('.notice.good').waitFor();

  const page = await newPage(DESKTOP);
  await openPage(page, `${service.url}/${visitor.accountId}/quotes/${asked.id}`);
  await takePicture(page, 'agreement-request');

  const signers = [
    { name: 'Sophie Lindqvist', email: 'sophie@lindqvist.example', order: 1 },
    { name: 'Jonas Lindqvist', email: 'jonas@lindqvist.example', order: 1 },
  ];
  const acceptanceFields = [
    { key: 'purchaseOrder', label: 'Your order number', kind: 'text', required: true },
    { key: 'start', label: 'When shall we begin?', kind: 'date' },
  ];
  const signed = await send(visitor, example, { signers, acceptanceFields });
  const form = await newPage(PHONE);
  await openPage(form, signed.signers[0].publicUrl);
  await form.getByRole('link', { name: 'Accept' }).last().click();
  await show(form, '#name');
  await takePicture(form, 'agreement-signers');
}

/** Sends a copy of a quote with other content. */
async function send(visitor: OpenDemo['visitor'], example: Json, content: Json): Promise<Json> {
  const { body: copy } = await visitor.post(`/quotes/${example.id}/duplicate`);
  await visitor.patch(`/quotes/${copy.id}`, { title: example.title, ...content });
  const { status, body, text } = await visitor.post(`/quotes/${copy.id}/send`, {});
  if (status !== 200) throw new Error(text);
  return body;
}

/** Scrolls so that the element is near the top of the picture. */
async function show(page: Page, selector: string): Promise<void> {
  await hideDemo(page);
  await page
    .locator(selector)
    .first()
    .evaluate('element => scrollTo(0, element.getBoundingClientRect().top + scrollY - 60)');
}
