import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { exportCustomer } from '../../../src/actions/customers/erasure/export-customer.ts';
import { Problem } from '../../../src/domain/errors.ts';
import type { Database } from '../../../src/store/database.ts';
import { putCustomer } from '../../../src/store/tables/customers.ts';
import { insertQuotes } from '../../../src/store/tables/quote/quotes.ts';
import { CUSTOMER } from '../../fixtures/customer.ts';
import { readZip } from '../../support/api/read-zip.ts';
import { onFirstEngine } from '../../support/service/engines.ts';
import { insertRow } from '../../support/store/insert-row.ts';
import { insertSampleInvoice, sampleAccount, sampleQuote } from '../../support/store/store-samples.ts';

onFirstEngine('The export of a customer', (engine) => {
  let db: Database;
  before(async () => {
    db = await engine.open(await engine.newDatabase());
  });
  after(() => db.close());

  const download = async (accountId: string, customerId: string): Promise<Map<string, string>> => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of await exportCustomer({ db }, accountId, customerId)) chunks.push(chunk);
    const zip = Buffer.concat(chunks);
    assert.ok((zip.readUInt16LE(12) & 31) > 0, 'the first file has a day');
    const files = readZip(zip).map(({ name, content }) => [name, String(content)] as const);
    assert.equal(new Set(files.map(([name]) => name)).size, files.length, 'each file is there once');
    return new Map(files);
  };
  const read = (files: Map<string, string>, name: string) => {
    assert.ok(files.has(name), `${name} in ${[...files.keys()].join(', ')}`);
    return JSON.parse(files.get(name) ?? '');
  };
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id).sort();

  it('has the record, and each quote and invoice with what belongs to them', async () => {
    const { id: account_id } = await sampleAccount(db);
    const [own, other] = await db.write(async (tx) => {
      const email = 'Ada@mail.example';
      await putCustomer(tx, account_id, { ...CUSTOMER, id: 'cus_a', email, metadata: {} });
      return [
        await insertSampleInvoice(tx, account_id, 'A/1:2', { id: 'inv_1' }),
        await insertSampleInvoice(tx, account_id, 'A-2', { id: 'inv_2', customerId: 'cus_b' }),
      ];
    });
    const attachments = (...names: string[]) => names.map((name) => ({ name: `${name}?.txt`, sha256: name }));
    await db.write(async (tx) => {
      const event = (id: string, type: string) => JSON.stringify({ id, type, data: {} });
      for (const document_id of [own, 'inv_1', other]) {
        const place = { account_id, document_id };
        await insertRow(tx, 'events', { ...place, id: 'evt_1', doc: event('evt_1', 'created') });
        await insertRow(tx, 'events', { ...place, id: 'evt_2', doc: event('evt_2', 'sent') });
        const theirs = { id: 'evt_3', doc: event('evt_3', 'sent'), former_customer_id: 'cus_b' };
        await insertRow(tx, 'events', { ...place, ...theirs });
        await insertRow(tx, 'links', { ...place, id: `lnk ${document_id}` });
        const label = `mail ${document_id}`;
        const recipient = document_id === other ? 'bea@mail.example' : 'ada@mail.example';
        await insertRow(tx, 'sent_mails', { ...place, message_id: label, recipient });
        await insertRow(tx, 'thread_mails', { ...place, message_id: `thread ${document_id}` });
        await insertRow(tx, 'captured_mails', {
          account_id,
          id: label,
          message_id: label,
          raw: Buffer.from(label),
        });
      }
      const to = JSON.stringify({ to: [{ address: 'ADA@mail.example' }] });
      await insertRow(tx, 'captured_mails', { account_id, id: 'test', message_id: 'test', doc: to });
      await insertRow(tx, 'captured_mails', { account_id, id: 'no', message_id: 'no' });
      const place = { account_id, quote_id: own };
      await insertRow(tx, 'messages', { ...place, id: 'msg_1' });
      await insertRow(tx, 'messages', { ...place, id: 'msg_2', former_customer_id: 'cus_b' });
      await insertRow(tx, 'quote_proposals', { ...place, id: 'prp_1', doc: '{"text":"cheaper"}' });
      const decided = JSON.stringify({ decision: 'DECLINED', attachments: attachments('decided') });
      await insertRow(tx, 'decisions', { ...place, id: 'ans_1', doc: decided });
      const revision = JSON.stringify({
        revision: 1,
        quote: { attachments: attachments('revised', 'gone') },
      });
      await insertRow(tx, 'revisions', { ...place, doc: revision });
      for (const [name, kept, former] of [
        ['kept', 1, null],
        ['drafted', 0, null],
        ['theirs', 1, 'cus_b'],
      ] as const) {
        const file = {
          source_sha256: name,
          sha256: `${name}-sha256`,
          file_name: 'a/b.pdf',
          pdf: Buffer.from(name),
        };
        await insertRow(tx, 'documents', { ...place, ...file, kept, former_customer_id: former });
      }
      for (const sha256 of ['decided', 'revised']) {
        await insertRow(tx, 'attachment_files', { account_id, id: `fil ${sha256}`, sha256, size: 1 });
        for (const [n, part] of [`${sha256} `, 'in ', 'pieces'].entries())
          await insertRow(tx, 'attachment_pieces', {
            account_id,
            file_id: `fil ${sha256}`,
            n,
            bytes: Buffer.from(part),
          });
      }
      const money = { amount: 5, currency: 'EUR', paid_on: '2026-03-01', method: 'CASH', recorded_at: 0 };
      const payment = { id: 'pay_1', invoice_id: 'inv_1', customer_id: 'cus_a', kind: 'payment' };
      await insertRow(tx, 'payments', { account_id, ...payment, ...money });
      await tx.run(
        `UPDATE quotes SET signatures = '[{"email":"ada@mail.example"}]' WHERE account_id = ? AND id = ?`,
        ...[account_id, own],
      );
    });

    const files = await download(account_id, 'cus_a');
    assert.equal(read(files, 'customer.json').email, 'Ada@mail.example');
    // Numbers may contain what a name of a file may not.
    const folder = 'quotes/Q-A-1-2';
    const quote = read(files, `${folder}/quote.json`);
    assert.equal(quote.quote.id, own);
    assert.deepEqual([quote.signatures.length, quote.decisions.length, quote.revisions.length], [1, 1, 1]);
    assert.deepEqual(idsOf(quote.history), ['evt_1', 'evt_2']);
    assert.deepEqual([idsOf(quote.messages), idsOf(quote.links)], [['msg_1'], [`lnk ${own}`]]);
    assert.deepEqual(quote.proposals, [{ id: 'prp_1', state: 'closed', text: 'cheaper' }]);
    const mails = (document: string) => [`mail ${document}`, `thread ${document}`];
    assert.deepEqual(
      quote.emails.map((mail: { message_id: string }) => mail.message_id),
      mails(own ?? ''),
    );
    const invoice = read(files, `${folder}/A-1-2.json`);
    assert.deepEqual([invoice.invoice.id, idsOf(invoice.payments)], ['inv_1', ['pay_1']]);
    assert.deepEqual(idsOf(invoice.history), ['evt_1', 'evt_2']);
    assert.deepEqual([idsOf(invoice.links), 'proposals' in invoice], [['lnk inv_1'], false]);
    const others = [...files].filter(([name]) => !name.endsWith('.json'));
    assert.deepEqual(
      others.sort(),
      [
        [`emails/mail ${own}.eml`, `mail ${own}`],
        ['emails/mail inv_1.eml', 'mail inv_1'],
        ['emails/test.eml', ''],
        [`${folder}/attachments/decided-.txt`, 'decided in pieces'],
        [`${folder}/attachments/revised-.txt`, 'revised in pieces'],
        [`${folder}/kept-sha-a-b.pdf`, 'kept'],
      ].sort(),
    );
    assert.equal([...files.keys()].filter((name) => name.endsWith('.json')).length, 3);
  });

  it('leaves out an email that is deleted while it is downloaded', async () => {
    const { id: account_id } = await sampleAccount(db);
    await db.write(async (tx) => {
      const email = 'ada@mail.example';
      await putCustomer(tx, account_id, { ...CUSTOMER, id: 'cus_a', email, metadata: {} });
      const doc = JSON.stringify({ to: [{ address: email }] });
      for (const id of ['one', 'two'])
        await insertRow(tx, 'captured_mails', { account_id, id, message_id: id, doc });
    });
    const chunks: Uint8Array[] = [];
    for await (const chunk of await exportCustomer({ db }, account_id, 'cus_a')) {
      chunks.push(chunk);
      if (Buffer.from(chunk).includes('emails/'))
        await db.write((tx) => tx.run('DELETE FROM captured_mails WHERE account_id = ?', account_id));
    }
    const names = readZip(Buffer.concat(chunks)).map(({ name }) => name);
    assert.equal(names.filter((name) => name.startsWith('emails/')).length, 1, String(names));
  });

  it('has of a quote that is for another now what was of the customer', async () => {
    const { id: account_id } = await sampleAccount(db);
    const id = await db.write(async (tx) => {
      const quoteId = await insertSampleInvoice(tx, account_id, 'A-1', { id: 'inv_1', customerId: 'cus_b' });
      const former = { account_id, quote_id: quoteId, former_customer_id: 'cus_a' };
      await insertRow(tx, 'documents', {
        ...former,
        source_sha256: 's',
        sha256: 'sha256',
        pdf: Buffer.from('x'),
      });
      const event = { account_id, document_id: quoteId, former_customer_id: null };
      for (const [type, customer] of [
        ['created', null],
        ['sent', 'cus_a'],
        ['viewed', null],
      ] as const)
        await insertRow(tx, 'events', {
          ...event,
          id: type,
          former_customer_id: customer,
          doc: `{"id":"${type}","type":"${type}"}`,
        });
      await tx.run(`UPDATE quotes SET signatures = '[{}]' WHERE account_id = ?`, account_id);
      return quoteId;
    });
    const files = await download(account_id, 'cus_a');
    const { quote, history, signatures } = read(files, `former-quotes/${id}/quote.json`);
    assert.deepEqual([quote, signatures, idsOf(history)], [undefined, [], ['sent']]);
    assert.deepEqual([...files.keys()].sort(), [
      ...['customer.json', `former-quotes/${id}/quote.json`, `former-quotes/${id}/sha256-a.pdf`],
    ]);
    const current = read(await download(account_id, 'cus_b'), 'quotes/Q-A-1/quote.json');
    assert.deepEqual(
      [current.quote.id, current.signatures.length, idsOf(current.history)],
      [...[id, 1, ['created', 'viewed']]],
    );
  });

  it('has as many quotes as there are, and is for customers of the account', async () => {
    const { id: accountId } = await sampleAccount(db);
    const many = Array.from({ length: 101 }, (_, index) => sampleQuote(`Q-${index}`));
    const creation = JSON.stringify({ id: 'evt_1', type: 'created' });
    await db.write(async (tx) => {
      await insertQuotes(tx, accountId, many);
      await tx.run('UPDATE quotes SET creation = ? WHERE account_id = ?', creation, accountId);
    });
    const files = await download(accountId, 'cus_a');
    assert.equal([...files.keys()].filter((name) => name.startsWith('quotes/')).length, 101);
    const { history } = read(files, 'quotes/Q-0/quote.json');
    assert.deepEqual(history, [JSON.parse(creation)], 'the event that is stored with the quote');
    await assert.rejects(
      download(accountId, 'cus_unknown'),
      (error) => error instanceof Problem && error.code === 'not_found' && error.message.includes('customer'),
    );
  });
});
