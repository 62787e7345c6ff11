import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, it } from 'node:test';
import { createExecution, createHook, createIncoming } from '../support/connectors/n8n-context.ts';
import { buildNodes, type Nodes } from '../support/connectors/n8n-package.ts';
import { selfSigned } from '../support/mail/self-signed.ts';
import type { Json } from '../support/service/client.ts';
import { describeOnOneEngine, type TestAccount } from '../support/service/service.ts';
import { until } from '../support/until.ts';
import { type Receiver, startReceiver } from '../support/webhooks/receiver.ts';

const identity = selfSigned();
const ITEMS = [{ description: 'Oak table', quantity: 1, unitPrice: 89_000, taxRate: 19 }];

describeOnOneEngine(
  (service) => {
    let nodes: Nodes;
    let receiver: Receiver;
    before(
      async () => {
        nodes = await buildNodes();
        receiver = await startReceiver({ identity });
        // The trigger compares the time of a signature with the real clock.
        service().clock.set(Date.now());
      },
      { timeout: 300_000 },
    );
    after(async () => {
      await receiver?.close();
      if (nodes) await rm(nodes.root, { recursive: true, force: true });
    });

    const settingOf = (account: TestAccount) => ({ nodes, url: service().url, key: account.key });
    /** Runs the node once per item, and returns what it puts out. */
    async function run(
      account: TestAccount,
      items: Json[],
      options: Parameters<typeof createExecution>[2] = {},
    ) {
      const [output] = await new nodes.Proffer().execute.call(
        createExecution(settingOf(account), items, options),
      );
      return output as { json: Json; binary?: Json; pairedItem: { item: number } }[];
    }
    const runOne = async (account: TestAccount, item: Json) =>
      (await run(account, [item]))[0] ?? assert.fail();

    it('the package follows the rules of n8n and names every event type', () => {
      const { EVENT_TYPES } = nodes;
      const document = service().contract.document as Json;
      const types = document.components.schemas.Event.oneOf.map(
        (part: Json) =>
          (part.$ref ? document.components.schemas[part.$ref.split('/').at(-1)] : part).properties.type.const,
      );
      assert.deepEqual([...EVENT_TYPES].sort(), [...types].sort());
    });

    it('a quote goes from a customer to a paid invoice', async () => {
      const account = await service().newAccount();
      const customer = await runOne(account, {
        ...{ resource: 'customer', operation: 'upsert', id: 'crm-17', name: 'Ada Joinery' },
        fields: '{ "email": "ada@joinery.example", "country": "DE" }',
      });
      assert.equal(customer.json.id, 'crm-17');
      const created = {
        operation: 'create',
        customerId: 'crm-17',
        title: 'A table',
        items: JSON.stringify(ITEMS),
      };
      const { json: quote } = await runOne(account, { ...created, fields: { reference: 'PO 17' } });
      assert.deepEqual([quote.status, quote.total, quote.reference], ['DRAFT', 105_910, 'PO 17']);

      const id = quote.id;
      assert.equal((await runOne(account, { operation: 'send', id })).json.status, 'SENT');
      const accepted = await runOne(account, { operation: 'update', id, fields: '{ "status": "ACCEPTED" }' });
      assert.equal(accepted.json.status, 'ACCEPTED');
      const invoice = (await runOne(account, { operation: 'convert', id })).json;
      const ofInvoice = { resource: 'invoice', id: invoice.id };
      assert.equal((await runOne(account, { ...ofInvoice, operation: 'send' })).json.status, 'ISSUED');
      await runOne(account, { ...ofInvoice, operation: 'recordPayment', amount: 105_910 });
      assert.equal((await runOne(account, { ...ofInvoice, operation: 'get' })).json.status, 'PAID');
      const pdf = await runOne(account, { ...ofInvoice, operation: 'getPdf' });
      assert.equal(pdf.binary?.data.data.subarray(0, 5).toString(), '%PDF-');
    });

    it('lists are read to the end or to the limit', async () => {
      const account = await service().newAccount();
      const customers = Array.from({ length: 120 }, (_, index) => ({
        ...{ resource: 'customer', operation: 'upsert', id: `c-${index}`, name: `Customer ${index}` },
      }));
      assert.deepEqual(
        (await run(account, customers)).map(({ pairedItem }) => pairedItem.item),
        customers.map((_, index) => index),
      );
      const list = { resource: 'customer', operation: 'getAll' };
      const all = await run(account, [{ ...list, returnAll: true }]);
      assert.equal(new Set(all.map(({ json }) => json.id)).size, 121);
      assert.equal((await run(account, [{ ...list, limit: 105 }])).length, 105);
      const found = await run(account, [{ ...list, filters: '{ "search": "Customer 119" }' }]);
      assert.deepEqual(
        found.map(({ json }) => json.id),
        ['c-119'],
      );
    });

    it('a retry of the same run creates one quote, another run of a loop another one', async () => {
      const account = await service().newAccount();
      const item = { operation: 'create', customerId: account.customerId, title: 'Once', items: ITEMS };
      const ids = [];
      for (const index of [0, 0, 1]) ids.push((await run(account, [item], { run: index }))[0]?.json.id);
      assert.equal(ids[0], ids[1]);
      assert.notEqual(ids[0], ids[2]);
    });

    it('an error says what the service said, or becomes the result of its item', async () => {
      const account = await service().newAccount();
      const bad = { operation: 'create', customerId: 'nobody', title: 'A table', items: ITEMS };
      await assert.rejects(run(account, [bad]), (error: Json) => {
        assert.equal(error.name, 'NodeApiError');
        assert.match(`${error.message} ${error.description}`, /customer/i);
        return true;
      });
      await assert.rejects(run(account, [{ ...bad, items: '[' }]), /items is not valid JSON/);
      const list = { resource: 'customer', operation: 'getAll' };
      const [first, second] = await run(account, [bad, list], { continueOnFail: true });
      assert.equal(typeof first?.json.error, 'string');
      assert.equal(second?.json.id, account.customerId);
    });

    it('the trigger registers an endpoint, starts on signed events only, and removes the endpoint', async () => {
      const account = await service().newAccount();
      const { checkExists, create, delete: remove } = new nodes.ProfferTrigger().webhookMethods.default;
      const staticData: Json = {};
      const hook = createHook(settingOf(account), staticData, `${receiver.url}/n8n`, ['customer.created']);
      assert.equal(await checkExists.call(hook), false);
      assert.equal(await create.call(hook), true);
      assert.equal(await checkExists.call(hook), true);

      await account.put('/customers/new', { name: 'New' });
      await until(async () => {
        await service().runJob('fan-out');
        return receiver.at('/n8n').length > 0;
      });
      const { body, headers } = receiver.at('/n8n')[0] ?? assert.fail();
      const receive = (given: string, sent: Record<string, string>) => {
        const incoming = createIncoming(staticData, given, sent);
        return new nodes.ProfferTrigger().webhook
          .call(incoming)
          .then((result: Json) => ({ result, ...incoming.rejected }));
      };
      const { result } = await receive(body, headers);
      assert.equal(result.workflowData[0][0].json.data.customer.id, 'new');
      for (const [given, sent] of [
        [body.replace('New', 'Old'), headers],
        [body, { ...headers, 'webhook-signature': 'v1,AAAA' }],
        [body, { ...headers, 'webhook-timestamp': '1' }],
        [body, {}],
      ] as const) {
        assert.deepEqual(await receive(given, sent), { result: { noWebhookResponse: true }, status: 401 });
      }

      const other = createHook(settingOf(account), staticData, `${receiver.url}/moved`, ['customer.created']);
      assert.equal(await checkExists.call(other), false, 'the URL has changed');
      assert.deepEqual((await account.get('/webhook-endpoints')).body.data, []);
      assert.equal(await create.call(other), true);
      assert.equal(await remove.call(other), true);
      assert.deepEqual((await account.get('/webhook-endpoints')).body.data, []);
      assert.equal(await remove.call(other), true, 'a second removal changes nothing');
    });
  },
  {
    env: { WEBHOOKS_PRIVATE: 'on' },
    webhooks: { ca: identity.cert, find: async () => ['127.0.0.1'] },
  },
);
