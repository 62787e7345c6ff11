import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accept, eventsOf, mailsOf, ok, readSeen, submit, visit } from '../support/api/customer.ts';
import { createQuote, errorPaths, sentQuote } from '../support/api/quotes.ts';
import type { Json } from '../support/service/client.ts';
import { describeService } from '../support/service/service.ts';

const ORDER = { key: 'purchaseOrder', label: 'Your order number', kind: 'text', required: true };
const START = { key: 'start', label: 'When shall we begin?', kind: 'date', required: false };
const SEATS = { key: 'seats', label: 'How many seats?', kind: 'number', required: false };
const COLOUR = { key: 'colour', label: 'Colour', kind: 'choice', required: true, options: ['Red', 'Blue'] };
const AGREED = { key: 'agreed', label: 'I have read the rules', kind: 'checkbox', required: true };
const ALL = [ORDER, START, SEATS, COLOUR, AGREED];
const GIVEN = { purchaseOrder: 'PO 7', start: '2026-12-01', seats: '12.5', colour: 'Blue', agreed: 'yes' };
const toForm = (answers: Json) =>
  Object.fromEntries(Object.entries(answers).map(([key, value]) => [`answer-${key}`, String(value)]));

describeService((service) => {
  test('a new quote takes the questions of its template, else of the account; an own list wins', async () => {
    const account = await service().newAccount();
    assert.deepEqual(ok(await account.get('/account')).acceptanceFields, []);
    assert.equal(
      'acceptanceFields' in (await createQuote(account)),
      false,
      'a quote without any is as before',
    );
    ok(await account.patch('/account', { acceptanceFields: [{ ...ORDER, required: undefined }] }));
    assert.deepEqual((await createQuote(account)).acceptanceFields, [{ ...ORDER, required: false }]);
    const template = ok(await account.post('/templates', { name: 'T', acceptanceFields: [COLOUR] }));
    assert.deepEqual(template.acceptanceFields, [COLOUR]);
    const ofTemplate = await createQuote(account, { templateId: template.id });
    assert.deepEqual(ofTemplate.acceptanceFields, [COLOUR]);
    ok(await account.patch(`/templates/${template.id}`, { acceptanceFields: [] }));
    assert.equal('acceptanceFields' in (await createQuote(account, { templateId: template.id })), false);
    ok(await account.patch(`/templates/${template.id}`, { acceptanceFields: null }));
    assert.equal((await createQuote(account, { templateId: template.id })).acceptanceFields.length, 1);
    assert.equal('acceptanceFields' in (await createQuote(account, { acceptanceFields: null })), false);
    const own = await createQuote(account, { acceptanceFields: ALL });
    const copy = ok(await account.post(`/quotes/${own.id}/duplicate`, {}));
    assert.deepEqual(copy.acceptanceFields, ALL);
  });

  test('the questions are content: a change is a new revision, and the page says so', async () => {
    const account = await service().newAccount();
    const quote = await sentQuote(account, { acceptanceFields: [ORDER] });
    await visit(quote.publicUrl);
    const same = ok(await account.patch(`/quotes/${quote.id}`, { acceptanceFields: [ORDER] }));
    assert.equal(same.revision, 1);
    const seen = await readSeen(quote.publicUrl);
    const changed = ok(await account.patch(`/quotes/${quote.id}`, { acceptanceFields: [SEATS] }));
    assert.equal(changed.revision, 2);
    assert.match((await visit(quote.publicUrl)).text, /The text or the terms have changed/);
    const stale = await submit(quote.publicUrl, 'accept', {
      name: 'Ada',
      ...seen,
      'answer-purchaseOrder': '1',
    });
    assert.equal(stale.status, 409);
    assert.equal(
      'acceptanceFields' in ok(await account.patch(`/quotes/${quote.id}`, { acceptanceFields: null })),
      false,
    );
  });

  test('every wrong question is a 400 that names its place', async () => {
    const account = await service().newAccount();
    const wrong: [unknown, string][] = [
      [{ ...ORDER, key: '' }, '/acceptanceFields/0/key'],
      [{ ...ORDER, key: '1st' }, '/acceptanceFields/0/key'],
      [{ ...ORDER, key: '__proto__' }, '/acceptanceFields/0/key'],
      [{ ...ORDER, key: 'x'.repeat(41) }, '/acceptanceFields/0/key'],
      [{ ...ORDER, kind: 'date' }, '/acceptanceFields/0/kind'],
      [{ ...ORDER, kind: 'colour' }, '/acceptanceFields/0/kind'],
      [{ ...ORDER, label: ' ' }, '/acceptanceFields/0/label'],
      [{ ...ORDER, label: 'x'.repeat(201) }, '/acceptanceFields/0/label'],
      [{ ...ORDER, required: 'yes' }, '/acceptanceFields/0/required'],
      [{ ...ORDER, options: ['a', 'b'] }, '/acceptanceFields/0/options'],
      [{ ...COLOUR, options: undefined }, '/acceptanceFields/0/options'],
      [{ ...COLOUR, options: ['a'] }, '/acceptanceFields/0/options'],
      [{ ...COLOUR, options: ['a', 'a'] }, '/acceptanceFields/0/options'],
      [{ ...COLOUR, options: ['a', ''] }, '/acceptanceFields/0/options/1'],
      [{ ...COLOUR, options: Array.from({ length: 21 }, (_, n) => `${n}`) }, '/acceptanceFields/0/options'],
      [{ ...ORDER, more: 1 }, '/acceptanceFields/0/more'],
      [5, '/acceptanceFields/0'],
    ];
    const quote = await createQuote(account);
    const template = ok(await account.post('/templates', { name: 'T' }));
    for (const [field, path] of wrong) {
      const body = { acceptanceFields: [field] };
      for (const place of [`/quotes/${quote.id}`, '/account', `/templates/${template.id}`]) {
        assert.deepEqual(errorPaths(await account.patch(place, body)), [path], JSON.stringify(field));
      }
    }
    const twice = await account.post('/quotes', { ...quote, acceptanceFields: [ORDER, ORDER] });
    assert.deepEqual(errorPaths(twice), ['/acceptanceFields/1/key']);
    const many = Array.from({ length: 11 }, (_, n) => ({ ...SEATS, key: `k${n}` }));
    assert.deepEqual(errorPaths(await account.patch('/account', { acceptanceFields: many })), [
      '/acceptanceFields',
    ]);
    assert.equal(ok(await account.get('/account')).acceptanceFields.length, 0);
  });

  test('answers stand in the quote, the record, the event, the emails, the CSV and the evidence', async () => {
    const account = await service().newAccount();
    ok(await account.patch('/account', { email: 'owner@example.com', locale: 'de-DE' }));
    const quote = await sentQuote(account, { acceptanceFields: ALL });
    const { status } = await accept(quote.publicUrl, 'Ada', toForm({ ...GIVEN, seats: '12,5' }));
    assert.equal(status, 303);
    const accepted = ok(await account.get(`/quotes/${quote.id}`));
    assert.deepEqual([accepted.answers, accepted.reference], [GIVEN, 'PO 7']);
    assert.deepEqual(ok(await account.get(`/quotes/${quote.id}/acceptance`)).answers, GIVEN);
    const history = (await eventsOf(account, quote.id)).find(({ type }) => type === 'accepted');
    assert.deepEqual(history?.data.answers, GIVEN);
    const feed = ok(await account.get('/events')).data.find(({ type }: Json) => type === 'quote.accepted');
    assert.deepEqual(feed.data.answers, GIVEN);
    const [, copy, notice] = await mailsOf(service(), account);
    for (const mail of [copy, notice]) {
      assert.match(mail?.text ?? '', /I have read the rules: +Ja/);
      assert.match(mail?.text ?? '', /How many seats\?: +12,5/);
    }
    const page = (await visit(quote.publicUrl)).text;
    assert.match(page, /<dt>Your order number<\/dt><dd><bdi>PO 7<\/bdi>/);
    const csv = await account.get('/quotes', { headers: { Accept: 'text/csv' } });
    const [head = '', row = ''] = csv.text.split('\r\n');
    assert.equal(head.split(',').at(-1), 'answers');
    assert.ok(row.endsWith(`"${JSON.stringify(GIVEN).replaceAll('"', '""')}"`), row);
    const bundle = await fetch(`${service().url}/api/v1/quotes/${quote.id}/evidence`, {
      headers: { Authorization: `Bearer ${account.key}` },
    });
    assert.ok(Buffer.from(await bundle.arrayBuffer()).includes('"answers":{"agreed":"yes","colour":"Blue"'));
    const edited = ok(await account.patch(`/quotes/${quote.id}`, { title: 'Another' }));
    assert.deepEqual([edited.status, 'answers' in edited], ['DRAFT', false]);
  });

  test('the page names each wrong answer, keeps what was typed, and accepts nothing', async () => {
    const account = await service().newAccount();
    const quote = await sentQuote(account, { acceptanceFields: ALL, terms: 'None' });
    const wrong = {
      purchaseOrder: ' ',
      start: '2026-02-30',
      seats: 'many',
      colour: 'Green',
      agreed: 'maybe',
    };
    const reply = await accept(quote.publicUrl, 'Ada', toForm(wrong));
    assert.equal(reply.status, 400);
    for (const { key } of ALL) assert.ok(reply.text.includes(`id="answer-${key}-error"`), key);
    assert.ok(reply.text.includes('value="many"'), 'what was typed stays');
    assert.match(reply.text, /href="#answer-seats">How many seats\?: Enter a number/);
    const long = await accept(quote.publicUrl, 'Ada', toForm({ ...GIVEN, purchaseOrder: 'x'.repeat(101) }));
    assert.ok(long.text.includes('id="answer-purchaseOrder-error"'));
    const declined = await submit(quote.publicUrl, 'decline', { ...(await readSeen(quote.publicUrl)) });
    assert.equal(declined.status, 303, 'a decline needs no answers');
    assert.deepEqual(ok(await account.get(`/quotes/${quote.id}/acceptance`)).answers, {});
  });

  test('an answer is text: markup in labels, options and answers stays harmless', async () => {
    const account = await service().newAccount();
    const evil = '"><img src=x onerror=alert(1)>';
    const fields = [
      { ...SEATS, key: 'constructor', kind: 'text', label: evil },
      { ...COLOUR, options: [evil, 'b'] },
    ];
    const quote = await sentQuote(account, { acceptanceFields: fields });
    assert.equal((await visit(quote.publicUrl)).text.includes('<img'), false);
    await accept(quote.publicUrl, 'Ada', toForm({ constructor: evil, colour: evil }));
    const { answers } = ok(await account.get(`/quotes/${quote.id}`));
    assert.deepEqual(answers, { constructor: evil, colour: evil });
    assert.equal((await visit(quote.publicUrl)).text.includes('<img'), false);
  });

  test('an acceptance by phone needs the same answers', async () => {
    const account = await service().newAccount();
    const quote = await createQuote(account, { acceptanceFields: ALL });
    const patch = (body: object) => account.patch(`/quotes/${quote.id}`, body);
    assert.deepEqual(errorPaths(await patch({ status: 'ACCEPTED' })), [
      '/answers/agreed',
      '/answers/colour',
      '/answers/purchaseOrder',
    ]);
    const wrong = { ...GIVEN, start: '1.12.2026', seats: '1,5', colour: 'Green', agreed: 'no', other: 'x' };
    assert.deepEqual(
      errorPaths(await patch({ status: 'ACCEPTED', answers: wrong })),
      ['agreed', 'colour', 'other', 'seats', 'start'].map((key) => `/answers/${key}`),
    );
    assert.deepEqual(errorPaths(await patch({ status: 'ACCEPTED', answers: { ...GIVEN, seats: 5 } })), [
      '/answers/seats',
    ]);
    assert.deepEqual(errorPaths(await patch({ status: 'ACCEPTED', answers: [] })), ['/answers']);
    assert.deepEqual(errorPaths(await patch({ answers: GIVEN })), ['/answers']);
    assert.deepEqual(errorPaths(await patch({ status: 'DECLINED', answers: GIVEN })), ['/answers']);
    const accepted = ok(await patch({ status: 'ACCEPTED', answers: GIVEN }));
    assert.deepEqual([accepted.status, accepted.answers], ['ACCEPTED', GIVEN]);
    const again = await account.get(`/quotes/${quote.id}`);
    assert.equal(ok(await patch(again.body)).updatedAt, accepted.updatedAt, 'what was read can be sent back');
    const other = ok(await patch({ status: 'ACCEPTED', answers: { ...GIVEN, colour: 'Red' } }));
    assert.equal(other.answers.colour, 'Red');
    const record = ok(await account.get(`/quotes/${quote.id}/acceptance`));
    assert.deepEqual([record.by, record.answers.colour], ['owner', 'Red']);
    assert.deepEqual(
      ok(await createCopy(account, again.body)).answers,
      undefined,
      'a new quote has no answers',
    );
  });

  test('the order number becomes the reference only if there is none, and is on the invoice', async () => {
    const account = await service().newAccount();
    const quote = await sentQuote(account, { acceptanceFields: [ORDER], reference: 'Ours' });
    await accept(quote.publicUrl, 'Ada', toForm({ purchaseOrder: 'PO 9' }));
    assert.equal(ok(await account.get(`/quotes/${quote.id}`)).reference, 'Ours');
    const invoice = ok(await account.post(`/quotes/${quote.id}/convert-to-invoice`));
    assert.deepEqual([invoice.reference, invoice.purchaseOrder], ['Ours', 'PO 9']);
    const plain = ok(await account.post(`/quotes/${(await createQuote(account)).id}/convert-to-invoice`));
    assert.equal('purchaseOrder' in plain, false);
  });
});

const createCopy = (account: Parameters<typeof createQuote>[0], quote: Json) =>
  account.post('/quotes', quote);
