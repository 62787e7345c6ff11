import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { ENDPOINTS } from '../../src/api/endpoints.ts';
import { formatApprovedContent } from '../../src/domain/quote/approval/approval-reasons.ts';
import type { Quote } from '../../src/domain/quote/quote.ts';
import { CONSOLE_ROUTES } from '../../src/pages/console/routes.ts';
import { listTables } from '../../src/store/catalog.ts';
import { findItemFigures } from '../../src/store/tables/quote/item-costs.ts';
import { signIn, type TestPerson } from '../support/console/sign-in.ts';
import { selfSigned } from '../support/mail/self-signed.ts';
import { openTools } from '../support/mcp/tools.ts';
import { wordsOf } from '../support/pdf/pdf-text.ts';
import type { Client, Json } from '../support/service/client.ts';
import { describeOnOneEngine, type TestAccount } from '../support/service/service.ts';
import { until } from '../support/until.ts';
import { type Receiver, startReceiver } from '../support/webhooks/receiver.ts';

/** Figures that nothing else contains: the costs, the margins that follow from them, and these in percent. */
const COST = 7_654_321;
const PRICE = 19_283_746;
const FIGURES = [
  ...[COST, PRICE - COST, 2 * COST, 2 * (PRICE - COST)].map(String),
  ...['60.31', '60,31', '٦٠٫٣١'],
];
const identity = selfSigned();
const ITEM = { description: 'Turbine', quantity: 1, unitPrice: PRICE };

