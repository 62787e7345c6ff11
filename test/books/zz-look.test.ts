import { test } from 'node:test';
import { sharedChromium } from '../support/browser/shared-chromium.ts';
import { ok } from '../support/api/customer.ts';
import { issuedInvoice, draftInvoice } from '../support/api/quotes.ts';
import { signIn } from '../support/console/sign-in.ts';
import { describeService } from '../support/service/service.ts';

describeService((service, isFirst) => {
  test('look', async () => {
    if (!isFirst) return;
    const api = await service().newAccount();
    const owner = await signIn(service(), { accountId: api.accountId });
    ok(await api.patch('/account', { country: 'DE', taxId: 'DE298114302', timeZone: 'Europe/Berlin' }));
    await issuedInvoice(api, { items: [{ description: 'a', quantity: 1, unitPrice: 10000, taxRate: 19 }] });
    await issuedInvoice(api, { currency: 'USD', items: [{ description: 'a', quantity: 1, unitPrice: 10000, taxRate: 7 }] });
    const browser = await sharedChromium();
    const base = `${service().url}/${api.accountId}`;
    const shoot = async (lang: string, width: number, name: string, path: string, act?: (p: any) => Promise<void>) => {
      const context = await browser.newContext({ viewport: { width, height: 900 }, locale: lang });
      await context.addCookies([owner.browserCookie]);
      const page = await context.newPage();
      await page.goto(base + path);
      if (act) await act(page);
      await page.screenshot({ path: `/tmp/wt-shots/${name}-${lang}-${width}.png`, fullPage: true });
      await context.close();
    };
    await shoot('en', 1280, 'books', '/invoices/books');
    await shoot('de', 1280, 'gaps', '/invoices/books', async (p) => { await p.locator('#month-of-books').selectOption({ index: 0 }); await p.locator('button[value=datev]').click(); await p.waitForSelector('.gaps'); });
    await shoot('de', 1280, 'settings', '/settings/accounting?chart=skr03');
    await shoot('ar', 375, 'settings', '/settings/accounting?chart=skr03');
    await shoot('ar', 1280, 'settings', '/settings/accounting?chart=skr03');
    ok(await api.patch('/account', { accounting: { adviserNumber: 29098, clientNumber: 55003, firstDebtorNumber: 10000, revenueAccounts: [{rate:19,account:'8400'},{rate:7,account:'8300'}] } }));
    const month = new Date(service().clock()).toISOString().slice(0, 7);
    const r = await api.get(`/exports/datev?month=${month}&currency=EUR`);
    if (r.status !== 200) throw new Error(r.text);
    await shoot('ar', 375, 'books', '/invoices/books');
    await shoot('de', 375, 'books', '/invoices/books');
    await shoot('ar', 1280, 'books', '/invoices/books');
    await shoot('en', 1280, 'data', '/settings/data');
    await shoot('en', 375, 'customer', `/customers/${api.customerId}/edit`, async (p) => { await p.locator('details.more summary').last().click(); });
  });
});
