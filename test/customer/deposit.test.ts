import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CUSTOMER } from '../fixtures/customer.ts';
import { accept, eventTypes, mailsOf, ok, readSeen, submit, visit } from '../support/api/customer.ts';
import { createQuote, errorPaths, sentQuote } from '../support/api/quotes.ts';
import { holdOutbox } from '../support/mail/hold-outbox.ts';
import type { Client, Json } from '../support/service/client.ts';
import { DAY } from '../support/service/clock.ts';
import {
  describeService,
  engines,
  makeDatabase,
  startTestService,
  type TestAccount,
  type TestService,
} from '../support/service/service.ts';

const OWNER = 'owner@nordlicht.example';
const DEPOSIT = { label: 'Deposit', type: 'percentage', value: 30, due: { when: 'acceptance', days: 7 } };
const REST = { label: 'Balance', type: 'rest', due: { when: 'completion' } };
const ITEMS = [
  { description: 'Kitchen', quantity: 1, unitPrice: 100_000, taxRate: 19 },
  { description: 'Lights', quantity: 1, unitPrice: 20_000, taxRate: 19, optional: true },
];
/** 30 % of 1,190.00, and of 1,428.00 with the lights. */
const [PLAIN, LIT] = [35_700, 42_840];
const OFFER = { items: ITEMS, paymentSchedule: [DEPOSIT, REST], invoiceOnAcceptance: true };

async function readInvoices(api: Client, quoteId: string): Promise<Json[]> {
  return ok(await api.get(`/invoices?quoteId=${quoteId}&sort=createdAt`)).data;
}

async function readFeed(api: Client, quoteId: string): Promise<string[]> {
  const { data } = ok(await api.get(`/events?quoteId=${quoteId}`));
  return data.map(({ type }: Json) => type);
}

/** The link to the page of an invoice, as the page of its quote has it. */
function findInvoiceLink(page: string): string | undefined {
  return /href="(\/i\/[\w-]+)"/.exec(page)?.[1];
}

function announcementIn(page: string): string | undefined {
  return /<span data-announced>(.*?)<\/span>/.exec(page)?.[1]?.replaceAll(/<[^>]*>/g, '');
}

