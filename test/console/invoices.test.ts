import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { DESKTOP, withVisitor } from '../support/browser/browser-page.ts';
import { sharedChromium } from '../support/browser/shared-chromium.ts';
import { expectGoodLooksOfAll } from '../support/console/looks.ts';
import { expectValidHtml, fieldIn } from '../support/console/pages.ts';
import { signIn, type TestPerson } from '../support/console/sign-in.ts';
import { testAll } from '../support/run/all.ts';
import { describeService, type TestAccount } from '../support/service/service.ts';

const ITEMS = [{ description: 'Design', quantity: 10, unitPrice: 10_000, taxRate: 19 }];

describeService((service, isFirstEngine) => {
  let account: TestAccount;
  let member: TestPerson;
  let reader: TestPerson;
  let base: string;

  before(async () => {
    account = await service().newAccount();
    const { accountId } = account;
    member = await signIn(service(), { accountId, role: 'member' });
    reader = await signIn(service(), { accountId, role: 'reader' });
    base = `/${accountId}`;
  });

  async function makeDraft() {
    const { customerId } = account;
    const { body: quote } = await account.post('/quotes', { customerId, title: 'Website', items: ITEMS });
    const { body } = await account.post(`/quotes/${quote.id}/convert-to-invoice`, {});
    return body;
  }

  async function makeIssued() {
    const draft = await makeDraft();
    return (await account.post(`/invoices/${draft.id}/issue`)).body;
  }

  const pathOf = ({ id }: { id: string }) => `${base}/invoices/${id}`;
  const readInvoice = async ({ id }: { id: string }) => (await account.get(`/invoices/${id}`)).body;
  const hidden = (text: string) => ({ version: fieldIn(text, 'version'), once: fieldIn(text, 'once') });

  it('an accepted quote says whether its deposit is open or paid', async () => {
    const { customerId } = account;
    const paymentSchedule = [
      { label: 'Deposit', type: 'percentage', value: 30, due: { when: 'acceptance' } },
      { label: 'Rest', type: 'rest', due: { when: 'completion' } },
    ];
    const offer = { customerId, title: 'Kitchen', items: ITEMS, paymentSchedule, invoiceOnAcceptance: true };
    const { id } = (await account.post('/quotes', offer)).body;
    const quote = (await account.patch(`/quotes/${id}`, { status: 'ACCEPTED' })).body;
    const read = async (path: string) => {
      const { text } = await reader.page(base + path);
      expectValidHtml(text, path);
      return text.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ');
    };
    assert.match(await read(`/quotes/${id}`), /“Deposit” is open: €357\.00\. 1 of 2 stages/);
    assert.match(await read('/quotes'), /Deposit: Open · 1 of 2 stages/);
    assert.match(await read(''), /Deposit: Open · next: Rest/);
    await account.post(`/invoices/${quote.invoices[0].id}/payments`, { amount: 35_700 });
    assert.match(await read(`/quotes/${id}`), /“Deposit” \(€357\.00\) is paid\./);
    assert.match(await read('/quotes'), /Deposit: Paid · 1 of 2 stages/);
    assert.match(await read(''), /Deposit: Paid · next: Rest/);
  });

  it('a draft is edited, and its errors keep what was typed', async () => {
    const draft = await makeDraft();
    const at = `${pathOf(draft)}/edit`;
    const form = (await member.page(at)).text;
    expectValidHtml(form, 'the form of a draft');
    const seen = { version: fieldIn(form, 'version'), was: fieldIn(form, 'was') };
    const typed = { ...seen, dueDate: '2027-01-31', paymentMethod: 'CASH', notes: 'Thanks', terms: '' };
    const mistakes: Record<string, string>[] = [
      { dueDate: '31.1.' },
      { supplyFrom: '2026-01-01' },
      { supplyFrom: '2026-02-01', supplyTo: '2026-01-01' },
      { supplyDate: '2026-01-01', supplyFrom: '2026-01-01', supplyTo: '2026-01-31' },
      { reference: 'x'.repeat(101) },
    ];
    for (const wrong of mistakes) {
      const refused = await member.page(at, { ...typed, ...wrong });
      assert.equal(refused.status, 400, JSON.stringify(wrong));
      assert.match(refused.text, /aria-invalid/);
      assert.match(refused.text, />\s*Thanks</);
    }
    const saved = await member.page(at, { ...typed, supplyFrom: '2026-01-01', supplyTo: '2026-01-31' });
    assert.equal(saved.location, `${pathOf(draft)}?done=saved`);
    const { dueDate, paymentMethod, notes, supplyPeriod } = await readInvoice(draft);
    assert.deepEqual(
      { dueDate, paymentMethod, notes, supplyPeriod },
      {
        ...{ dueDate: '2027-01-31', paymentMethod: 'CASH', notes: 'Thanks' },
        supplyPeriod: { from: '2026-01-01', to: '2026-01-31' },
      },
    );
    assert.equal((await member.page(at, typed)).status, 409, 'somebody else has changed it');
    await account.post(`/invoices/${draft.id}/issue`);
    assert.equal((await member.page(at)).location, pathOf(draft));
    assert.equal((await member.page(at, typed)).location, pathOf(draft));
    assert.equal((await readInvoice(draft)).dueDate, '2027-01-31');
  });

  it('an invoice is issued once, paid in two parts and corrected', async () => {
    const draft = await makeDraft();
    const path = pathOf(draft);
    const shown = (await member.page(`${path}?done=created`)).text;
    expectValidHtml(shown, 'a draft');
    assert.match(shown, /is created as a draft/);
    const both = await Promise.all([1, 2].map(() => member.page(`${path}/issue`, hidden(shown))));
    assert.deepEqual(
      both.map(({ location }) => location),
      Array(2).fill(`${path}?done=issued`),
    );
    const issued = (await member.page(`${path}?done=issued`)).text;
    expectValidHtml(issued, 'an issued invoice');
    assert.match(issued, /The invoice is issued/);
    assert.equal(fieldIn(issued, 'amount'), '1,190.00');

    const pay = { ...hidden(issued), date: fieldIn(issued, 'date') ?? '', method: 'CASH', reference: 'cash' };
    for (const wrong of [{ amount: '0' }, { amount: 'ten' }, { amount: '1190.01' }, { date: '2999-01-01' }]) {
      const refused = await member.page(`${path}/payments`, { ...pay, amount: '400', ...wrong });
      assert.ok(refused.status === 400 || refused.status === 409, JSON.stringify(wrong));
      expectValidHtml(refused.text, 'a refused payment');
      assert.match(refused.text, /<details class="pay" open>.*aria-invalid/s);
    }
    const twice = await Promise.all(
      [1, 2].map(() => member.page(`${path}/payments`, { ...pay, amount: '400' })),
    );
    assert.deepEqual(
      twice.map(({ location }) => location),
      Array(2).fill(`${path}?done=paid`),
    );
    assert.equal((await readInvoice(draft)).amountDue, 79_000);
    const partly = (await member.page(`${path}?done=paid`)).text;
    assert.match(partly, /The payment is recorded/);
    assert.match(partly, /recorded a payment of/);
    assert.equal(fieldIn(partly, 'amount'), '790.00');
    await member.page(`${path}/payments`, { ...pay, ...hidden(partly), amount: '790.00' });
    assert.equal((await readInvoice(draft)).status, 'PAID');

    const paid = (await member.page(path)).text;
    expectValidHtml(paid, 'a paid invoice');
    const [, at = ''] = /action="([^"]+\/payments\/pay_\w+\/delete)"/.exec(paid) ?? [];
    assert.equal((await member.page(at, hidden(paid))).location, `${path}?done=removed`);
    assert.equal((await readInvoice(draft)).status, 'ISSUED');
    assert.match((await member.page(`${path}?done=removed`)).text, /removed a payment of/);
  });

  it('an accepted quote is invoiced and sent in two clicks', async () => {
    const { customerId } = account;
    const { body: quote } = await account.post('/quotes', { customerId, title: 'Website', items: ITEMS });
    await account.patch(`/quotes/${quote.id}`, { status: 'ACCEPTED' });
    const at = `${base}/quotes/${quote.id}/invoice`;
    const form = (await member.page(at)).text;
    expectValidHtml(form, 'the step to the invoice');
    const { email } = (await account.get(`/customers/${customerId}`)).body;
    assert.equal(fieldIn(form, 'to'), email);
    const typed = { ...hidden(form), paymentMethod: 'CASH', do: 'send' };
    const refused = await member.page(at, { ...typed, to: 'nobody' });
    assert.equal(refused.status, 400);
    assert.match(refused.text, /id="to-error"/);
    assert.equal((await account.get(`/invoices?quoteId=${quote.id}`)).body.pagination.total, 0);
    const unsure = await member.page(at, { ...typed, to: email });
    assert.equal(unsure.status, 400);
    assert.match(unsure.text, /something is missing\. Fill it in/);
    const sure = { ...typed, to: email, do: 'send-anyway' };
    const sent = await Promise.all([1, 2].map(() => member.page(at, sure)));
    const [invoice, ...others] = (await account.get(`/invoices?quoteId=${quote.id}`)).body.data;
    assert.deepEqual(others, []);
    assert.deepEqual(
      sent.map(({ location }) => location),
      Array(2).fill(`${pathOf(invoice)}?done=sent`),
    );
    assert.deepEqual([invoice.status, invoice.sentAt !== null], ['ISSUED', true]);
    const { data } = (await account.get(`/invoices/${invoice.id}/events`)).body;
    assert.deepEqual(
      data.map(({ type }: { type: string }) => type),
      ['created', 'issued', 'sent'],
    );
  });

  it('the step to the invoice shows it, and asks for what is missing before it is sent', async () => {
    const own = await service().newAccount();
    const owner = await signIn(service(), { accountId: own.accountId });
    const clerk = await signIn(service(), { accountId: own.accountId, role: 'member' });
    const customer = await own.put('/customers/cus_lacking', { name: 'Ada', email: 'ada@example.test' });
    assert.equal(customer.status, 201);
    await own.patch('/account', { country: null });
    const { body: quote } = await own.post('/quotes', {
      ...{ customerId: 'cus_lacking', title: 'Website', items: ITEMS },
    });
    const at = `/${own.accountId}/quotes/${quote.id}/invoice`;
    const form = (await owner.page(at)).text;
    expectValidHtml(form, 'a step with missing data');
    assert.match(form, /Total: <strong>.*1,190\.00/);
    assert.ok(form.includes(`src="${at}/document"`));
    const paper = (await owner.page(`${at}/document`)).text;
    expectValidHtml(paper, 'the invoice as it would be');
    assert.match(paper, /Design/);
    assert.doesNotMatch(paper, /Online payment/);
    assert.match(form, /names no way to pay/);
    assert.doesNotMatch(form, /Online payment/);
    const names = (text: string) => [
      ...new Set(
        [...text.matchAll(/name="((?:account|customer)\.[\w.]+|supplyDate)"/g)].map(([, name]) => name),
      ),
    ];
    assert.deepEqual(names(form), ['account.country', 'account.bank.iban']);
    assert.deepEqual(names((await clerk.page(at)).text), [], 'only an owner changes the account');

    const typed = { ...hidden(form), to: 'ada@example.test', do: 'send' };
    const iban = { 'account.bank.iban': 'DE89370400440532013000' };
    const wrong = await owner.page(at, { ...typed, 'account.country': 'DE', 'account.bank.iban': 'DE00' });
    assert.equal(wrong.status, 400);
    assert.match(wrong.text, /IBAN is invalid/);
    const unsure = await owner.page(at, { ...typed, 'account.country': 'DE', ...iban });
    assert.equal(unsure.status, 400);
    expectValidHtml(unsure.text, 'a step that asks again');
    assert.equal((await own.get(`/invoices?quoteId=${quote.id}`)).body.pagination.total, 0);
    const address = { street: 'Weg 1', postalCode: '10115', city: 'Berlin' };
    const prefix = (owner: string, fields: object) =>
      Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${owner}.${name}`, value]));
    const complete = {
      ...{ ...typed, ...prefix('account', { ...address, taxNumber: '30/123/45678' }) },
      ...{ ...prefix('customer', address), supplyDate: '2026-03-01' },
    };
    assert.deepEqual(
      names(unsure.text).filter((name) => name !== undefined && !(name in complete)),
      [],
    );
    const dated = { ...typed, supplyDate: '2026-03-01', notes: 'By hand' };
    const again = (await owner.page(at, dated)).text;
    expectValidHtml(again, 'a step that keeps what was typed');
    assert.equal(fieldIn(again, 'supplyDate'), '2026-03-01', 'what was typed is not dropped');
    assert.match(again, /<textarea[^>]*name="notes"[^>]*>\s*By hand/);
    assert.match((await owner.page(at, complete)).location ?? '', /done=sent$/);
    const [invoice] = (await own.get(`/invoices?quoteId=${quote.id}`)).body.data;
    assert.deepEqual(
      [invoice.status, invoice.supplyDate, invoice.paymentMethod, invoice.customer.city],
      ['ISSUED', '2026-03-01', 'BANK_TRANSFER', 'Berlin'],
    );
    const { bank, taxNumber } = (await own.get('/account')).body;
    assert.deepEqual([bank.iban, taxNumber], ['DE89370400440532013000', '30/123/45678']);
  });

  it('money that is recorded by hand is preset as a transfer where there is a bank and no provider', async () => {
    const own = await service().newAccount();
    const owner = await signIn(service(), { accountId: own.accountId });
    const { customerId } = own;
    const { body: quote } = await own.post('/quotes', { customerId, title: 'Website', items: ITEMS });
    const { body } = await own.post(`/quotes/${quote.id}/convert-to-invoice`, {});
    assert.equal(body.paymentMethod, 'ONLINE_PAYMENT', 'the default of the API stays');
    await own.post(`/invoices/${body.id}/issue`);
    await own.patch('/account', { bank: { lines: ['Giro 1'] } });
    const page = (await owner.page(`/${own.accountId}/invoices/${body.id}`)).text;
    assert.match(page, /<option value="BANK_TRANSFER" selected>/);
    const document = (await owner.page(`/${own.accountId}/invoices/${body.id}/document`)).text;
    assert.doesNotMatch(document, /Online payment/);
  });

  it('a reader exports the invoices of a period and the archive of a month, and learns who may do more', async () => {
    const issued = await makeIssued();
    const list = (await reader.page(`${base}/invoices?from=2000-01-01&status=ISSUED`)).text;
    expectValidHtml(list, 'the list of a reader');
    const [, href = ''] = /href="([^"]+\/invoices\/export[^"]*)"/.exec(list) ?? [];
    assert.match(href, /status=ISSUED/);
    const csv = await reader.page(href.replaceAll('&amp;', '&'));
    assert.match(csv.headers.get('Content-Type') ?? '', /^text\/csv/);
    assert.ok(csv.text.includes(issued.number));
    assert.ok(!(await reader.page(`${base}/invoices/export?to=2000-01-01`)).text.includes(issued.number));
    assert.match(list, /action="[^"]+\/invoices\/archive"/);
    const month = issued.issueDate.slice(0, 7);
    for (const path of ['/quotes/export', '/customers.csv', `/invoices/archive?month=${month}`]) {
      assert.equal((await reader.page(`${base}${path}`)).status, 200, path);
    }
    const refused = await reader.page(`${pathOf(issued)}/credit`);
    assert.equal(refused.status, 403);
    assert.match(refused.text, /Required role: Owner or Member\. Your role: Reader/);
    assert.match(
      (await member.page(`${base}/settings/business`)).text,
      /Required role: Owner\. Your role: Member/,
    );
  });

  it('the page of an invoice shows its document in a frame', async () => {
    const draft = await makeDraft();
    const page = (await reader.page(pathOf(draft))).text;
    assert.ok(page.includes(`src="${pathOf(draft)}/document"`));
    const document = await reader.page(`${pathOf(draft)}/document`);
    expectValidHtml(document.text, 'the document of a draft');
    assert.match(document.text, /INV-\d+-\d+<\/bdi> · Draft/);
    assert.match(document.text, /Design/);
    assert.doesNotMatch(document.text, /How to pay|Payment due/);
    assert.match(document.headers.get('content-security-policy') ?? '', /frame-ancestors 'self'/);
    await account.post(`/invoices/${draft.id}/issue`);
    const issued = (await reader.page(`${pathOf(draft)}/document`)).text;
    assert.doesNotMatch(issued, /· Draft/);
    const { body: note } = await account.post(`/invoices/${draft.id}/credit`, { reason: 'Came too late' });
    assert.match((await reader.page(`${pathOf(note)}/document`)).text, /Reason<\/h2>\n[^\n]*Came too late/);
  });

  it('what electronic invoices lack is said early, with links to the fields', async () => {
    const seller = await service().newAccount();
    const { accountId } = seller;
    const owner = await signIn(service(), { accountId, role: 'owner' });
    const clerk = await signIn(service(), { accountId, role: 'member' });
    const { customerId } = seller;
    const at = `/${accountId}`;
    const { body: quote } = await seller.post('/quotes', { customerId, title: 'Work', items: ITEMS });
    const plain = (await owner.page(`${at}/customers/${customerId}`)).text;
    assert.doesNotMatch(plain, /electronic invoices/);
    await seller.patch('/account', {
      eInvoice: 'xrechnung',
      country: 'DE',
      city: null,
      taxId: 'DE298114302',
    });
    const edit = `${at}/customers/${customerId}/edit`;
    const city = `href="${edit}#f-city"`;
    const own = `href="${at}/settings/business#f-city"`;
    const pages = [
      `/customers/${customerId}`,
      `/quotes/${quote.id}/edit`,
      `/quotes/new?customer=${customerId}`,
      `/quotes/${quote.id}/send`,
      `/customers/${customerId}/electronic`,
    ];
    for (const path of pages) {
      const { text } = await owner.page(`${at}${path}`);
      assert.match(text, /Missing for electronic invoices \(XRechnung\)/, path);
      for (const link of [city, own, `${edit}#f-electronicAddress-scheme`])
        assert.ok(text.includes(link), link);
    }
    const form = (await owner.page(edit)).text;
    for (const id of ['f-city', 'f-electronicAddress-scheme', 'f-buyerReference']) {
      assert.ok(form.includes(`id="${id}"`), id);
    }
    assert.match(form, /<details class="more" open><summary>For invoices/);
    const { text: clerks } = await clerk.page(`${at}/customers/${customerId}`);
    assert.ok(clerks.includes(city));
    assert.ok(!clerks.includes(own), 'only an owner may change the account');

    const { body: draft } = await seller.post(`/quotes/${quote.id}/convert-to-invoice`);
    const draftPage = (await owner.page(`${at}/invoices/${draft.id}`)).text;
    expectValidHtml(draftPage, 'an incomplete draft');
    assert.ok(draftPage.includes(city));
    assert.equal(draftPage.split(city).length, 2, 'nothing is asked for twice');
    await seller.patch(`/customers/${customerId}`, { eInvoiceFormat: 'none' });
    const none = (await owner.page(`${at}/invoices/${draft.id}`)).text;
    assert.doesNotMatch(none, /electronic invoices/);
  });

  it('a credit note offers to end the later invoices of its quote, which go on', async () => {
    const care = { description: 'Care', quantity: 1, unitPrice: 8000, recurring: { interval: 'month' } };
    const { body: quote } = await account.post('/quotes', {
      ...{ customerId: account.customerId, title: 'Care', items: [care] },
    });
    const { body: invoice } = await account.post(`/quotes/${quote.id}/convert-to-invoice`);
    await account.post(`/invoices/${invoice.id}/issue`);
    const at = `${base}/invoices/${invoice.id}/credit`;
    const creditIt = async () => {
      const form = (await member.page(at)).text;
      const { location } = await member.page(at, { ...hidden(form), amount: '10.00', reason: 'Late' });
      return (await member.page(location ?? '')).text;
    };
    const note = await creditIt();
    expectValidHtml(note, 'a credit note of a recurring quote');
    assert.match(
      note,
      new RegExp(`go on\\. <a href="${base}/quotes/${quote.id}/end-recurring">End recurring`),
    );
    assert.equal((await account.post(`/quotes/${quote.id}/end-recurring`)).status, 200);
    assert.doesNotMatch(await creditIt(), /end-recurring/);
  });

  it('a credit note has an amount and a reason, and never exceeds the invoice', async () => {
    const invoice = await makeIssued();
    const at = `${pathOf(invoice)}/credit`;
    const form = (await member.page(at)).text;
    expectValidHtml(form, 'the form of a credit note');
    assert.equal(fieldIn(form, 'amount'), '1,190.00');
    for (const amount of ['', '0', '1190.01']) {
      const refused = await member.page(at, { ...hidden(form), amount, reason: 'Late' });
      assert.ok(refused.status === 400 || refused.status === 409, amount);
      assert.match(refused.text, />\s*Late</);
    }
    const made = await Promise.all(
      [1, 2].map(() => member.page(at, { ...hidden(form), amount: '119.00', reason: 'Late' })),
    );
    const [first, second] = made.map(({ location }) => location);
    assert.equal(first, second);
    const note = (await member.page(first ?? '')).text;
    expectValidHtml(note, 'a credit note');
    assert.match(note, /Credit note <bdi class="number">CN-/);
    assert.match(note, /The credit note is created/);
    assert.doesNotMatch(note, /\/(credit|edit|payments)"/);
    const { amountCredited, status } = await readInvoice(invoice);
    assert.deepEqual([amountCredited, status], [11_900, 'ISSUED']);
    const quote = (await member.page(`${base}/quotes/${invoice.quoteId}`)).text;
    assert.match(quote, /Open.*Still due/s);
    assert.doesNotMatch((await reader.page(pathOf(invoice))).text, /action="[^"]*\/invoices\//);
  });

  it('an invoice is sent with one click, once, and a reminder when it is overdue', async () => {
    const draft = await makeDraft();
    const path = pathOf(draft);
    const shown = (await member.page(path)).text;
    assert.equal(fieldIn(shown, 'to'), draft.customer.email);
    for (const to of ['', 'nobody']) {
      const refused = await member.page(`${path}/send`, { ...hidden(shown), to, message: 'Hello' });
      assert.equal(refused.status, 400, to);
      expectValidHtml(refused.text, 'a recipient that is no address');
      assert.match(refused.text, />\s*Hello</);
    }
    assert.equal((await readInvoice(draft)).status, 'DRAFT', 'nothing is issued for an error');
    const form = { ...hidden(shown), to: 'ada@example.test', message: 'Thank you' };
    const both = await Promise.all([1, 2].map(() => member.page(`${path}/send`, form)));
    assert.deepEqual(
      both.map(({ location }) => location),
      Array(2).fill(`${path}?done=sent`),
    );
    const sent = await readInvoice(draft);
    assert.equal(sent.status, 'ISSUED');
    assert.notEqual(sent.sentAt, null);
    const page = (await member.page(`${path}?done=sent`)).text;
    expectValidHtml(page, 'a sent invoice');
    assert.match(page, /The email was captured/);
    assert.match(page, /sent it to <bdi>ada@example.test/);
    assert.match(page, /\/i\/[\w-]{43}/);
    assert.doesNotMatch((await reader.page(path)).text, /\/i\/[\w-]{43}/);
    const early = await member.page(`${path}/remind`, hidden(page));
    assert.equal(early.status, 409, 'nothing is overdue yet');

    await account.post('/test-clock', { advanceBy: 'P40D' });
    const late = (await member.page(path)).text;
    expectValidHtml(late, 'an overdue invoice');
    assert.match(late, /is overdue/);
    assert.equal((await member.page(`${path}/remind`, hidden(late))).location, `${path}?done=reminded`);
  });

  it('the list has tabs for every status, for what is overdue, and a period', async () => {
    const shown = async (query: string) => {
      const { text } = await reader.page(`${base}/invoices${query}`);
      expectValidHtml(text, query);
      return [...text.matchAll(/data-open href="[^"]*\/(inv_\w+)"/g)].map(([, id]) => id);
    };
    const [draft, open, paid] = await Promise.all([makeDraft(), makeIssued(), makeIssued()]);
    await account.post(`/invoices/${paid.id}/payments`, { amount: paid.amountDue });
    const { body: note } = await account.post(`/invoices/${open.id}/credit`, { amount: 100 });
    const cases: [string, { id: string }][] = [
      ['?status=DRAFT', draft],
      ['?status=ISSUED', open],
      ['?status=PAID', paid],
      ['?status=credit', note],
    ];
    for (const [query, { id }] of cases) {
      const found = await shown(query);
      assert.ok(found.includes(id), query);
      for (const other of cases) assert.equal(found.includes(other[1].id), other[0] === query, query);
    }
    assert.equal((await shown('?status=overdue')).includes(open.id), false);
    assert.deepEqual(await shown('?to=2001-01-01'), []);
    assert.ok((await shown(`?from=${open.issueDate}&to=${open.issueDate}`)).includes(open.id));
    assert.match((await reader.page(`${base}/invoices?from=soon`)).text, /aria-invalid/);
  });

  // Pages do not depend on the engine, so one engine is enough for the browser.
  if (!isFirstEngine) return;
  describe('in a browser', () => {
    testAll('every page is accessible and fits a phone, and a payment takes two clicks', async () => {
      const browser = await sharedChromium();
      const { url } = service();
      const [draft, issued] = await Promise.all([makeDraft(), makeIssued()]);
      const paths = [
        '/invoices?from=2020-01-01',
        `/invoices/${draft.id}`,
        `/invoices/${draft.id}/edit`,
        `/invoices/${issued.id}`,
        `/invoices/${issued.id}/credit`,
      ];
      await expectGoodLooksOfAll(
        service(),
        member,
        paths.map((path) => base + path),
      );
      await withVisitor(browser, url, { viewport: DESKTOP }, async (page, context) => {
        await context.addCookies([member.browserCookie]);
        await page.goto(`${url}${pathOf(issued)}`);
        await page.getByText('Record payment').click();
        await page.getByRole('button', { name: 'Save payment' }).click();
        await page.waitForURL(/done=paid/);
        assert.match((await page.textContent('.standing-badge')) ?? '', /Paid/);
      });
      await account.patch('/account', { eInvoice: 'xrechnung' });
      const { customerId } = account;
      await account.put('/customers/plain', { name: 'Plain Ltd', eInvoiceFormat: 'none' });
      const { body: quote } = await account.post('/quotes', { customerId, title: 'Shop', items: ITEMS });
      await account.patch(`/quotes/${quote.id}`, { status: 'ACCEPTED' });
      const more = [`${base}/quotes/${quote.id}/invoice`, `${base}/customers/${customerId}`];
      await expectGoodLooksOfAll(service(), member, more);
      await withVisitor(browser, url, { viewport: DESKTOP }, async (page, context) => {
        await context.addCookies([member.browserCookie]);
        await page.goto(url + more.at(-1));
        await page.getByRole('link', { name: 'Electronic address' }).last().click();
        await page.waitForURL(/edit#f-electronicAddress-scheme$/);
        await page.locator('#f-electronicAddress-scheme:focus').waitFor();

        await page.goto(`${url}${base}/quotes/new?customer=plain`);
        assert.equal(await page.locator('#electronic-note details').count(), 0);
        await page.locator('#e-change-customer').click();
        await page.locator('#e-customer').fill('Harbour');
        await page
          .getByRole('option', { name: /Harbour/ })
          .first()
          .click();
        await page.locator('#electronic-note summary').click();
        await page.locator(`#electronic-note a[href$="/customers/${customerId}/edit#f-city"]`).waitFor();

        await account.patch('/account', { eInvoice: null });
        await page.goto(`${url}${base}/quotes/${quote.id}`);
        await page.getByRole('link', { name: 'Create invoice', exact: true }).first().click();
        await page.getByRole('button', { name: 'Create and send invoice' }).click();
        await page.getByRole('button', { name: 'Send without it' }).click();
        await page.waitForURL(/done=sent/);
        await page.frameLocator('.paper iframe').getByText('Shop').waitFor();
      });
    });
  });
});
