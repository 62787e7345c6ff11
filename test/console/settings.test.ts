import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { createQuote } from '../support/api/quotes.ts';
import { DESKTOP, expectNoHorizontalScroll, PHONE, withVisitor } from '../support/browser/browser-page.ts';
import { sharedChromium } from '../support/browser/shared-chromium.ts';
import { expectGoodLooksOfAll } from '../support/console/looks.ts';
import { expectValidHtml, fieldIn } from '../support/console/pages.ts';
import { signIn, type TestPerson } from '../support/console/sign-in.ts';
import { type UploadArguments, uploadForm } from '../support/console/upload.ts';
import { type RealSmtpServer, startSmtpServer } from '../support/mail/smtp-servers.ts';
import { PNG } from '../support/pdf/logos.ts';
import { testAll } from '../support/run/all.ts';
import { describeOnOneEngine, startTestService, type TestAccount } from '../support/service/service.ts';

const XSS = `"'><script>alert(1)</script>`;

describeOnOneEngine((service) => {
  let account: TestAccount;
  let owner: TestPerson;
  let base: string;

  before(async () => {
    account = await service().newAccount();
    owner = await signIn(service(), { accountId: account.accountId });
    base = `/${account.accountId}`;
  });

  const upload = (...args: UploadArguments) => uploadForm(service().url, owner, ...args);

  it('an owner changes the business details', async () => {
    const path = `${base}/settings/business`;
    const form = (await owner.page(path)).text;
    expectValidHtml(form, 'business');
    const seen = { version: fieldIn(form, 'version'), was: fieldIn(form, 'was') };
    const wrong = {
      ...{ ...seen, name: '', website: 'nowhere', timeZone: 'UTC' },
      'registrations.2.label': 'Court',
    };
    const refused = await owner.page(path, wrong);
    assert.equal(refused.status, 400);
    expectValidHtml(refused.text, 'a business with errors');
    assert.match(refused.text, /check 3 fields/);
    assert.equal(fieldIn(refused.text, 'registrations.2.label'), 'Court');

    const fields = {
      ...seen,
      name: `Studio ${XSS}`,
      country: 'SE',
      timeZone: 'UTC',
      address: 'A\r\nB',
      street: 'Weg 1',
      website: 'studio.example/shop',
      'registrations.1.label': 'Org.nr',
      'registrations.1.value': '55',
    };
    assert.equal((await owner.page(path, fields)).location, `${path}?done=country`);
    const { body } = await account.get('/account');
    assert.deepEqual([body.address, body.registrations], ['A\nB', [{ label: 'Org.nr', value: '55' }]]);
    assert.deepEqual([body.street, body.website], ['Weg 1', 'https://studio.example/shop']);
    const late = await owner.page(path, { ...fields, name: 'Another' });
    assert.equal(late.status, 409);
    assert.equal((await account.get('/account')).body.name, `Studio ${XSS}`);
    assert.doesNotMatch((await owner.page(path)).text, /<script>alert/);
  });

  it('a tax category that the country does not have is refused at its field, or at the country', async () => {
    const own = await service().newAccount();
    const person = await signIn(service(), { accountId: own.accountId });
    const post = async (page: string, fields: Record<string, string>) => {
      const path = `/settings/${page}`;
      const { text } = await person.page(`/${own.accountId}${path}`);
      const typed = { ...JSON.parse(fieldIn(text, 'was')), version: fieldIn(text, 'version'), ...fields };
      return person.page(`/${own.accountId}${path}`, typed);
    };
    await own.patch('/account', { country: 'US' });
    const refused = await post('tax', { zeroTaxCategory: 'intra_eu' });
    assert.equal(refused.status, 400);
    assert.match(refused.text, /id="f-zeroTaxCategory-error"[\s\S]{0,900}?This tax category does not exist/);
    await own.patch('/account', { country: 'DE', zeroTaxCategory: 'intra_eu' });
    const moved = await post('business', { country: 'US' });
    assert.equal(moved.status, 400);
    assert.match(moved.text, /id="f-country-error"[\s\S]{0,900}?This tax category does not exist/);
    assert.equal((await own.get('/account')).body.country, 'DE');
  });

  it('the console has the dates of the country if the language of the user has no region', async () => {
    const own = await service().newAccount();
    const person = await signIn(service(), { accountId: own.accountId });
    const { id } = await createQuote(own, { validUntil: '2027-03-05T23:59:59Z' });
    for (const [country, date] of [
      ['GB', '5 March 2027'],
      ['US', 'March 5, 2027'],
    ] as const) {
      await own.patch('/account', { country, timeZone: 'UTC' });
      assert.ok((await person.page(`/${own.accountId}/quotes/${id}`)).text.includes(date), country);
    }
  });

  it('another country offers the settings that are usual there, and changes none by itself', async () => {
    const own = await service().newAccount();
    const person = await signIn(service(), { accountId: own.accountId });
    const path = `/${own.accountId}/settings/business`;
    await own.patch('/account', {
      country: 'DE',
      currency: 'EUR',
      timeZone: 'Europe/Berlin',
      locale: 'de-DE',
    });
    const choose = async (country: string) => {
      const form = (await person.page(path)).text;
      const seen = { version: fieldIn(form, 'version'), was: fieldIn(form, 'was') };
      const values = JSON.parse(seen.was);
      return (await person.page(path, { ...values, ...seen, name: 'Studio', country })).location ?? '';
    };
    const saved = (await person.page(await choose('GB'))).text;
    expectValidHtml(saved, 'another country');
    const review = /href="([^"]*\/settings\/start[^"]*)"/.exec(saved)?.[1] ?? '';
    assert.equal(
      (await own.get('/account')).body.currency,
      'EUR',
      'nothing is changed before it is accepted',
    );
    const form = (await person.page(review)).text;
    expectValidHtml(form, 'the settings of a country');
    assert.match(form, /<option value="GBP" selected>/);
    assert.match(form, /<option value="Europe\/London" selected>/);
    assert.match(form, /Currently: Europe\/Berlin/);
    const accepted = { currency: 'GBP', timeZone: 'Europe/London', locale: 'en-GB', defaultTaxRate: '20' };
    const seen = { version: fieldIn(form, 'version'), was: fieldIn(form, 'was') };
    assert.equal((await person.page(review, { ...seen, ...accepted })).status, 303);
    const { currency, defaultTaxRate } = (await own.get('/account')).body;
    assert.deepEqual([currency, defaultTaxRate], ['GBP', 20]);
    await own.patch('/account', { country: 'DE' });
    const back = await choose('GB');
    assert.doesNotMatch((await person.page(back)).text, /settings\/start/, 'nothing to offer');
  });

  it('an owner sets the logo and the numbers of documents', async () => {
    const path = '/settings/document';
    const form = (await owner.page(base + path)).text;
    expectValidHtml(form, 'documents');
    const was: Record<string, string> = JSON.parse(fieldIn(form, 'was'));
    const seen = { ...was, version: fieldIn(form, 'version'), was: fieldIn(form, 'was') };
    const wrong = {
      ...seen,
      quoteNumberFormat: 'Q',
      validityDays: '0',
    };
    const refused = await upload(path, wrong, {
      field: 'logo',
      name: 'a.png',
      type: 'image/png',
      bytes: 'no picture',
    });
    assert.equal(refused.status, 400);
    expectValidHtml(refused.text, 'documents with errors');
    assert.match(refused.text, /check 3 fields/);
    assert.match(refused.text, /PNG, JPEG or SVG image of at most/);

    const right = {
      ...seen,
      quoteNumberFormat: 'A-{seq:3}',
      accentColor: '#336699',
      reminderDays: '3',
    };
    const logo = { field: 'logo', name: 'logo.png', type: 'image/png', bytes: PNG };
    assert.equal((await upload(path, right, logo)).location, `${base + path}?done=saved`);
    const { body } = await account.get('/account');
    assert.deepEqual(
      [body.quoteNumberFormat, body.accentColor, body.reminderDays, body.logo.slice(0, 14)],
      ['A-{seq:3}', '#336699', 3, 'data:image/png'],
    );
    assert.equal((await upload(path, right)).status, 409);
    const again = (await owner.page(base + path)).text;
    const removed = {
      ...JSON.parse(fieldIn(again, 'was')),
      ...{ version: fieldIn(again, 'version'), was: fieldIn(again, 'was') },
      removeLogo: 'on',
    };
    assert.equal((await upload(path, removed)).status, 303);
    const after = (await account.get('/account')).body;
    assert.equal(after.logo, null);
  });

  /** Opens a settings page and returns a function that posts its form with changes. */
  const editPage = async (page: string, own = account, person = owner) => {
    const path = `/${own.accountId}/settings/${page}`;
    const { text } = await person.page(path);
    expectValidHtml(text, page);
    const was = fieldIn(text, 'was');
    const seen = { ...JSON.parse(was), version: fieldIn(text, 'version'), was };
    return (changes: Record<string, string>) => person.page(path, { ...seen, ...changes });
  };

  it('an owner sets payment term, usual method, bank and electronic invoices', async () => {
    const refused = await (await editPage('invoices'))({
      paymentTermDays: 'soon',
      retentionYears: '31',
      'bank.kind': 'iban',
      'bank.iban': 'DE00',
    });
    assert.equal(refused.status, 400);
    expectValidHtml(refused.text, 'invoices with errors');
    assert.match(refused.text, /check 3 fields/);
    assert.match(refused.text, /whole number of years from 1 to 30/);
    const right = {
      ...{ paymentTermDays: '14', defaultPaymentMethod: 'CASH', invoiceOnAcceptance: 'on' },
      ...{ retentionYears: '12', eInvoice: 'peppol', contactName: 'Ada' },
      ...{ 'electronicAddress.scheme': '0007', 'electronicAddress.id': '5566' },
      ...{ 'bank.kind': 'iban', 'bank.iban': 'DE89 3704 0044 0532 0130 00' },
    };
    assert.match((await (await editPage('invoices'))(right)).location ?? '', /invoices\?done=saved$/);
    const { body } = await account.get('/account');
    assert.deepEqual(
      [body.paymentTermDays, body.defaultPaymentMethod, body.invoiceOnAcceptance, body.bank.iban],
      [14, 'CASH', true, 'DE89370400440532013000'],
    );
    assert.deepEqual(
      [body.retentionYears, body.eInvoice, body.contactName, body.electronicAddress],
      [12, 'peppol', 'Ada', { scheme: '0007', id: '5566' }],
    );
    const lines = { 'bank.kind': 'lines', 'bank.iban': '', 'bank.lines': 'Giro 1\nBank' };
    assert.equal((await (await editPage('invoices'))(lines)).status, 303);
    assert.deepEqual((await account.get('/account')).body.bank, { lines: ['Giro 1', 'Bank'] });
  });

  it('an owner sets the tax', async () => {
    const tax = { taxId: 'SE556677889901', defaultTaxRate: '8.1', zeroTaxCategory: 'small_business' };
    assert.equal((await (await editPage('tax'))({ ...tax, pricesIncludeTax: 'true' })).status, 303);
    const { body } = await account.get('/account');
    assert.deepEqual(
      [body.taxId, body.defaultTaxRate, body.zeroTaxCategory, body.pricesIncludeTax, body.paymentTermDays],
      ['SE556677889901', 8.1, 'small_business', true, 14],
    );
  });

  it('the list of settings finds a setting by its words, and leads to its field', async () => {
    const search = async (text: string) =>
      (await owner.page(`${base}/settings?search=${encodeURIComponent(text)}`)).text;
    for (const [text, field] of [
      ['iban', 'invoices#f-bank-iban'],
      ['Payment TERM', 'invoices#f-paymentTermDays'],
      ['small business', 'tax#f-zeroTaxCategory'],
      ['berlin', 'business#f-timeZone'],
      ['STRIPE', 'payments'],
      ['smtp', 'mail'],
      ['expires soon', 'notifications'],
    ] as const) {
      const found = await search(text);
      expectValidHtml(found, text);
      assert.ok(found.includes(`href="${base}/settings/${field}"`), text);
      const [path, id] = field.split('#');
      const page = (await owner.page(`${base}/settings/${path}`)).text;
      assert.ok(id === undefined || page.includes(`id="${id}"`), field);
    }
    assert.match(await search(`no ${XSS}`), /No setting matches/);
    const all = (await owner.page(`${base}/settings`)).text;
    expectValidHtml(all, 'all settings');
    for (const page of ['business', 'document', 'invoices', 'tax', 'mail', 'payments', 'people', 'data'])
      assert.ok(all.includes(`href="${base}/settings/${page}"`), page);
  });

  it('bank details that are typed select their kind, and none are dropped', async () => {
    const own = await service().newAccount();
    const person = await signIn(service(), own);
    const path = `/${own.accountId}/settings/invoices`;
    const save = (fields: Record<string, string>) => person.page(path, fields);
    const open = async () => {
      const { text } = await person.page(path);
      const was = fieldIn(text, 'was');
      return { ...JSON.parse(was), version: fieldIn(text, 'version'), was };
    };
    const typed = { ...(await open()), 'bank.iban': 'DE89370400440532013000' };
    assert.equal(typed['bank.kind'], '');
    assert.equal((await save(typed)).status, 303);
    const { bank } = (await own.get('/account')).body;
    assert.equal(bank.iban, 'DE89370400440532013000');
    const both = await save({ ...(await open()), 'bank.lines': 'Giro 1' });
    assert.equal(both.status, 400);
    assert.match(both.text, /Another option is selected/);
    assert.equal((await save({ ...(await open()), 'bank.kind': '' })).status, 303);
    assert.equal((await own.get('/account')).body.bank, null);
  });

  it('a preview shows the form, stores nothing, and cannot be framed by another site', async () => {
    const stored = await owner.page(`${base}/settings/document/preview`);
    assert.match(stored.headers.get('Content-Security-Policy') ?? '', /frame-ancestors 'self'/);
    assert.doesNotMatch(stored.text, /<script/);
    const { body: before } = await account.get('/account');
    const fields = {
      quoteNumberFormat: 'PRE-{seq}',
      locale: 'de',
      accentColor: '#aa0000',
      validityDays: '5',
      currency: 'JPY',
      timeZone: 'nowhere',
    };
    const shown = await upload('/settings/document/preview', fields);
    assert.equal(shown.status, 200);
    for (const part of ['PRE-42', 'accent-aa0000', 'Gestaltung', '¥'])
      assert.ok(shown.text.includes(part), part);
    assert.match(shown.text, /8,1\s%/u, 'the rate of the account');
    const pdf = await upload('/settings/document/pdf', fields);
    assert.match(pdf.text, /^%PDF/);
    assert.deepEqual((await account.get('/account')).body, before);
  });

  it('/settings lists all pages for an owner, and leads others to their own', async () => {
    const member = await signIn(service(), { accountId: account.accountId, role: 'member' });
    assert.equal((await owner.page(`${base}/settings`)).status, 200);
    assert.equal((await member.page(`${base}/settings`)).location, `${base}/settings/you`);
  });

  it('a form with a file that is sent after the session has ended comes back with what was typed', async () => {
    const gone = { ...owner, cookie: 'proffer_session=none' };
    const file = { field: 'logo', name: 'logo.png', type: 'image/png', bytes: PNG };
    const late = await uploadForm(service().url, gone, '/settings/document', { footer: 'A\nB <i>' }, file);
    assert.equal(late.status, 401);
    expectValidHtml(late.text, 'a form of a session that has ended');
    assert.match(late.text, /enctype="multipart\/form-data".*name="footer" hidden>\nA\r?\nB &lt;i&gt;</s);
    assert.match(late.text, /Files have to be chosen again/);
  });

  it('leaving a changed form warns, and saving it does not', async () => {
    const browser = await sharedChromium();
    await withVisitor(
      browser,
      service().url,
      { viewport: DESKTOP, locale: 'en-GB' },
      async (page, context) => {
        await context.addCookies([owner.browserCookie]);
        const warnings: string[] = [];
        page.on('dialog', (dialog) => {
          warnings.push(dialog.type());
          void dialog.accept();
        });
        const path = `${service().url}${base}/settings/business`;
        // By a link, as people do: to a URL that the test enters, the browser goes before it knows of the warning.
        const leave = async () => {
          await page.getByRole('link', { name: 'Home' }).first().click();
          await page.waitForURL(`${service().url}${base}/`);
        };
        await page.goto(path);
        const phone = page.locator('[name="phone"]');
        const before = await phone.inputValue();
        await phone.fill('1');
        await phone.fill(before);
        await leave();
        assert.deepEqual(warnings, [], 'nothing is changed');
        await page.goto(path);
        await phone.fill('0123');
        await leave();
        assert.deepEqual(warnings, ['beforeunload']);
        await page.goto(path);
        await phone.fill('0456');
        await page.getByRole('button', { name: 'Save' }).first().click();
        await page.waitForURL(/done=|notice=/);
        assert.equal(warnings.length, 1);
      },
    );
  });

  it('a test email is captured if all emails are', async () => {
    const path = `${base}/settings/mail`;
    const page = (await owner.page(path)).text;
    expectValidHtml(page, 'mail');
    assert.match(page, /captured and not delivered/);
    const seen = { version: fieldIn(page, 'version'), was: fieldIn(page, 'was') };
    assert.equal((await owner.page(path, { ...seen, replyTo: 'me' })).status, 400);
    assert.equal((await owner.page(path, { ...seen, replyTo: 'me@example.com' })).status, 303);
    const wrong = await owner.page(`${path}/test`, { testTo: 'nobody' });
    assert.equal(wrong.status, 400);
    expectValidHtml(wrong.text, 'a test to nobody');
    const sent = await owner.page(`${path}/test`, { testTo: 'ada@example.com' });
    assert.match(sent.text, /Captured for ada@example.com/);

    const list = await owner.page(`${base}/mailbox`);
    expectValidHtml(list.text, 'captured mail');
    const mail = /href="([^"]*\/mailbox\/mail_\w+)"/.exec(list.text)?.[1] ?? '';
    const shown = await owner.page(mail);
    expectValidHtml(shown.text, 'a captured mail');
    assert.match(shown.text, /ada@example\.com/);
    const frame = await owner.page(`${mail}/html`);
    assert.match(frame.headers.get('Content-Security-Policy') ?? '', /sandbox/);
    assert.match((await owner.page(`${mail}/source`)).headers.get('Content-Type') ?? '', /message\/rfc822/);
    assert.equal((await owner.page(`${mail}/attachments/99`)).status, 404);
    assert.equal((await owner.page(`${base}/mailbox/mail_no`)).status, 404);
  });

  it('settings are for owners, and captured emails are hidden from readers', async () => {
    const { accountId } = account;
    const member = await signIn(service(), { accountId, role: 'member' });
    const reader = await signIn(service(), { accountId, role: 'reader' });
    const pages = [
      'business',
      'document',
      'document/preview',
      'mail',
      'data',
      'data/quotes.csv',
      'data/customers.csv',
      'data/invoices.csv',
      'data/invoices.zip?month=2026-01',
    ];
    for (const path of pages) {
      for (const person of [member, reader]) {
        assert.equal((await person.page(`${base}/settings/${path}`)).status, 403, path);
      }
    }
    for (const path of [
      'business',
      'document',
      'document/preview',
      'document/pdf',
      'mail',
      'mail/test',
      'data/columns',
      'data/import',
    ]) {
      assert.equal((await member.page(`${base}/settings/${path}`, {})).status, 403, path);
      const forged = await owner.page(`${base}/settings/${path}`, {}, { Origin: 'http://evil.example' });
      assert.equal(forged.status, 403, path);
    }
    assert.deepEqual(
      [(await member.page(`${base}/mailbox`)).status, (await reader.page(`${base}/mailbox`)).status],
      [200, 403],
    );
  });

  describe('in a browser', () => {
    let browser: Browser;
    before(async () => {
      browser = await sharedChromium();
    });

    testAll('every page is accessible, fits a phone, and violates no policy', async () => {
      await owner.page(`${base}/settings/mail/test`, { testTo: 'ada@example.com' });
      const list = (await owner.page(`${base}/mailbox`)).text;
      const mail = /\/mailbox\/mail_\w+/.exec(list)?.[0] ?? '';
      const paths = [
        '/settings/business',
        '/settings/document',
        ...['/settings/invoices', '/settings/tax', '/settings', '/settings/notifications'],
        '/settings/mail',
        '/settings/data',
        '/mailbox',
        mail,
      ];
      await expectGoodLooksOfAll(
        service(),
        owner,
        paths.map((path) => base + path),
      );
    });

    for (const javaScriptEnabled of [true, false]) {
      const reader = javaScriptEnabled ? 'with scripts' : 'without scripts';
      (javaScriptEnabled ? it : testAll)(`a failed form focuses its first error ${reader}`, async () => {
        const wrong = {
          'settings/business': { fill: { website: 'nowhere' }, focused: 'f-website' },
          'settings/document': { fill: { reminderDays: 'x', validityDays: 'y' }, focused: 'f-validityDays' },
          'customers/new': { fill: { email: 'nobody' }, focused: 'f-name' },
          'settings/webhooks': { fill: { url: 'http://example.com/' }, focused: 'url' },
        };
        await withVisitor(browser, service().url, { javaScriptEnabled }, async (page, context) => {
          await context.addCookies([owner.browserCookie]);
          for (const [path, { fill, focused }] of Object.entries(wrong)) {
            await page.goto(`${service().url + base}/${path}`);
            for (const [name, text] of Object.entries(fill))
              await page.locator(`[name="${name}"]`).first().fill(text);
            await page
              .locator('main form[method=post]')
              .first()
              .locator('button[type="submit"]')
              .first()
              .click();
            await page.locator(`#${focused}:focus[aria-invalid="true"]`).waitFor();
          }
        });
      });
    }

    it('a failed form keeps the chosen logo, shows it, and stores it with the next save', async () => {
      await withVisitor(
        browser,
        service().url,
        { viewport: PHONE, javaScriptEnabled: false },
        async (page, context) => {
          await context.addCookies([owner.browserCookie]);
          await page.goto(`${service().url + base}/settings/document`);
          const file = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(PNG) };
          await page.locator('#f-logo').setInputFiles(file);
          await page.locator('#f-validityDays').fill('0');
          await page.getByRole('button', { name: 'Save', exact: false }).first().click();
          await page.locator('#f-validityDays:focus').waitFor();
          await page.getByText('The logo you chose').waitFor();
          await expectNoHorizontalScroll(page, 'a form with a logo');
          assert.equal((await account.get('/account')).body.logo, null);
          await page.locator('#f-validityDays').fill('30');
          await page.getByRole('button', { name: 'Save', exact: false }).first().click();
          await page.waitForURL(/done=saved/);
          const { logo } = (await account.get('/account')).body;
          assert.equal(logo, `data:image/png;base64,${Buffer.from(PNG).toString('base64')}`);
        },
      );
    });

    testAll('Save stays in view and hides no field, and a search leads to one, without scripts', async () => {
      for (const viewport of [DESKTOP, PHONE]) {
        await withVisitor(
          browser,
          service().url,
          { viewport, javaScriptEnabled: false },
          async (page, context) => {
            await context.addCookies([owner.browserCookie]);
            await page.goto(`${service().url + base}/settings`);
            await page.getByRole('searchbox').fill('payment term');
            await page.getByRole('searchbox').press('Enter');
            await page.getByRole('link', { name: 'Payment term (days)' }).click();
            await page.locator('#f-paymentTermDays:target').waitFor();
            const save = page.getByRole('button', { name: 'Save invoices and bank' });
            for (const field of ['#f-paymentTermDays', '#f-bank-lines', '#f-contactName']) {
              await page.locator(field).focus();
              const [button, input] = [await save.boundingBox(), await page.locator(field).boundingBox()];
              assert.ok(button && input, field);
              assert.ok(button.y + button.height <= viewport.height, `${field}: Save is below the window`);
              assert.ok(input.y >= 0 && input.y + input.height <= button.y, `${field}: hidden`);
            }
          },
        );
      }
    });

    it('the preview follows the form', async () => {
      await withVisitor(browser, service().url, { viewport: DESKTOP }, async (page, context) => {
        await context.addCookies([owner.browserCookie]);
        await page.goto(`${service().url + base}/settings/document`);
        const frame = page.frameLocator('#preview');
        await frame.locator('h1').waitFor();
        await page.locator('#f-quoteNumberFormat').fill('LIVE-{seq:4}');
        await frame.getByText('LIVE-0042').first().waitFor();
        await page.locator('#f-locale').selectOption('ar');
        await frame.locator('html[dir="rtl"]').waitFor();
        const before = await page.evaluate('history.length');
        await page.locator('#f-accentColor').fill('#112233');
        await frame.locator('link[href*="accent-112233"]').waitFor({ state: 'attached' });
        assert.equal(await page.evaluate('history.length'), before);
      });
    });
  });
});

