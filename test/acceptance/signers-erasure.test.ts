import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accept, ok, submit } from '../support/api/customer.ts';
import { sentQuote } from '../support/api/quotes.ts';
import { readZip } from '../support/api/read-zip.ts';
import { signIn } from '../support/console/sign-in.ts';
import { describeOnOneEngine } from '../support/service/service.ts';
import { findText } from '../support/store/find-text.ts';

const MARK = 'Quixotter';
const signers = ['one', 'two'].map((name) => ({
  ...{ name: `${name} ${MARK}`, email: `${name}@quixotter.example`, order: 1 },
}));
const acceptanceFields = [{ key: 'purchaseOrder', label: 'Order', kind: 'text', required: true }];

describeOnOneEngine((service) => {
  test('answers, signatures and the messages of signers are exported and erased with the customer', async () => {
    const account = await service().newAccount();
    ok(await account.put('/customers/quix', { name: MARK, email: 'quix@quixotter.example' }));
    const fields = { customerId: 'quix', signers, acceptanceFields };
    const sent = await sentQuote(account, fields);
    const [link] = sent.signers.map(({ publicUrl }: { publicUrl: string }) => publicUrl);
    await submit(link, 'question', { question: `Is ${MARK} right?` });
    await accept(link, `Signed ${MARK}`, { 'answer-purchaseOrder': `PO ${MARK}` });
    await service().runJob('outbox');

    const owner = await signIn(service(), { accountId: account.accountId });
    const response = await fetch(`${service().url}/api/v1/customers/quix/export`, {
      headers: { Cookie: owner.cookie, 'Proffer-Account': account.accountId },
    });
    const files = readZip(Buffer.from(await response.arrayBuffer()));
    const text = files.map(({ content }) => content.toString()).join('\n');
    for (const part of [`Signed ${MARK}`, `PO ${MARK}`, `Is ${MARK} right?`]) {
      assert.ok(text.includes(part), part);
    }
    ok(await owner.post('/customers/quix/erase'));
    assert.deepEqual(await findText(service().db, MARK, account.accountId), []);
    assert.deepEqual(await findText(service().db, 'quixotter.example', account.accountId), []);
  });
});
