import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createQuote, ITEM } from '../support/api/quotes.ts';
import { startTestService, TEST_KEY } from '../support/service/service.ts';

const FLOOD = 16;
/** One PDF may be in progress when the request arrives; others finish during the lookup and the response. */
const MAX_EARLIER_PDFS = 4;

test('an account that requests many PDFs delays only itself', async (t) => {
  // One engine is enough: requests that wait for the typesetter have read all their data.
  const service = await startTestService({ env: { PDF_WORKERS: '1' }, pdf: {} });
  t.after(service.close);
  const [greedy, modest] = [await service.newAccount(), await service.newAccount()];
  const items = Array.from({ length: 40 }, (_, at) => ({ ...ITEM, description: `Work ${at}` }));
  const quotes = await Promise.all(
    Array.from({ length: FLOOD }, (_, at) => createQuote(greedy, { title: `Part ${at}`, items })),
  );
  const [seen, sent] = [await createQuote(modest), await createQuote(modest)];
  let done = 0;
  let first = () => {};
  const begun = new Promise<void>((resolve) => {
    first = resolve;
  });
  const flood = quotes.map(async ({ id }) => {
    const { status, text } = await greedy.get(`/quotes/${id}/pdf`);
    done += 1;
    first();
    assert.equal(status, 200, text);
  });
  await begun;
  for (const ask of [
    () => modest.get(`/quotes/${seen.id}/pdf`),
    () => modest.post(`/quotes/${sent.id}/send`),
  ]) {
    const before = done;
    const { status, text } = await ask();
    assert.equal(status, 200, text);
    assert.ok(done - before <= MAX_EARLIER_PDFS, `${done - before} documents of another account came first`);
  }
  assert.ok(done < FLOOD, 'the flood ended before the others were served');
  await Promise.all(flood);
});

test('a document that took too long is not tried again', async (t) => {
  const service = await startTestService({ env: { PDF_WORKERS: '1' }, pdf: { timeoutMs: 1 } });
  t.after(service.close);
  const api = await service.newAccount();
  const { id } = await createQuote(api);
  const headers = { Authorization: `Bearer ${api.key}` };
  const askForPdf = async () => {
    const reply = await fetch(`${service.url}/api/v1/quotes/${id}/pdf`, { headers });
    const { code } = (await reply.json()) as { code: string };
    assert.deepEqual([reply.status, code], [500, 'pdf_failed']);
  };
  const countTimeouts = async () => {
    const operator = { Authorization: `Bearer ${TEST_KEY}` };
    const metrics = await (await fetch(`${service.url}/metrics`, { headers: operator })).text();
    return /^proffer_documents_total{outcome="timeout"} (\d+)$/m.exec(metrics)?.[1];
  };
  await askForPdf();
  await askForPdf();
  assert.equal(await countTimeouts(), '1');
  service.clock.advance(3_600_000);
  await askForPdf();
  assert.equal(await countTimeouts(), '2');
});
