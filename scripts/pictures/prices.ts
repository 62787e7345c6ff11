import { readAll } from '../../test/support/service/demo.ts';
import { type OpenDemo, openPage } from './demo.ts';
import { takePicture } from './take-picture.ts';

/** Wide enough for the columns of the items, and so high that the bar at the bottom covers none. */
const PAGE = { width: 780, height: 1600 };
const RATE = { taxRate: 20 };

const QUOTES = {
  'quote-quantity-prices': {
    title: 'Stools for the community hall',
    items: [
      {
        ...{ description: 'Stacking stool\nAsh, oiled', quantity: 24, ...RATE },
        quantityRange: { min: 4, max: 200 },
        quantityPrices: {
          kind: 'volume',
          steps: [
            { from: 0, unitPrice: 4500 },
            { from: 20, unitPrice: 4100 },
            { from: 50, unitPrice: 3800 },
          ],
        },
      },
      { description: 'Delivery', quantity: 1, unitPrice: 6000, ...RATE },
    ],
  },
  'quote-recurring': {
    title: 'Sash windows, with care',
    items: [
      { description: 'Overhaul of all sash windows', quantity: 1, unitPrice: 120000, ...RATE },
      {
        ...{ description: 'Care, paid by month', quantity: 1, unitPrice: 8000, choice: 'Plan', ...RATE },
        recurring: { interval: 'month', periods: 24 },
      },
      {
        ...{ description: 'Care, paid by year', quantity: 1, unitPrice: 80000, choice: 'Plan', ...RATE },
        ...{ recurring: { interval: 'year', periods: 2 }, selected: false },
      },
    ],
    recurringFrom: '2027-01-01',
  },
};

/** Takes the screenshots of customer pages with prices by quantity, and with recurring items. */
export async function takePrices({ visitor, newPage }: OpenDemo): Promise<void> {
  const [example] = await readAll(visitor, '/quotes');
  for (const [name, content] of Object.entries(QUOTES)) {
    const { body: quote, text } = await visitor.post('/quotes', {
      customerId: example?.customerId,
      ...content,
    });
    if (quote.id === undefined) throw new Error(text);
    const { body: sent } = await visitor.post(`/quotes/${quote.id}/send`, {});
    const page = await newPage(PAGE);
    await openPage(page, sent.publicUrl);
    await takePicture(page, name, page.locator('.sheet'));
  }
}
