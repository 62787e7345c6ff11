import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import {
  accept,
  decline,
  eventTypes,
  mailsOf,
  noticeIn,
  ok,
  readSeen,
  submit,
  visit,
} from '../support/api/customer.ts';
import { readEvidence } from '../support/api/evidence.ts';
import { createQuote, errorPaths, ITEM, sentQuote } from '../support/api/quotes.ts';
import { signIn } from '../support/console/sign-in.ts';
import type { Json } from '../support/service/client.ts';
import { DAY } from '../support/service/clock.ts';
import { describeService, type TestAccount } from '../support/service/service.ts';

const ADA = { name: 'Ada Lovelace', email: 'ada@example.com', order: 1 };
const BOB = { name: 'Bob Noyce', email: 'bob@example.com', order: 1 };
const EVE = { name: 'Eve Curie', email: 'eve@example.com', order: 2 };
const SEATS = { key: 'seats', label: 'How many seats?', kind: 'number', required: true };
const OPTION = { ...ITEM, description: 'Extra', optional: true, selected: false };

describeService((service) => {
  /** Sends a quote and lets the outbox deliver the emails to the other signers. */
  async function signedQuote(account: TestAccount, more: object = {}): Promise<Json> {
    const { id } = await sentQuote(account, { signers: [ADA, BOB, EVE], ...more });
    await service().runJob('outbox');
    return ok(await account.get(`/quotes/${id}`));
  }
  const linkOf = (quote: Json, { email }: { email: string }): string =>
    quote.signers.find((signer: Json) => signer.email === email).publicUrl;
  const reload = async (account: TestAccount, { id }: Json) => {
    await service().runJob('outbox');
    return ok(await account.get(`/quotes/${id}`));
  };

  test('signers sign in order, each by a link of their own, and the last one accepts', async () => {
    const account = await service().newAccount();
    ok(await account.patch('/account', { email: 'owner@example.com' }));
    const quote = await signedQuote(account);
    assert.deepEqual([quote.status, quote.publicUrl], ['SENT', null]);
    const [ada, bob, eve] = [ADA, BOB, EVE].map((signer) => linkOf(quote, signer)) as [string, string, null];
    assert.ok(ada && bob && ada !== bob && eve === null, 'those of the first order have links');
    assert.deepEqual(
      quote.signers.map(({ sentAt }: Json) => sentAt !== null),
      [true, true, false],
    );
    const invited = await mailsOf(service(), account);
    assert.deepEqual(invited.map(({ to }) => to[0]?.address).sort(), [ADA.email, BOB.email]);
    for (const mail of invited) {
      const isAda = mail.to[0]?.address === ADA.email;
      const [mine, others]: string[] = isAda ? [ada, bob] : [bob, ada];
      assert.ok(
        mail.text.includes(mine ?? '') && !mail.text.includes(others ?? ''),
        'each has only their own link',
      );
    }

    const signed = await accept(ada, 'Ada L.');
    assert.equal(signed.headers.get('Location'), `${new URL(ada).pathname}?notice=signed`);
    const page = await visit(bob);
    assert.match(page.text, /<bdi>Ada Lovelace<\/bdi>: signed/);
    assert.match(page.text, /<bdi>Eve Curie<\/bdi>: not yet signed/);
    for (const hidden of ['Ada L.', ADA.email, EVE.email]) assert.ok(!page.text.includes(hidden), hidden);
    assert.match((await visit(ada)).text, /You have signed/);
    assert.equal((await accept(bob, 'Bob')).status, 303);
    const inTurn = await reload(account, quote);
    assert.deepEqual([inTurn.status, inTurn.acceptedBy], ['SENT', null]);
    const last = linkOf(inTurn, EVE);
    assert.ok(
      inTurn.signers[2].sentAt !== null && last,
      'the next order is mailed when all before have signed',
    );
    assert.equal(
      (await accept(last, 'Eve')).headers.get('Location'),
      `${new URL(last).pathname}?notice=accepted`,
    );

    const accepted = ok(await account.get(`/quotes/${quote.id}`));
    assert.deepEqual([accepted.status, accepted.acceptedBy], ['ACCEPTED', 'Ada L.']);
    const record = ok(await account.get(`/quotes/${quote.id}/acceptance`));
    assert.deepEqual(
      record.signatures.map(({ name, email }: Json) => [name, email]),
      [
        ['Ada L.', ADA.email],
        ['Bob', BOB.email],
        ['Eve', EVE.email],
      ],
    );
    const hashes = new Set(record.signatures.map(({ documentSha256 }: Json) => documentSha256));
    assert.deepEqual([...hashes], [record.documentSha256], 'all signed the same document');
    assert.deepEqual(
      (await eventTypes(account, quote.id)).filter((type) => /signed|accepted/.test(type)),
      [...['signed', 'signed', 'signed', 'accepted']],
    );
    const feed = ok(await account.get('/events?type=quote.signed')).data;
    assert.deepEqual(
      feed.map(({ data }: Json) => data.email),
      [ADA.email, BOB.email, EVE.email],
    );
    const copies = (await mailsOf(service(), account)).filter(({ subject }) => /accepted/.test(subject));
    assert.deepEqual(copies.map(({ to }) => to[0]?.address).sort(), [
      ...[ADA.email, BOB.email, EVE.email, 'owner@example.com'],
    ]);
    for (const name of ['Ada L.', 'Bob', 'Eve']) assert.ok(copies[0]?.text.includes(name), name);
    const bundle = await fetch(`${service().url}/api/v1/quotes/${quote.id}/evidence`, {
      headers: { Authorization: `Bearer ${account.key}` },
    });
    const zip = Buffer.from(await bundle.arrayBuffer());
    for (const { email } of [ADA, BOB, EVE]) assert.ok(zip.includes(`"email":"${email}"`), email);
    assert.match((await visit(ada)).text, /<dt>Signed by<\/dt><dd><bdi>Ada L\., Bob, Eve<\/bdi>/);
  });

  test('every wrong signer is a 400 that names its place', async () => {
    const account = await service().newAccount();
    const quote = await createQuote(account);
    const wrong: [unknown, string][] = [
      [[ADA], '/signers'],
      [[], '/signers'],
      [Array.from({ length: 11 }, (_, n) => ({ ...ADA, email: `a${n}@example.com` })), '/signers'],
      [[ADA, { ...BOB, email: 'ADA@example.com' }], '/signers/1/email'],
      [[ADA, { ...BOB, email: 'nobody' }], '/signers/1/email'],
      [[ADA, { ...BOB, name: ' ' }], '/signers/1/name'],
      [[ADA, { ...BOB, order: 0 }], '/signers/1/order'],
      [[ADA, { ...BOB, order: 1.5 }], '/signers/1/order'],
      [[ADA, { name: 'Bob', email: BOB.email }], '/signers/1/order'],
      [[ADA, { ...BOB, phone: '1' }], '/signers/1/phone'],
      [[ADA, 5], '/signers/1'],
      ['all', '/signers'],
    ];
    for (const [signers, path] of wrong) {
      assert.deepEqual(errorPaths(await account.patch(`/quotes/${quote.id}`, { signers })), [path], path);
    }
    ok(await account.patch(`/quotes/${quote.id}`, { signers: [ADA, BOB] }));
    const own = await account.post(`/quotes/${quote.id}/send`, { email: 'x@example.com' });
    assert.deepEqual(errorPaths(own), ['/email']);
    const read = ok(await account.get(`/quotes/${quote.id}`));
    assert.equal(ok(await account.patch(`/quotes/${quote.id}`, read)).updatedAt, read.updatedAt);
    const copy = ok(await account.post(`/quotes/${quote.id}/duplicate`, {}));
    assert.equal('signers' in copy, false, 'a copy has none');
    assert.equal('signers' in ok(await account.patch(`/quotes/${quote.id}`, { signers: null })), false);
  });

  test('the first signature fixes selection and answers; another selection is refused with 409', async () => {
    const account = await service().newAccount();
    const more = { items: [ITEM, OPTION], acceptanceFields: [SEATS], signers: [ADA, BOB] };
    const quote = await signedQuote(account, more);
    const [ada, bob] = [ADA, BOB].map((signer) => linkOf(quote, signer)) as [string, string];
    const stale = await readSeen(bob);
    const chosen = { choosing: '1', take1: 'on', 'answer-seats': '4' };
    assert.equal((await accept(ada, 'Ada', chosen)).status, 303);
    const fixed = ok(await account.get(`/quotes/${quote.id}`));
    assert.deepEqual([fixed.total, fixed.answers], [20_000, { seats: '4' }]);
    for (const other of [
      { choosing: '1', 'answer-seats': '4' },
      { ...chosen, 'answer-seats': '5' },
    ]) {
      const refused = await submit(bob, 'accept', { name: 'Bob', ...stale, ...other });
      assert.equal(refused.status, 409);
      assert.match(noticeIn(refused.text) ?? '', /another selection/);
    }
    const page = await visit(bob);
    assert.match(page.text, /How many seats\?<\/dt><dd><bdi>4/);
    assert.ok(!page.text.includes('name="take1"'), 'nothing is left to choose');
    const late = await submit(bob, 'accept', { name: 'Bob', ...stale, ...chosen });
    assert.equal(late.status, 303, 'who chose the same in the meantime has signed the same document');
    const record = ok(await account.get(`/quotes/${quote.id}/acceptance`));
    assert.deepEqual([record.total, record.answers, record.signatures.length], [20_000, { seats: '4' }, 2]);
  });

  test('nobody signs out of turn, twice, by the link of another, or without one', async () => {
    const account = await service().newAccount();
    const quote = await signedQuote(account, { signers: [ADA, { ...BOB, order: 2 }] });
    const ada = linkOf(quote, ADA);
    await accept(ada, 'Ada');
    const bob = linkOf(await reload(account, quote), BOB);
    assert.equal((await submit(ada, 'accept', { name: 'Ada', ...(await readSeen(bob)) })).status, 409);
    ok(await account.patch(`/quotes/${quote.id}`, { title: 'Changed' }));
    const early = await submit(bob, 'accept', { name: 'Bob', ...(await readSeen(ada)) });
    assert.equal(early.status, 409);
    assert.match(noticeIn(early.text) ?? '', /Others sign before you/);
    assert.ok(!(await visit(bob)).text.includes('action="/q/'.concat('x')), 'no form to accept');
    const earlyNo = await submit(bob, 'decline', { ...(await readSeen(ada)) });
    assert.equal(earlyNo.status, 409);
    ok(await account.patch(`/quotes/${quote.id}`, { signers: [ADA, EVE] }));
    assert.equal((await visit(bob)).status, 404, 'who does not sign any more has no link');
    assert.equal((await visit(ada)).status, 200);
    assert.equal((await account.delete(`/quotes/${quote.id}/links`)).status, 204);
    assert.equal((await visit(ada)).status, 404, 'revoking revokes all');
    const revoked = ok(await account.get(`/quotes/${quote.id}`));
    assert.deepEqual(
      revoked.signers.map(({ publicUrl }: Json) => publicUrl),
      [null, null],
    );
  });

  test('an edit voids all signatures, and the page says so; another validity voids nothing', async () => {
    const account = await service().newAccount();
    const quote = await signedQuote(account, { signers: [ADA, BOB] });
    const [ada, bob] = [ADA, BOB].map((signer) => linkOf(quote, signer)) as [string, string];
    await accept(ada, 'Ada');
    const { documentSha256 } = await readSeen(bob);
    const longer = ok(await account.patch(`/quotes/${quote.id}`, { validUntil: '2031-01-01T00:00:00Z' }));
    assert.ok(longer.signers[0].signedAt);
    assert.equal((await readSeen(bob)).documentSha256, documentSha256, 'the others sign that document');
    const edited = ok(await account.patch(`/quotes/${quote.id}`, { title: 'Another chair' }));
    assert.deepEqual([edited.signers[0].signedAt, edited.revision], [null, 2]);
    for (const link of [ada, bob]) assert.match((await visit(link)).text, /All signatures are void/);
    const stale = await submit(bob, 'accept', { name: 'Bob', revision: '1', documentSha256 });
    assert.equal(stale.status, 409);
    await accept(bob, 'Bob');
    await accept(ada, 'Ada');
    const record = ok(await account.get(`/quotes/${quote.id}/acceptance`));
    assert.deepEqual([record.revision, record.name, record.signatures.length], [2, 'Bob', 2]);
    const again = ok(await account.post(`/quotes/${quote.id}/send`));
    assert.deepEqual([again.status, again.signers.some(({ signedAt }: Json) => signedAt)], ['SENT', false]);
  });

  test('after an edit, who has never signed and is not in turn is told to wait, and nothing else', async () => {
    const account = await service().newAccount();
    const signers = [ADA, { ...BOB, order: 2 }];
    const quote = await signedQuote(account, { signers });
    await accept(linkOf(quote, ADA), 'Ada');
    await service().runJob('outbox');
    const edited = ok(await account.patch(`/quotes/${quote.id}`, { title: 'Another chair' }));
    const [ada, bob] = edited.signers.map(({ publicUrl }: Json) => publicUrl);
    assert.match((await visit(ada)).text, /All signatures are void/);
    const { text } = await visit(bob);
    assert.match(text, /Others sign before you\./);
    assert.doesNotMatch(text, /sign again/);
  });

  test('one signer declines for all, and the others are told no reason', async () => {
    const account = await service().newAccount();
    const quote = await signedQuote(account, { signers: [ADA, BOB] });
    const [ada, bob] = [ADA, BOB].map((signer) => linkOf(quote, signer)) as [string, string];
    await accept(ada, 'Ada');
    assert.equal((await decline(bob, 'Too dear for me')).status, 303);
    const record = ok(await account.get(`/quotes/${quote.id}/acceptance`));
    assert.deepEqual(
      [record.decision, record.name, record.reason],
      ['DECLINED', 'Bob Noyce', 'Too dear for me'],
    );
    assert.equal(record.signatures.length, 1);
    assert.ok(!(await visit(ada)).text.includes('Too dear'));
    assert.equal((await accept(bob, 'Bob')).status, 409);
  });

  test('a form that sends again, opened before the last signature, sends nothing after it', async () => {
    const account = await service().newAccount();
    const owner = await signIn(service(), { accountId: account.accountId });
    const quote = await signedQuote(account, { signers: [ADA, BOB] });
    await accept(linkOf(quote, ADA), 'Ada');
    const path = `/${account.accountId}/quotes/${quote.id}/send`;
    const form = await owner.page(path);
    const [version = '', once = ''] = ['version', 'once'].map(
      (name) => new RegExp(`name="${name}" value="([^"]+)"`).exec(form.text)?.[1],
    );
    await accept(linkOf(quote, BOB), 'Bob');
    assert.equal((await owner.page(path, { version, once })).status, 412);
    assert.equal((await owner.page(path, { once })).status, 412, 'a form without a version');
    assert.equal(ok(await account.get(`/quotes/${quote.id}`)).status, 'ACCEPTED');
  });

  test('messages of the business go to all signers, those of one to nobody else', async () => {
    const account = await service().newAccount();
    const quote = await signedQuote(account, { signers: [ADA, BOB] });
    const [ada, bob] = [ADA, BOB].map((signer) => linkOf(quote, signer)) as [string, string];
    await submit(ada, 'question', { question: 'May I pay later?' });
    ok(await account.post(`/quotes/${quote.id}/messages`, { text: 'We begin in May.' }));
    const mailed = (await mailsOf(service(), account)).filter(({ text }) =>
      text.includes('We begin in May.'),
    );
    assert.deepEqual(mailed.map(({ to }) => to[0]?.address).sort(), [ADA.email, BOB.email]);
    assert.match((await visit(ada)).text, /May I pay later\?/);
    assert.ok(!(await visit(bob)).text.includes('May I pay later?'));
    assert.match((await visit(bob)).text, /We begin in May\./);
    const thread = ok(await account.get(`/quotes/${quote.id}/messages`)).data;
    assert.deepEqual(thread.map(({ author }: Json) => author)[0], 'Ada Lovelace');
    ok(await account.patch(`/quotes/${quote.id}`, { signers: null }));
    const sent = ok(await account.post(`/quotes/${quote.id}/send`, { email: 'cy@example.com' }));
    const page = await visit(sent.publicUrl);
    assert.match(page.text, /We begin in May\./);
    assert.doesNotMatch(page.text, /May I pay later/, 'what a signer wrote is not for the customer');
    const again = ok(await account.post(`/quotes/${quote.id}/send`, { email: ADA.email }));
    assert.match((await visit(again.publicUrl)).text, /May I pay later/, 'the signer themselves');
  });

  test('reminders go to who has not signed, and a later send to who is in turn', async () => {
    const account = await service().newAccount();
    ok(await account.patch('/account', { reminderDays: 3 }));
    const validUntil = new Date(service().clock() + 10 * DAY).toISOString();
    const quote = await signedQuote(account, { validUntil });
    await accept(linkOf(quote, ADA), 'Ada');
    const count = (await mailsOf(service(), account)).length;
    const since = async (n: number) =>
      (await mailsOf(service(), account))
        .slice(n)
        .map(({ to }) => to[0]?.address)
        .sort();
    ok(await account.post(`/quotes/${quote.id}/remind`, {}));
    assert.deepEqual(await since(count), [BOB.email]);
    ok(await account.post(`/quotes/${quote.id}/send`, { cc: ['cc@example.com'] }));
    const sent = (await mailsOf(service(), account)).slice(count + 1);
    assert.deepEqual(
      sent.map(({ to }) => to[0]?.address),
      [BOB.email, 'cc@example.com'],
    );
    assert.ok(!sent[1]?.text.includes('/q/'), 'a copy has no link');
    service().clock.advance(8 * DAY);
    await service().runJob('reminders');
    assert.deepEqual(await since(count + 3), [BOB.email]);
    const { signers } = ok(await account.get(`/quotes/${quote.id}`));
    assert.deepEqual(
      signers.map(({ signedAt }: Json) => signedAt !== null),
      [true, false, false],
    );
  });

  test('the invoice on acceptance comes with the last signature, to the customer', async () => {
    const account = await service().newAccount();
    const quote = await signedQuote(account, { signers: [ADA, BOB], invoiceOnAcceptance: true });
    const customer = ok(await account.get('/customers/cus_test')).email;
    await accept(linkOf(quote, ADA), 'Ada');
    assert.equal(ok(await account.get(`/invoices?quoteId=${quote.id}`)).data.length, 0);
    await accept(linkOf(quote, BOB), 'Bob');
    assert.equal(ok(await account.get(`/invoices?quoteId=${quote.id}`)).data.length, 1);
    const copies = (await mailsOf(service(), account)).filter(({ subject }) => /accepted/.test(subject));
    const withInvoice = copies.filter(({ text }) => text.includes('/i/'));
    assert.deepEqual(
      withInvoice.map(({ to }) => to[0]?.address),
      [customer],
    );
    assert.ok(!withInvoice[0]?.text.includes('/q/'), 'the customer has no link of a signer');
  });

  test('an acceptance by phone says which signers were passed over', async () => {
    const account = await service().newAccount();
    const quote = await signedQuote(account, { signers: [ADA, BOB] });
    await accept(linkOf(quote, ADA), 'Ada');
    ok(await account.patch(`/quotes/${quote.id}`, { status: 'ACCEPTED' }));
    const record = ok(await account.get(`/quotes/${quote.id}/acceptance`));
    assert.deepEqual([record.by, record.signatures.length], ['owner', 1]);
    assert.deepEqual(record.passedOver, [{ name: BOB.name, email: BOB.email }]);
    assert.match((await visit(linkOf(quote, BOB))).text, /<dt>Not signed by<\/dt><dd><bdi>Bob Noyce/);
  });

  test('the evidence of an acceptance by phone has the document that was signed', async () => {
    const account = await service().newAccount();
    for (const items of [[ITEM], [ITEM, OPTION]]) {
      const quote = await signedQuote(account, { items, signers: [ADA, BOB] });
      await accept(linkOf(quote, ADA), 'Ada', { choosing: '1', take1: 'on' });
      // It might be made again, but not by another version with the same bytes.
      service().clock.advance(60 * DAY);
      await service().runJob('clean-up');
      const [signed] = ok(await account.get('/events?type=quote.signed&limit=100')).data.slice(-1);
      const stored = 'SELECT kept FROM documents WHERE account_id = ? AND sha256 = ?';
      const row = await service().db.read.get<Json>(stored, account.accountId, signed.data.documentSha256);
      assert.equal(row?.kept, 1);
      ok(await account.patch(`/quotes/${quote.id}`, { status: 'ACCEPTED' }));
      const { documentSha256, signatures, asked } = ok(await account.get(`/quotes/${quote.id}/acceptance`));
      assert.equal(documentSha256, signatures[0].documentSha256);
      assert.deepEqual(
        asked.map(({ name, email }: Json) => [name, email]),
        [ADA, BOB].map(({ name, email }) => [name, email]),
      );
      const { 'document.pdf': document = '' } = await readEvidence(account, quote.id);
      assert.equal(createHash('sha256').update(document).digest('hex'), documentSha256);
      ok(await account.patch(`/quotes/${quote.id}`, { title: 'Another' }));
      assert.deepEqual((await readEvidence(account, quote.id))['document.pdf'], document, 'after an edit');
    }
  });
});
