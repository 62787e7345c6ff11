import type { Page } from 'playwright-core';
import { DESKTOP, PHONE } from '../../test/support/browser/browser-page.ts';
import type { Json } from '../../test/support/service/client.ts';
import { readAll } from '../../test/support/service/demo.ts';
import { type OpenDemo, openPage } from './demo.ts';
import { drawPage, withPdf } from './draw-pdf.ts';
import { storePicture, takePicture } from './take-picture.ts';

const PDF_WIDTH = 900;
const EMAIL = { width: 640, height: 510 };

/** Takes the screenshots of the demo. */
export async function takeScreenshots(demo: OpenDemo): Promise<void> {
  const quotes = await readAll(demo.visitor, '/quotes');
  const find = (title: string, status: string): Json => {
    const found = quotes.find((quote) => quote.title.startsWith(title) && quote.status === status);
    if (!found) throw new Error(`the demo has no ${title} that is ${status}`);
    return found;
  };
  const page = await demo.newPage(DESKTOP);
  const phone = await demo.newPage(PHONE);
  const base = `${demo.service.url}/${demo.visitor.accountId}`;
  const take = async (where: Page, name: string, url: string) => {
    await openPage(where, url);
    await takePicture(where, name);
  };

  await take(page, 'console-home', `${base}/`);
  await take(phone, 'console-home-phone', `${base}/`);
  await take(page, 'console-quotes', `${base}/quotes`);
  const asked = find('Oak staircase', 'SENT');
  await take(page, 'console-quote', `${base}/quotes/${asked.id}`);
  const draft = find('Kitchen with island', 'DRAFT');
  await take(page, 'console-editor', `${base}/quotes/${draft.id}/edit`);
  await take(phone, 'console-editor-phone', `${base}/quotes/${draft.id}/edit`);

  const offer = find('Fitted wardrobe', 'SENT');
  const { publicUrl } = (await demo.visitor.get(`/quotes/${offer.id}`)).body;
  await take(page, 'quote-page', publicUrl);
  await take(phone, 'quote-page-phone', publicUrl);
  const [email] = await page.request
    .get(`${base}/mailbox`)
    .then((response) => response.text())
    .then((list) =>
      list.matchAll(/href="([^"]+\/mailbox\/[^"]+)"><bdi>Quote Q-[^:]+: /g).map(([, path]) => path),
    );
  await take(await demo.newPage(EMAIL), 'mail-quote', `${demo.service.url}${email}/html`);
  await drawQuotePdf(demo, offer.id);
}

/** Draws the first page of a quote as its customer got it. */
async function drawQuotePdf({ visitor }: OpenDemo, id: string): Promise<void> {
  const { bytes } = await visitor.get(`/quotes/${id}/pdf`, { headers: { Accept: 'application/pdf' } });
  if (!bytes) throw new Error('the quote has no PDF');
  await withPdf(bytes, async (document) => {
    await storePicture('quote-pdf', await drawPage(await document.getPage(1), PDF_WIDTH));
  });
}
