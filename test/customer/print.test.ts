import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ok } from '../support/api/customer.ts';
import { sentQuote } from '../support/api/quotes.ts';
import { DESKTOP, withVisitor } from '../support/browser/browser-page.ts';
import { sharedChromium } from '../support/browser/shared-chromium.ts';
import { linesAt } from '../support/pdf/lines.ts';
import { readPdf } from '../support/pdf/read-pdf.ts';
import { startTestService } from '../support/service/service.ts';

const ITEMS = Array.from({ length: 16 }, (_, n) => ({
  ...{ description: `Item ${n + 1}\nWhat is done here`, quantity: 2, unitPrice: 12_000 },
  ...(n === 2 && { quantityRange: { min: 1, max: 9 } }),
  ...(n === 4 && { optional: true, selected: true }),
  ...([6, 7].includes(n) && { choice: 'Colour', selected: n === 6 }),
}));

test('the page of a long quote prints without controls, and nothing covers the items', async () => {
  const browser = await sharedChromium();
  const service = await startTestService();
  try {
    const account = await service.newAccount();
    ok(await account.patch('/account', { proposals: 'prices' }));
    const { publicUrl } = await sentQuote(account, { items: ITEMS, terms: 'Net 7\n'.repeat(30) });
    await withVisitor(browser, service.url, { viewport: DESKTOP }, async (page) => {
      await page.goto(publicUrl);
      await page.emulateMedia({ media: 'print' });
      const controls = page.locator('button, textarea, select, input:not([type="number"], [type="hidden"])');
      for (const control of await controls.all()) assert.equal(await control.isVisible(), false);
      const border = await page
        .locator('input[type="number"]')
        .evaluate((input) => input.ownerDocument.defaultView?.getComputedStyle(input).borderTopWidth);
      assert.equal(border, '0px', 'a quantity is text');
      const { pages } = await readPdf(new Uint8Array(await page.pdf({ format: 'A4' })));
      assert.ok(pages.length > 1);
      const lines = pages.flatMap(({ runs }) =>
        linesAt(runs).map((line) => line.map(({ text }) => text).join('')),
      );
      const find = (text: string) => lines.findIndex((line) => line.replaceAll(' ', '').startsWith(text));
      assert.equal(
        find('Total€'),
        lines.findLastIndex((line) => line.includes('What')) + 1,
        lines.join(' | '),
      );
      assert.equal(find('Oneof:Colour') + 1, find('✓Item7'), 'a heading stays with its items');
    });
  } finally {
    await service.close();
  }
});