describe('with a mail server', () => {
  let server: RealSmtpServer;
  let refuses = false;
  before(async () => {
    server = await startSmtpServer({
      login: { user: 'ada', pass: 'secret-word' },
      onRcptTo(_address, _session, done) {
        done(refuses ? new Error('Mailbox is full of eels') : null);
      },
    });
  });
  after(() => server.close());

  it("a failed test email shows the server's response and never the password", async () => {
    const service = await startTestService({
      env: {
        SMTP_URL: `smtp://ada:secret-word@localhost:${server.port}`,
        MAIL_FROM: 'quotes@studio.example',
      },
      smtp: { tls: { ca: server.ca } },
    });
    try {
      const { accountId } = await service.newAccount({ kind: 'live' });
      const owner = await signIn(service, { accountId });
      const path = `/${accountId}/settings/mail`;
      const page = (await owner.page(path)).text;
      assert.doesNotMatch(page, /secret-word/);
      assert.ok(page.includes(`localhost:${server.port}`) && page.includes('quotes@studio.example'));
      const taken = await owner.page(`${path}/test`, { testTo: 'ada@example.com' });
      assert.match(
        /<div class="notice[^>]*>(.*?)<.div>/.exec(taken.text)?.[1] ?? '',
        /The mail server accepted the email to ada@example.com and responded: 250/,
      );
      refuses = true;
      const refused = await owner.page(`${path}/test`, { testTo: 'bob@example.com' });
      assert.equal(refused.status, 502);
      assert.match(refused.text, /Mailbox is full of eels/);
    } finally {
      await service.close();
    }
  });
});