describeService((service: () => TestService) => {
  async function newSeller(more: object = {}): Promise<TestAccount> {
    const api = await service().newAccount({ name: 'Nordlicht Studio' });
    ok(await api.patch('/account', { email: OWNER, ...more }));
    return api;
  }

  test('accepting issues the invoice of the deposit for the selection, and the page leads to it', async () => {
    const api = await newSeller();
    const quote = await sentQuote(api, OFFER);
    assert.equal(
      announcementIn((await visit(quote.publicUrl)).text),
      'After you accept, you will receive the invoice for the deposit of €357.00.',
    );
    const chosen = { choosing: '1', take1: 'on' };
    const recalculated = await submit(quote.publicUrl, 'choose', {
      ...(await readSeen(quote.publicUrl)),
      ...chosen,
    });
    assert.match(announcementIn(recalculated.text) ?? '', /deposit of €428\.40/);
    const release = await holdOutbox(service());
    assert.equal((await accept(quote.publicUrl, 'Ada Lovelace', chosen)).status, 303);

    const accepted = ok(await api.get(`/quotes/${quote.id}`));
    assert.deepEqual([accepted.status, accepted.invoiceId], ['ACCEPTED', null]);
    const [summary, ...others] = accepted.invoices;
    assert.deepEqual(others, []);
    assert.deepEqual([summary.total, summary.stage], [LIT, { index: 0, label: 'Deposit' }]);
    const invoice = ok(await api.get(`/invoices/${summary.id}`));
    assert.deepEqual([invoice.status, invoice.total, invoice.amountDue], ['ISSUED', LIT, LIT]);
    assert.equal(invoice.sentAt, null, 'the email has not left yet');
    const dueAt = Date.parse(accepted.acceptedAt) + 7 * 86_400_000;
    assert.equal(invoice.dueDate, new Date(dueAt).toISOString().slice(0, 10));
    assert.deepEqual((await readFeed(api, quote.id)).slice(-3), [
      ...['quote.accepted', 'invoice.created', 'invoice.issued'],
    ]);

    const page = (await visit(quote.publicUrl)).text;
    assert.match(page, /Amount due<\/h2>\n<p class="total"><bdi class="money">€428\.40/);
    const link = service().url + findInvoiceLink(page);
    assert.equal(link, invoice.publicUrl);
    assert.match((await visit(link)).text, /€428\.40/);

    // The emails name what is to pay, and the first one carries the invoice.
    await release();
    const mails = (await mailsOf(service(), api)).slice(1);
    const notice = mails.find(({ to }) => to[0]?.address === OWNER);
    const copy = mails.find((mail) => mail !== notice);
    assert.ok(copy);
    assert.ok(copy.text.includes(link));
    assert.match(copy.text, /Amount due: €428\.40/);
    assert.equal(copy.attachments.filter(({ contentType }) => contentType === 'application/pdf').length, 2);
    assert.match(notice?.text ?? '', new RegExp(`Invoice: ${invoice.number}\\n[^]*Amount due: €428\\.40`));
    const sent = ok(await api.get(`/invoices/${invoice.id}`));
    assert.notEqual(sent.sentAt, null);
    assert.deepEqual((await readFeed(api, quote.id)).at(-1), 'invoice.sent');

    // Later stages go on as before.
    const rest = ok(await api.post(`/quotes/${quote.id}/convert-to-invoice`, { stage: 1 }));
    assert.equal(rest.total + LIT, accepted.total);
    assert.equal(rest.quote.status, 'CONVERTED');
    ok(await api.post(`/invoices/${invoice.id}/payments`, { amount: LIT }));
    assert.match((await visit(quote.publicUrl)).text, /Paid in full on/);
  });

  test('the page leads only to links of its own recipient, and a revocation holds there too', async () => {
    const api = await newSeller();
    const quote = await sentQuote(api, OFFER);
    await accept(quote.publicUrl);
    const [{ id }] = await readInvoices(api, quote.id);
    const linkOn = async () => findInvoiceLink((await visit(quote.publicUrl)).text);
    const address = CUSTOMER.email ?? '';
    const pdf = `${quote.publicUrl}/invoices/${id}/pdf`;
    const sendTo = async (email: string) => {
      const { publicUrl } = ok(await api.post(`/invoices/${id}/send`, { email }));
      return new URL(publicUrl).pathname;
    };
    const first = await linkOn();
    assert.ok(first);
    const other = await sendTo('accountant@example.test');
    assert.notEqual(other, first);
    assert.equal(await linkOn(), first, 'not the newest link, which somebody else was sent');
    assert.equal(await sendTo(address.toUpperCase()), await linkOn());

    ok(await api.delete(`/invoices/${id}/links`));
    await sendTo('accountant@example.test');
    assert.equal(await linkOn(), undefined);
    assert.equal((await visit(pdf)).status, 404);
    ok(await api.post(`/quotes/${quote.id}/convert-to-invoice`, { stage: 1 }));
    assert.equal((await visit(pdf)).status, 404, 'also once the whole quote is invoiced');
    assert.equal(await sendTo(address), await linkOn());
    assert.equal((await visit(pdf)).status, 200);
  });

  test('a recorded acceptance does the same, with its selection', async () => {
    const api = await newSeller();
    const quote = await sentQuote(api, OFFER);
    const [, lights] = quote.items;
    const selection = [{ id: lights.id, selected: true }];
    const { invoices, status } = ok(
      await api.patch(`/quotes/${quote.id}`, { status: 'ACCEPTED', selection }),
    );
    assert.deepEqual([status, invoices.length, invoices[0].total], ['ACCEPTED', 1, LIT]);
    const reply = await api.patch(`/quotes/${quote.id}`, { status: 'ACCEPTED' });
    assert.deepEqual([reply.status, reply.body.invoices.length], [200, 1], 'a repeat changes nothing');
    assert.equal((await readInvoices(api, quote.id)).length, 1);
    assert.ok(findInvoiceLink((await visit(quote.publicUrl)).text), 'the customer can pay');
    const never = await createQuote(api, OFFER);
    ok(await api.patch(`/quotes/${never.id}`, { status: 'ACCEPTED' }));
    const [unsent] = await readInvoices(api, never.id);
    assert.deepEqual([unsent?.status, unsent?.total, unsent?.publicUrl], ['ISSUED', PLAIN, undefined]);
  });

  test('without a schedule the whole quote is invoiced and converted', async () => {
    const api = await newSeller({ invoiceOnAcceptance: true });
    const quote = await sentQuote(api, { items: [ITEMS[0]] });
    assert.equal(quote.invoiceOnAcceptance, true, 'the account decides');
    assert.equal(
      announcementIn((await visit(quote.publicUrl)).text),
      'After you accept, you will receive the invoice for €1,190.00.',
    );
    const release = await holdOutbox(service());
    assert.equal((await accept(quote.publicUrl)).status, 303);
    const { status, invoiceId } = ok(await api.get(`/quotes/${quote.id}`));
    assert.equal(status, 'CONVERTED');
    assert.equal(ok(await api.get(`/invoices/${invoiceId}`)).status, 'ISSUED');
    assert.deepEqual((await readFeed(api, quote.id)).slice(-4), [
      ...['quote.accepted', 'quote.converted', 'invoice.created', 'invoice.issued'],
    ]);
    await release();
    assert.match((await visit(`${quote.publicUrl}?notice=accepted`)).text, /Thank you!/);
    const path = `/quotes/${(await createQuote(api)).id}`;
    const first = await api.patch(path, { status: 'ACCEPTED' });
    assert.equal(ok(first).status, 'CONVERTED');
    const again = await api.patch(path, { status: 'ACCEPTED', title: first.body.title });
    assert.deepEqual([ok(again), again.headers.get('ETag')], [first.body, first.headers.get('ETag')]);
    assert.equal(
      (await api.patch(path, { status: 'ACCEPTED', title: 'Other' })).body.code,
      'quote_converted',
    );
    assert.equal((await api.patch(path, { title: first.body.title })).body.code, 'quote_converted');
    const { pagination } = ok(await api.get(`/invoices?quoteId=${first.body.id}`));
    assert.equal(pagination.total, 1);
  });

  test('nothing due at acceptance means no invoice', async () => {
    const api = await newSeller();
    const cases = {
      'not wanted': { ...OFFER, invoiceOnAcceptance: false },
      free: { items: [{ ...ITEMS[0], unitPrice: 0 }], invoiceOnAcceptance: true },
      'no such stage': { ...OFFER, paymentSchedule: [{ ...DEPOSIT, due: { when: 'start' } }, REST] },
      'a stage of 0': {
        ...{ items: [{ ...ITEMS[0], unitPrice: 0 }], invoiceOnAcceptance: true },
        paymentSchedule: [{ ...DEPOSIT, value: 100 }],
      },
    };
    for (const [name, offer] of Object.entries(cases)) {
      const quote = await sentQuote(api, offer);
      assert.equal(announcementIn((await visit(quote.publicUrl)).text), '', name);
      assert.equal((await accept(quote.publicUrl)).status, 303, name);
      const { status, invoices } = ok(await api.get(`/quotes/${quote.id}`));
      assert.deepEqual([status, invoices], ['ACCEPTED', []], name);
    }
  });

  test('an invoice that lacks something stays a draft, and the owner is told', async () => {
    const api = await newSeller({ eInvoice: 'xrechnung' });
    for (const decide of [
      (quote: Json) => accept(quote.publicUrl),
      (quote: Json) => api.patch(`/quotes/${quote.id}`, { status: 'ACCEPTED' }),
    ]) {
      const quote = await sentQuote(api, OFFER);
      const before = (await mailsOf(service(), api)).length;
      assert.ok((await decide(quote)).status < 400);
      const [invoice] = await readInvoices(api, quote.id);
      assert.deepEqual([invoice?.status, invoice?.total], ['DRAFT', PLAIN]);
      assert.equal(ok(await api.get(`/quotes/${quote.id}`)).status, 'ACCEPTED');
      assert.deepEqual((await readFeed(api, quote.id)).at(-1), 'invoice.created');
      const page = (await visit(quote.publicUrl)).text;
      assert.equal(findInvoiceLink(page), undefined, 'a draft is not for the customer');
      const mails = (await mailsOf(service(), api)).slice(before);
      const told = mails.filter(
        ({ subject }) => subject === `Invoice ${invoice?.number} could not be issued`,
      );
      assert.deepEqual(
        told.map(({ to }) => to[0]?.address),
        [OWNER],
      );
      for (const { to, text } of mails) {
        if (to[0]?.address !== OWNER) assert.doesNotMatch(text, /\/i\/|Amount due/);
      }
    }
  });

  test('ten acceptances and a conversion at the same moment create one invoice', async () => {
    const api = await newSeller();
    for (const offer of [OFFER, { ...OFFER, paymentSchedule: null }]) {
      const quote = await sentQuote(api, offer);
      const seen = await readSeen(quote.publicUrl);
      const replies = await Promise.all([
        ...Array.from({ length: 10 }, (_, at) =>
          at % 2 === 0
            ? submit(quote.publicUrl, 'accept', { ...seen, name: `Person ${at}` })
            : api.patch(`/quotes/${quote.id}`, { status: 'ACCEPTED' }),
        ),
        api.post(`/quotes/${quote.id}/convert-to-invoice`),
      ]);
      assert.ok(replies.every(({ status }) => [200, 201, 303, 409].includes(status)));
      const { status, invoices, total } = ok(await api.get(`/quotes/${quote.id}`));
      assert.equal(status, 'CONVERTED', 'the conversion takes what is left');
      const sum = invoices.reduce((all: number, one: Json) => all + one.total, 0);
      assert.equal(sum, total, 'nothing is invoiced twice');
      const accepted = (await eventTypes(api, quote.id)).filter((type) => type === 'accepted');
      assert.ok(accepted.length <= 1);
      assert.equal((await readInvoices(api, quote.id)).length, invoices.length);
    }
  });

  test('it is content: a change is a new revision, and copies and templates keep it', async () => {
    const api = await newSeller({ invoiceOnAcceptance: true });
    const quote = await sentQuote(api, OFFER);
    const seen = await readSeen(quote.publicUrl);
    const changed = ok(await api.patch(`/quotes/${quote.id}`, { invoiceOnAcceptance: false }));
    assert.deepEqual([changed.revision, changed.invoiceOnAcceptance], [2, false]);
    assert.equal((await submit(quote.publicUrl, 'accept', { ...seen, name: 'Ada' })).status, 409);
    const reset = ok(await api.patch(`/quotes/${quote.id}`, { invoiceOnAcceptance: null }));
    assert.equal(reset.invoiceOnAcceptance, true);
    const copy = ok(await api.post(`/quotes/${quote.id}/duplicate`));
    assert.equal(copy.invoiceOnAcceptance, true);
    const template = ok(
      await api.post('/templates', { name: 'T', items: ITEMS, invoiceOnAcceptance: false }),
    );
    const named = await createQuote(api, { templateId: template.id });
    assert.equal(named.invoiceOnAcceptance, false);
    const own = await createQuote(api, { templateId: template.id, invoiceOnAcceptance: true });
    assert.equal(own.invoiceOnAcceptance, true);
    const plain = ok(await api.post('/templates', { name: 'P', items: ITEMS }));
    assert.equal(plain.invoiceOnAcceptance, null);
    assert.equal((await createQuote(api, { templateId: plain.id })).invoiceOnAcceptance, true);
    const wrong = await api.patch(`/quotes/${quote.id}`, { invoiceOnAcceptance: 'yes' });
    assert.deepEqual(errorPaths(wrong), ['/invoiceOnAcceptance']);
  });

  test('the invoice is over the amount of the stage, whatever is selected', async () => {
    const api = await newSeller();
    const line = fc.record({
      ...{ unitPrice: fc.integer({ min: 1, max: 99_999 }), taxRate: fc.constantFrom(0, 7, 19, 8.1) },
      ...{ optional: fc.boolean(), isTaken: fc.boolean() },
    });
    const size = fc.oneof(
      fc.record({ type: fc.constant('percentage'), value: fc.integer({ min: 1, max: 9999 }) }),
      fc.record({ type: fc.constant('fixed'), value: fc.integer({ min: 1, max: 50_000 }) }),
    );
    const property = fc.asyncProperty(
      fc.array(line, { minLength: 1, maxLength: 4 }),
      size,
      fc.boolean(),
      async (lines, { type, value }, pricesIncludeTax) => {
        const deposit = { ...DEPOSIT, type, value: type === 'percentage' ? value / 100 : value };
        const certain = { description: 'Base', quantity: 1, unitPrice: 50_001, taxRate: 19 };
        const items = lines.map(({ isTaken: _, ...one }, at) => ({
          ...{ description: `Line ${at}`, quantity: 1 },
          ...one,
        }));
        const quote = await createQuote(api, {
          ...{ items: [certain, ...items], paymentSchedule: [deposit, REST] },
          ...{ invoiceOnAcceptance: true, pricesIncludeTax },
        });
        const selection = lines.flatMap(({ optional, isTaken }, at) =>
          optional ? [{ id: quote.items[at + 1].id, selected: isTaken }] : [],
        );
        const accepted = ok(await api.patch(`/quotes/${quote.id}`, { status: 'ACCEPTED', selection }));
        const [stage] = accepted.paymentSchedule;
        const [invoice] = await readInvoices(api, quote.id);
        assert.equal(invoice?.status, 'ISSUED');
        assert.equal(invoice.total, stage.amount);
        assert.deepEqual([accepted.invoices[0].id, accepted.invoices[0].total], [invoice.id, stage.amount]);
      },
    );
    await fc.assert(property, { numRuns: 20 });
  });

  test('an overdue deposit can be reminded of like any other invoice', async () => {
    const api = await newSeller();
    const quote = await sentQuote(api, OFFER);
    assert.equal((await accept(quote.publicUrl)).status, 303);
    const [{ id }] = ok(await api.get(`/quotes/${quote.id}`)).invoices;
    service().clock.advance(8 * DAY);
    assert.equal(ok(await api.get(`/invoices/${id}`)).overdue, true);
    ok(await api.post(`/invoices/${id}/remind`));
    const mails = await mailsOf(service(), api);
    const reminder = mails.find(({ subject }) => subject.startsWith('Reminder: invoice'));
    assert.equal(reminder?.to[0]?.address, CUSTOMER.email);
  });
});

for (const engine of engines()) {
  test(`a stop between acceptance, document and email loses neither on ${engine}`, async () => {
    const place = await makeDatabase(engine, { withTables: true });
    try {
      const first = await startTestService({ engine, place });
      const api = await first.newAccount();
      const quote = await sentQuote(api, OFFER);
      const release = await holdOutbox(first);
      assert.equal((await accept(quote.publicUrl)).status, 303);
      const [{ id }] = ok(await api.get(`/quotes/${quote.id}`)).invoices;
      const documents = await first.db.read.all('SELECT 1 FROM shown_documents WHERE subject_id = ?', id);
      assert.deepEqual(documents, [], 'nothing is typeset with the acceptance');
      await first.close();

      const second = await startTestService({ engine, place });
      try {
        const after = second.client(api.key);
        assert.equal(ok(await after.get(`/invoices/${id}`)).sentAt, null);
        const { url } = ok(await after.get(`/invoices/${id}/pdf`));
        assert.equal((await fetch(url)).status, 200);
        await release(second);
        await mailsOf(second, api);
        assert.notEqual(ok(await after.get(`/invoices/${id}`)).sentAt, null);
      } finally {
        await second.close();
      }
    } finally {
      await place.remove();
    }
  });
}
