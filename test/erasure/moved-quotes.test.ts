import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { accept, submit } from '../support/api/customer.ts';
import { createQuote } from '../support/api/quotes.ts';
import { readZip } from '../support/api/read-zip.ts';
import { signIn } from '../support/console/sign-in.ts';
import type { Json } from '../support/service/client.ts';
import { describeService, type TestAccount, type TestService } from '../support/service/service.ts';
import { findText } from '../support/store/find-text.ts';

/** Customers of one quote, in this order. Each name is part of all that is about the customer. */
const NAMES = ['Alphonsina', 'Bertrandia', 'Cornelion'];
const ORDERS = [
  [0, 1, 2],
  [1, 2, 0],
  [2, 0, 1],
];

describe('Erasing customers of a quote that was given from one to the next', () => {
  describeService((service) => {
    for (const order of ORDERS) {
      const title = order.map((index) => NAMES[index]).join(', ');
      it(`erases only what is about each one: ${title}`, async () => {
        const account = await service().newAccount();
        await giveFromOneToTheNext(account);
        const left = new Set(NAMES);
        const before = new Map<string, string[]>();
        for (const name of NAMES) before.set(name, await listPlaces(service(), account, name));
        for (const index of order) {
          const name = NAMES[index] ?? '';
          await erase(service(), account, name);
          left.delete(name);
          assert.deepEqual(await findText(service().db, name, account.accountId), []);
          for (const other of left) {
            assert.deepEqual(await listPlaces(service(), account, other), before.get(other), other);
          }
        }
        for (const table of ['documents', 'parties', 'revisions', 'decisions', 'captured_mails']) {
          const rows = await service().db.read.all(
            `SELECT 1 AS found FROM ${table} WHERE account_id = ?`,
            account.accountId,
          );
          assert.deepEqual(rows, [], table);
        }
      });
    }

    it('keeps the acceptance of a former customer, and nothing for it of the customer who is erased', async () => {
      const account = await service().newAccount();
      const { id } = await giveFromOneToTheNext(account, { accepted: 0 });
      await erase(service(), account, 'Cornelion');
      assert.deepEqual(await findText(service().db, 'Cornelion', account.accountId), []);
      assert.equal((await account.get(`/quotes/${id}`)).status, 404);
      const reply = await erase(service(), account, 'Alphonsina');
      assert.deepEqual(
        reply.retained.map(({ type, id }: Json) => [type, id]),
        [['quote', id]],
      );
      const files = await exportCustomer(service(), account, 'Bertrandia');
      assert.doesNotMatch([...files.values()].join(), /Alphonsina|Cornelion/);
      assert.match(
        files.get(`former-quotes/${id}/quote.json`) ?? '',
        /Dear Bertrandia[\s\S]*A wish of Bertrandia/,
      );
    });

    it('names a quote once that the customer got back', async () => {
      const account = await service().newAccount();
      const { id } = await giveFromOneToTheNext(account, { accepted: 0 });
      await account.patch(`/quotes/${id}`, { customerId: idOf(NAMES[0]) });
      const reply = await erase(service(), account, 'Alphonsina');
      assert.deepEqual(
        reply.retained.map((kept: Json) => kept.id),
        [id],
      );
      assert.match(JSON.stringify((await account.get(`/quotes/${id}/messages`)).body), /Dear Bertrandia/);
    });

    it('erases the files of a quote that was deleted after it was given to another', async () => {
      const account = await service().newAccount();
      const { id } = await giveFromOneToTheNext(account);
      assert.equal((await account.delete(`/quotes/${id}`)).status, 204);
      const countFiles = async () =>
        (
          await service().db.read.all(
            'SELECT 1 AS found FROM documents WHERE account_id = ?',
            account.accountId,
          )
        ).length;
      for (const [index, name] of NAMES.entries()) {
        assert.equal(await countFiles(), NAMES.length - index);
        await erase(service(), account, name);
        assert.deepEqual(await findText(service().db, name, account.accountId), []);
      }
      assert.equal(await countFiles(), 0);
    });
  });
});

function idOf(name = ''): string {
  return `customer-${name.charAt(0)}`;
}

/** A quote that is sent to each customer, with a message, and then given to the next. */
async function giveFromOneToTheNext(
  account: TestAccount,
  { accepted }: { accepted?: number } = {},
): Promise<Json> {
  for (const name of NAMES) {
    const customer = { name, email: `${name.toLowerCase()}@mail.example` };
    assert.equal((await account.put(`/customers/${idOf(name)}`, customer)).status, 201);
  }
  const quote = await createQuote(account, { customerId: idOf(NAMES[0]) });
  for (const [index, name] of NAMES.entries()) {
    const customerId = idOf(name);
    if (index > 0) assert.equal((await account.patch(`/quotes/${quote.id}`, { customerId })).status, 200);
    const cc = [`copy-${name.toLowerCase()}@mail.example`];
    const sent = await account.post(`/quotes/${quote.id}/send`, { cc });
    assert.equal(sent.status, 200, sent.text);
    const message = { text: `Dear ${name}` };
    assert.equal((await account.post(`/quotes/${quote.id}/messages`, message)).status, 201);
    const wish = { revision: String(sent.body.revision), proposal: `A wish of ${name}` };
    assert.equal((await submit(sent.body.publicUrl, 'proposal', wish)).status, 303);
    if (index === accepted) await accept(sent.body.publicUrl, name);
  }
  return quote;
}

async function erase(service: TestService, { accountId }: TestAccount, name: string): Promise<Json> {
  const owner = await signIn(service, { accountId });
  const { status, text, body } = await owner.post(`/customers/${idOf(name)}/erase`);
  assert.equal(status, 200, text);
  return body;
}

/** Where something about a customer is stored. Events about two customers go with the first who is erased. */
async function listPlaces({ db }: TestService, account: TestAccount, name: string): Promise<string[]> {
  const places = await findText(db, name, account.accountId);
  return places.filter((place) => !/^(feed|idempotency|events|quote|customer_counts)/.test(place));
}

async function exportCustomer(
  service: TestService,
  { accountId }: TestAccount,
  name: string,
): Promise<Map<string, string>> {
  const { cookie } = await signIn(service, { accountId });
  const headers = { Cookie: cookie, 'Proffer-Account': accountId };
  const response = await fetch(`${service.url}/api/v1/customers/${idOf(name)}/export`, { headers });
  const files = readZip(Buffer.from(await response.bytes()));
  return new Map(files.map((file) => [file.name, String(file.content)]));
}