describeOnOneEngine(
  (service) => {
    let account: TestAccount;
    let seeing: Client;
    let visitors: Record<string, Client>;
    let member: TestPerson;
    let reader: TestPerson;
    let known: Record<'/quotes' | '/invoices' | '/catalogue-items' | '/templates' | '/events', string>;
    let sentQuote: Json;
    let receiver: Receiver;

    after(() => receiver?.close());
    before(async () => {
      account = await service().newAccount();
      receiver = await startReceiver({ identity });
      const subscribed = await account.post('/webhook-endpoints', {
        url: `${receiver.url}/all`,
        types: ['*'],
      });
      assert.equal(subscribed.status, 201, subscribed.text);
      const keyOf = async (scope: 'read' | 'draft' | 'read,write', seesCosts = false) =>
        service().client((await service().newKey(account.accountId, scope, { seesCosts })).secret);
      seeing = await keyOf('read,write', true);
      const { accountId } = account;
      member = await signIn(service(), { role: 'member', accountId });
      reader = await signIn(service(), { role: 'reader', accountId });
      const [draftKey, readKey] = [await keyOf('draft'), await keyOf('read')];
      visitors = { writeKey: account, draftKey, readKey, member, reader };
      await prepare();
    });

    /** Quotes in every status, an invoice, an item of the catalogue, a template, and changes of costs. */
    async function prepare() {
      const { customerId } = account;
      const item = (await seeing.post('/catalogue-items', { ...ITEM, quantity: undefined, cost: COST })).body;
      const template = { name: 'Turbines', title: 'Turbine', items: [{ ...ITEM, cost: COST }] };
      const { id: templateId } = (await seeing.post('/templates', template)).body;
      const create = async (more = {}) => {
        const body = { customerId, title: 'Turbine', items: [{ ...ITEM, cost: COST }], ...more };
        const made = await seeing.post('/quotes', body, {
          headers: { 'Idempotency-Key': crypto.randomUUID() },
        });
        assert.equal(made.status, 201, made.text);
        return made.body;
      };
      const quote = await create({ items: [{ ...ITEM, cost: 1 }] });
      const costed = await seeing.patch(`/quotes/${quote.id}`, {
        items: [{ ...quote.items[0], cost: COST }],
      });
      assert.equal(costed.body.margin, PRICE - COST, 'who has the right sees the figures');
      const [won, converted] = [await create({ discountType: 'fixed', discountValue: 0 }), await create()];
      const send = { headers: { 'Idempotency-Key': 'send' } };
      sentQuote = (await seeing.post(`/quotes/${(await create()).id}/send`, {}, send)).body;
      await seeing.patch(`/quotes/${won.id}`, { status: 'ACCEPTED' });
      const { body: invoice } = await seeing.post(`/quotes/${converted.id}/convert-to-invoice`);
      await seeing.post(`/invoices/${invoice.id}/issue`);
      await account.post('/quotes', { customerId, templateId });
      const event = (await seeing.get('/events?limit=1')).body.data[0].id;
      known = {
        ...{ '/quotes': quote.id, '/invoices': invoice.id, '/events': event },
        ...{ '/catalogue-items': item.id, '/templates': templateId },
      };
    }

    function expectNoFigures(what: string, text: string, headers?: Headers) {
      const whole = text + JSON.stringify([...(headers ?? [])]);
      // Separators differ by language.
      const digits = whole.replaceAll(/(?<=\d)[.,'’\s\u00a0\u202f](?=\d)/g, '');
      for (const figure of FIGURES) {
        assert.ok(!whole.includes(figure) && !digits.includes(figure), `${what} contains ${figure}`);
      }
      assert.doesNotMatch(whole, /"(cost|margin|marginPercent|margins|listPrice)"/, what);
    }

    function fillPath(path: string): string {
      const id = Object.entries(known).find(([noun]) => path.includes(noun))?.[1] ?? account.customerId;
      return path.replace(':id', id).replace(/:\w+/, 'plan.pdf');
    }

    test('no response to a GET contains a cost, whoever asks without the right', async () => {
      let seen = 0;
      for (const [name, visitor] of Object.entries(visitors)) {
        for (const { method, path } of ENDPOINTS) {
          if (method !== 'GET') continue;
          const url = fillPath(path.replace('/api/v1', ''));
          const reply = await visitor.get(url.endsWith('/archive') ? `${url}?month=2026-03` : url);
          expectNoFigures(`${name}: GET ${url}`, reply.text, reply.headers);
          if (reply.status === 200) seen++;
        }
      }
      assert.ok(seen > 100, `${seen} responses`);
    });

    test('no response to a write contains a cost, and none is kept for a repeat', async () => {
      const { customerId } = account;
      const named = { catalogueItemId: known['/catalogue-items'], quantity: 1 };
      const body = { customerId, title: 'Turbine', items: [named] };
      for (const [name, visitor] of Object.entries({ account, draftKey: visitors.draftKey, member })) {
        const expectNone = async (method: string, path: string, sent?: object, headers = {}) => {
          const reply = await (visitor as Client).request(method, path, sent, { headers });
          expectNoFigures(`${name}: ${method} ${path}`, reply.text, reply.headers);
          return reply.body;
        };
        const repeat = { 'Idempotency-Key': `create-${name}` };
        const made = await expectNone('POST', '/quotes', body, repeat);
        assert.equal((await seeing.get(`/quotes/${made.id}`)).body.cost, COST, 'the cost is there');
        await expectNone('POST', '/quotes', body, repeat);
        const fromTemplate = { customerId, templateId: known['/templates'] };
        await expectNone('POST', '/quotes', fromTemplate);
        await expectNone('POST', '/quotes/preview', fromTemplate);
        await expectNone('POST', '/quotes/preview', body);
        await expectNone('POST', `/quotes/${made.id}/duplicate`, {});
        await expectNone('PATCH', `/quotes/${made.id}`, { items: made.items, title: 'Turbine 2' });
        await expectNone('PATCH', `/templates/${known['/templates']}`, { title: 'Turbines' });
        await expectNone('PATCH', `/catalogue-items/${known['/catalogue-items']}`, { unit: name });
        await expectNone('POST', `/quotes/${made.id}/request-approval`, {});
        await expectNone('POST', `/quotes/${made.id}/send`, {});
        await expectNone('POST', `/quotes/${made.id}/remind`, {});
        await expectNone('POST', `/quotes/${made.id}/convert-to-invoice`, {});
      }
      const again = { headers: { 'Idempotency-Key': 'send' } };
      const repeated = await account.post(`/quotes/${sentQuote.id}/send`, {}, again);
      expectNoFigures('the repeated send', repeated.text, repeated.headers);
    });

    test('neither search nor order tells costs', async () => {
      for (const visitor of Object.values(visitors)) {
        for (const sort of ['margin', '-margin']) {
          assert.equal((await visitor.get(`/quotes?sort=${sort}`)).status, 403);
          const csv = { headers: { Accept: 'text/csv' } };
          assert.equal((await visitor.get(`/quotes?sort=${sort}`, csv)).status, 403);
        }
        for (const list of ['quotes?q', 'quotes?search', 'catalogue-items?search', 'templates?search']) {
          assert.equal((await visitor.get(`/${list}=${COST}`)).body.pagination.total, 0, list);
        }
        const csv = await visitor.get('/quotes', { headers: { Accept: 'text/csv' } });
        expectNoFigures('the CSV', csv.text);
        assert.doesNotMatch(csv.text.split('\r\n')[0] ?? '', /cost|margin/);
      }
      const numbersOn = async (query: string) => {
        const { text } = await member.page(`/${account.accountId}/quotes${query}`);
        return [...text.matchAll(/Q-\d{4}-\d{5}/g)].map(([number]) => number);
      };
      assert.deepEqual(await numbersOn('?sort=margin'), await numbersOn(''));
    });

    test('no page of the console contains a cost', async () => {
      let seen = 0;
      for (const [name, person] of Object.entries({ member, reader })) {
        for (const { method, path } of CONSOLE_ROUTES) {
          if (method !== 'GET') continue;
          const url = `/${account.accountId}${fillPath(path.replace('/catalogue', '/catalogue-items')).replace('/catalogue-items', '/catalogue')}`;
          const { status, text, headers } = await person.page(url);
          expectNoFigures(`${name}: ${url}`, text, headers);
          if (status === 200) seen++;
        }
        const { text } = await person.page(
          `/${account.accountId}/quotes/new?template=${known['/templates']}`,
        );
        expectNoFigures(`${name}: a new quote from a template`, text);
      }
      assert.ok(seen > 20, `${seen} pages`);
    });

    test('what the customer gets contains no cost', async () => {
      const page = await fetch(sentQuote.publicUrl, { headers: { Accept: 'text/html' } });
      expectNoFigures('the page', await page.text(), page.headers);
      const { body } = await account.get(`/quotes/${sentQuote.id}/pdf`);
      for (const url of [`${sentQuote.publicUrl}/pdf`, body.url]) {
        const pdf = new Uint8Array(await (await fetch(url)).arrayBuffer());
        const words = await wordsOf(pdf);
        assert.match(words, /Turbine/);
        expectNoFigures('the words of the PDF', words);
        expectNoFigures('the PDF', Buffer.from(pdf).toString('latin1'));
      }
    });

    test('what webhooks deliver contains no cost', async () => {
      const isComplete = () =>
        ['quote.updated', 'quote.sent', 'invoice.issued'].every((type) =>
          receiver.received.some(({ event }) => event.type === type),
        );
      await until(async () => {
        await service().runJob('fan-out');
        return isComplete();
      });
      for (const { body, headers, event } of receiver.received) {
        expectNoFigures(event.type, body + JSON.stringify(headers));
      }
    });

    test('the tools for agents tell no costs', async () => {
      const tools = await openTools(service().url, account.key);
      try {
        const { isError, text, value } = await tools.call('get_quote', {
          id: known['/quotes'],
          detail: true,
        });
        assert.equal(isError, false, text);
        expectNoFigures('get_quote', text + JSON.stringify(value));
        const found = await tools.call('find_quotes', { detail: true });
        expectNoFigures('find_quotes', found.text + JSON.stringify(found.value));
      } finally {
        await tools.close();
      }
    });

    test('no published hash of an approval tells whether a guessed cost is right', async () => {
      assert.equal((await seeing.patch('/account', { approval: { marginBelow: 99 } })).status, 200);
      const hashOf = (quote: Json, costs: Record<string, number>) =>
        createHash('sha256')
          .update(formatApprovedContent(quote as Quote, costs))
          .digest('hex');
      const ask = async (id: string) => {
        const { body, text } = await account.post(`/quotes/${id}/request-approval`, {});
        assert.match(body.approval?.sha256 ?? text, /^[0-9a-f]{64}$/);
        return body;
      };
      const free = { customerId: account.customerId, title: 'Turbine', items: [ITEM] };
      const uncosted = await ask((await account.post('/quotes', free)).body.id);
      assert.equal(uncosted.approval.sha256, hashOf(uncosted, {}), 'without costs it can be computed');

      const copied = (await account.post(`/quotes/${known['/quotes']}/duplicate`, {})).body.id;
      const salts = new Set<unknown>();
      for (const id of [known['/quotes'], copied]) {
        const quote = await ask(id);
        const published = await Promise.all([
          ...[`/quotes/${id}`, `/quotes/${id}/events`, `/events?quoteId=${id}`].map((path) =>
            seeing.get(path),
          ),
        ]);
        const { salt } = await findItemFigures(service().db.read, account.accountId, id);
        assert.match(salt ?? '', /^[0-9a-f]{32}$/);
        salts.add(salt);
        for (const { text } of published) {
          assert.ok(text.includes(quote.approval.sha256) && !text.includes(salt ?? ''));
          for (const costs of [{}, { [quote.items[0].id]: COST }])
            assert.ok(!text.includes(hashOf(quote, costs)), 'a hash that can be found by trying');
        }
      }
      assert.equal(salts.size, 2, 'a duplicate has its own salt');
    });

    test('nothing that is stored contains a cost but the columns for it', async () => {
      // Captured emails, events, webhooks, responses for repeats, documents and jobs are all stored.
      const own: Record<string, string[]> = {
        item_costs: ['doc'],
        quote_facts: ['margin'],
        quotes: ['counted'],
        quote_outcomes: ['margin_high', 'margin_low', 'net_high', 'net_low'],
      };
      for (const { name, columns } of await listTables(service().db)) {
        const shown = columns.filter((column) => !own[name]?.includes(column));
        const rows = await service().db.read.all<Record<string, unknown>>(
          `SELECT ${shown.join(', ')} FROM ${name}`,
        );
        const text = rows
          .flatMap(Object.values)
          .map((value) =>
            value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value),
          );
        expectNoFigures(`table ${name}`, text.join('\n'));
      }
    });
  },
  {
    documents: 'typeset',
    env: { WEBHOOKS_PRIVATE: 'on' },
    webhooks: { ca: identity.cert, find: async () => ['127.0.0.1'] },
  },
);
