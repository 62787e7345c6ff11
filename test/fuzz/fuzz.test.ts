import assert from 'node:assert/strict';
import { test } from 'node:test';
import naughtyStrings from 'big-list-of-naughty-strings' with { type: 'json' };
import fc from 'fast-check';
import { createQuote } from '../support/api/quotes.ts';
import type { Json } from '../support/service/client.ts';
import { describeWithDocuments, type TestService } from '../support/service/service.ts';
import { createFuzzClient, exchange, withCustomer } from './exchange.ts';
import { type FuzzedOperation, findFuzzedOperations } from './operations.ts';
import { bodyTextFor } from './schema-values.ts';

/** `npm run fuzz` sends many times more than `npm test`. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 240);
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
const IN_PARALLEL = 20;
const isShort = REQUESTS < 10_000;
/** A short run uses every n-th naughty string; the seed shifts them so that runs over time cover all. */
const STRIDE = isShort ? 256 : 1;
const STRINGS = (naughtyStrings as string[]).filter((_, index) => index % STRIDE === SEED % STRIDE);

describeWithDocuments(
  (service) => {
    test(`${STRINGS.length} naughty strings are handled in every text field (seed ${SEED})`, async () => {
      const api = await createFuzzClient(service());
      await createQuote(api);
      for (const operation of operationsOf(service())) {
        const fields = textFields(operation.schema);
        assert.ok(fields.length > 0 || WITHOUT_TEXT.has(operation.name), `${operation.name} has no text`);
        for (const pointer of fields) {
          // Each send renders a PDF, so a few strings are enough.
          const strings = operation.name === 'sendQuote' ? STRINGS.slice(0, 5) : STRINGS;
          await inParallel(strings, async (text) => {
            await exchange(api, operation, JSON.stringify(withValue(operation.example, pointer, text)));
          });
        }
      }
    });

    test('naughty strings are handled in paths, queries and headers', async () => {
      const api = await service().newAccount();
      const quote = await createQuote(api);
      await inParallel(STRINGS, async (text) => {
        const encoded = encodeURIComponent(text.toWellFormed());
        for (const noun of [
          'quotes',
          'customers',
          'invoices',
          'catalogue-items',
          'templates',
          'webhook-endpoints',
        ]) {
          assert.ok([200, 400, 404].includes((await api.get(`/${noun}/${encoded}`)).status));
        }
        const file = await api.request('PUT', `/quotes/${quote.id}/attachments/${encoded}`, undefined, {
          raw: 'x',
        });
        assert.ok([201, 200, 400, 404, 413].includes(file.status), file.text);
        if (file.status === 201) assert.equal(file.body.name, text);
        const { parameters } = service().contract.document.paths['/quotes'].get;
        const names = parameters.map(({ name }: Json) => (name === 'metadata' ? 'metadata[key]' : name));
        for (const name of [...names, encoded, `metadata[${encoded}]`]) {
          const { status, text: reply } = await api.get(`/quotes?${name}=${encoded}`);
          assert.ok([200, 400].includes(status), `${name}: ${reply}`);
        }
        for (const name of ['If-None-Match', 'X-Request-Id', 'Accept', 'Accept-Language', 'Origin']) {
          const headers = headersWith(name, text);
          if (headers) assert.equal((await api.get('/account', { headers })).status, 200);
        }
        for (const name of ['Idempotency-Key', 'If-Match', 'Content-Type', 'Authorization']) {
          const headers = headersWith(name, text);
          if (headers) assert.ok((await api.post('/quotes', {}, { headers })).status < 500);
        }
      });
    });

    test('any title is found by itself', async () => {
      const api = await service().newAccount();
      await inParallel(STRINGS, async (text) => {
        const created = await api.post('/quotes', bodyWith(text));
        if (created.status !== 201) return;
        if (text.includes('\ufffd') || text.trim() === '') return;
        const { status, body: page } = await api.get(`/quotes?limit=100&search=${encodeURIComponent(text)}`);
        assert.equal(status, 200);
        const found = page.data.some((quote: Json) => quote.id === created.body.id);
        assert.ok(found || page.pagination.hasMore, JSON.stringify(text));
      });
    });

    test(`${REQUESTS} malformed bodies generated from the document are handled (seed ${SEED})`, async () => {
      const api = await createFuzzClient(service());
      const requests = fc.oneof(
        ...operationsOf(service()).map((operation) => ({
          weight: operation.weight,
          arbitrary: bodyTextFor(operation.schema).map((text) => ({ operation, text })),
        })),
      );
      let accepted = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(requests, { minLength: IN_PARALLEL, maxLength: IN_PARALLEL }),
          async (batch) => {
            await inParallel(batch, async ({ operation, text }) => {
              const reply = await exchange(api, operation, withCustomer(text));
              if (reply.status < 300) accepted++;
            });
          },
        ),
        { seed: SEED, numRuns: Math.ceil(REQUESTS / IN_PARALLEL), endOnFailure: isShort },
      );
      assert.ok(accepted > REQUESTS / 20, `only ${accepted} were accepted: the bodies are too bad to tell`);
    });
  },
  {
    env: { RATE_LIMIT_WRITES: '0', RATE_LIMIT_READS: '0', SEND_LIMIT_QUOTE: '0', SEND_LIMIT_RECIPIENT: '0' },
  },
);

let known: FuzzedOperation[] | undefined;
function operationsOf({ contract }: TestService): FuzzedOperation[] {
  known ??= findFuzzedOperations(contract.document);
  return known;
}

const WITHOUT_TEXT = new Set([
  ...['convertQuote', 'readMessages', 'putPriceListEntry'],
  'remindCustomer',
  'remindOfInvoice',
  'refundPayment',
]);

function bodyWith(title: string): Json {
  return { customerId: 'cus_test', title, items: [{ description: 'x', quantity: 1, unitPrice: 1 }] };
}

/** Only values that a client can send: Latin-1 without control characters. */
function headersWith(name: string, text: string): Record<string, string> | undefined {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text) ? { [name]: text } : undefined;
}

/** Returns pointers to all text fields of a body; a list is represented by its first entry. */
function textFields(schema: Json, path: string[] = []): string[][] {
  const types = [schema.type].flat();
  if (types.includes('object')) {
    if (!schema.properties) return textFields(schema.additionalProperties, [...path, 'key']);
    return Object.entries(schema.properties).flatMap(([name, property]) =>
      textFields(property, [...path, name]),
    );
  }
  if (types.includes('array')) return textFields(schema.items, [...path, '0']);
  return types.includes('string') ? [path] : [];
}

function withValue(example: Json, path: string[], value: string): Json {
  const copy = structuredClone(example);
  if ('customerId' in copy) copy.customerId = 'cus_test';
  let place = copy;
  for (const [index, name] of path.slice(0, -1).entries()) {
    place[name] ??= path[index + 1] === '0' ? [] : {};
    place = place[name];
  }
  place[path.at(-1) as string] = value;
  return copy;
}

async function inParallel<T>(entries: readonly T[], action: (entry: T) => Promise<void>): Promise<void> {
  for (let start = 0; start < entries.length; start += IN_PARALLEL) {
    await Promise.all(entries.slice(start, start + IN_PARALLEL).map(action));
  }
}
