import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { CUSTOMER } from '../fixtures/customer.ts';
import { accept, attachmentOf, mailsOf, ok, readSeen, submit, visit } from '../support/api/customer.ts';
import { createQuote, sentQuote } from '../support/api/quotes.ts';
import { svg } from '../support/pdf/logos.ts';
import { wordsOf } from '../support/pdf/pdf-text.ts';
import { drawFirstPage, readQrCode } from '../support/pdf/read-qr-code.ts';
import { testAll } from '../support/run/all.ts';
import type { Client } from '../support/service/client.ts';
import { DAY } from '../support/service/clock.ts';
import {
  engines,
  makeDatabase,
  startTestService,
  type TestAccount,
  type TestService,
} from '../support/service/service.ts';

const LOOK = { name: 'Renamed Ltd', accentColor: '#aa0033', locale: 'de', timeZone: 'Asia/Tokyo' };
const TABLES = ['parties', 'sellers', 'shown_documents'] as const;

for (const engine of engines()) {
  describe(engine, () => {
    let place: Awaited<ReturnType<typeof makeDatabase>>;
    let service: TestService;
    before(async () => {
      place = await makeDatabase(engine, { withTables: true });
      service = await startTestService({ engine, place, documents: 'typeset' });
    });
    after(async () => {
      await service.close();
      await place.remove();
    });

    test('an issued invoice keeps its seller and its file', async () => {
      const account = await service.newAccount();
      const { id } = await sentQuote(account);
      const invoice = ok(await account.post(`/quotes/${id}/convert-to-invoice`));
      ok(await account.patch('/account', { name: 'At issue Ltd' }));
      ok(await account.post(`/invoices/${invoice.id}/issue`));
      const path = `/invoices/${invoice.id}/pdf`;
      await changeParties(account);
      const { sha256: first, url } = ok(await account.get(path));
      const words = await wordsOf(new Uint8Array(await (await fetch(url)).arrayBuffer()));
      assert.ok(words.includes('AtissueLtd'));
      assert.ok(!words.includes('RenamedLtd'));
      service.clock.advance(100 * DAY);
      await service.runJob('clean-up');
      ok(await account.post(`/invoices/${invoice.id}/payments`, { amount: 1 }));
      assert.equal(ok(await account.get(path)).sha256, first, 'overdue and partly paid');
    });

    testAll('a content is stored once and deleted with the last quote that uses it', async () => {
      const account = await service.newAccount();
      const count = async () => {
        const rows = TABLES.map((table) =>
          service.db.read.get<{ n: number }>(
            `SELECT count(*) AS n FROM ${table} WHERE account_id = ?`,
            account.accountId,
          ),
        );
        return (await Promise.all(rows)).map((row) => Number(row?.n));
      };
      const quotes = [await sentQuote(account), await sentQuote(account), await sentQuote(account)];
      assert.deepEqual((await count()).slice(0, 2), [1, 1]);
      ok(await account.patch(`/quotes/${quotes[0].id}`, { title: 'Same parties' }));
      await changeParties(account);
      ok(await account.patch(`/quotes/${quotes[0].id}`, { title: 'Other parties' }));
      assert.deepEqual((await count()).slice(0, 2), [2, 2]);
      ok(await account.patch('/account', { phone: '+49 1' }));
      ok(await account.patch(`/quotes/${quotes[0].id}`, { title: 'And others again' }));
      assert.deepEqual((await count()).slice(0, 2), [2, 2], 'what was only edited is forgotten');
      for (const { id } of quotes) ok(await account.delete(`/quotes/${id}`));
      assert.deepEqual(await count(), [0, 0, 0]);
    });

    test('each link has the file of its own send, and another send does not disturb a decision', async () => {
      const account = await service.newAccount();
      const first = await sentQuote(account);
      const seen = await readSeen(first.publicUrl);
      const firstFile = await bytesOf(`${first.publicUrl}/pdf`);
      const second = ok(await account.post(`/quotes/${first.id}/send`));
      assert.deepEqual((await linksIn(await bytesOf(`${second.publicUrl}/pdf`))).slice(-1), [
        second.publicUrl,
      ]);
      assert.deepEqual(await bytesOf(`${first.publicUrl}/pdf`), firstFile);
      assert.equal(ok(await account.get(`/quotes/${first.id}/revisions`)).data.length, 1, 'the same text');
      assert.equal((await submit(first.publicUrl, 'accept', { ...seen, name: 'Ada' })).status, 303);
      const { documentSha256 } = ok(await account.get(`/quotes/${first.id}/acceptance`));
      assert.equal(documentSha256, sha256(firstFile));
    });

    // The rest is about documents and pages, which do not depend on the engine.
    if (engine !== engines()[0]) return;
    test('a sent quote keeps seller and customer on its page, in its PDF and in its emails', async () => {
      const account = await service.newAccount();
      ok(await account.patch('/account', { email: 'old@seller.example', reminderDays: 3 }));
      const validUntil = new Date(service.clock() + 10 * DAY).toISOString();
      const { id, publicUrl } = await sentQuote(account, { validUntil });
      const seen = await shown(account, { id, publicUrl });
      await changeParties(account);
      assert.deepEqual(await shown(account, { id, publicUrl }), seen);
      const [mail] = await mailsOf(service, account);
      assert.ok(mail);
      assert.equal(seen.linked, sha256(await attachmentOf(service, account, mail)));

      service.clock.advance(8 * DAY);
      await service.runJob('reminders');
      ok(await account.patch('/account', { email: 'new@seller.example' }));
      assert.equal((await submit(publicUrl, 'question', { question: 'When?' })).status, 303);
      // The reminder to the customer and the question to the business have the same time, so their order varies.
      const later = (await mailsOf(service, account)).slice(1);
      assert.equal(later.length, 2);
      for (const each of later) assert.doesNotMatch(each.html + each.text, /Renamed|Somebody else/);
      const addresses = later.flatMap(({ to }) => to.map(({ address }) => address));
      assert.ok(addresses.includes('new@seller.example'), addresses.join());

      const { name } = ok(await account.get('/account'));
      const draft = await createQuote(account);
      assert.ok((await pdfWords(account, draft.id)).includes(name.replaceAll(' ', '')));
      assert.equal((await accept(publicUrl)).status, 303);
      const record = ok(await account.get(`/quotes/${id}/acceptance`));
      assert.equal(record.documentSha256, seen.linked);
      const [copy, notice] = (await mailsOf(service, account)).slice(3);
      assert.ok(copy && notice);
      assert.doesNotMatch(copy.html + notice.html, /Renamed|Somebody else/);
      const accepted = sha256(await attachmentOf(service, account, copy));
      assert.equal((await shown(account, { id, publicUrl })).linked, accepted);
    });

    test('a quote that is sent again or edited gets the current parties, and so does the next draft', async () => {
      const account = await service.newAccount();
      const again = await sentQuote(account);
      const edited = await sentQuote(account);
      await changeParties(account);
      const form = await readSeen(again.publicUrl);
      ok(await account.post(`/quotes/${again.id}/send`));
      ok(await account.patch(`/quotes/${edited.id}`, { title: 'Another title' }));
      for (const { id, publicUrl } of [again, edited]) {
        const page = (await visit(publicUrl)).text;
        assert.match(page, /Renamed Ltd/);
        assert.match(page, /Somebody else/);
        assert.ok((await pdfWords(account, id)).includes('RenamedLtd'));
      }
      const stale = await submit(again.publicUrl, 'accept', { ...form, name: 'Ada' });
      assert.equal(stale.status, 409, 'another seller is another text');
      ok(await account.patch('/account', { name: 'Third Ltd' }));
      assert.ok((await pdfWords(account, edited.id)).includes('RenamedLtd'), 'as at its last edit');
    });

    test('a new validity makes a new document with the same parties', async () => {
      const account = await service.newAccount();
      const quote = await sentQuote(account);
      const before = await shown(account, quote);
      await changeParties(account);
      ok(await account.patch(`/quotes/${quote.id}`, { validUntil: '2031-05-06T23:59:00Z' }));
      const after = await shown(account, quote);
      assert.notEqual(after.linked, before.linked);
      assert.match(after.page, /2031/);
      assert.doesNotMatch(after.page, /Renamed|Somebody else/);
      assert.doesNotMatch(await pdfWords(account, quote.id), /Renamed|Somebodyelse/);
    });

    test('during a revision the page shows the sent content and its sender', async () => {
      const account = await service.newAccount();
      const quote = await sentQuote(account);
      await accept(quote.publicUrl);
      await changeParties(account);
      ok(await account.patch(`/quotes/${quote.id}`, { title: 'Another title' }));
      assert.doesNotMatch((await visit(quote.publicUrl)).text, /Renamed|Somebody else|Another title/);
    });

    test("the customer's file links to the page, on screen and on paper, while a decision is possible", async () => {
      const account = await service.newAccount();
      ok(
        await account.patch('/account', {
          email: 'studio+a@nord.example',
          website: 'https://nord.example/a',
        }),
      );
      const { id, publicUrl } = await sentQuote(account);
      const own = ['https://nord.example/a', 'mailto:studio%2Ba@nord.example'];
      const [mail] = await mailsOf(service, account);
      assert.ok(mail);
      const attached = await attachmentOf(service, account, mail);
      assert.deepEqual(await linksIn(attached), [...own, publicUrl]);
      assert.equal(readQrCode(await drawFirstPage(attached)), publicUrl);
      assert.deepEqual(await bytesOf(`${publicUrl}/pdf`), attached);

      const reader = service.client((await service.newKey(account.accountId, 'read')).secret);
      const hosted = async () => bytesOf(ok(await reader.get(`/quotes/${id}/pdf`)).url);
      const { documentUrl } = ok(await reader.get(`/quotes/${id}/revisions`)).data[0];
      for (const pdf of [await hosted(), await bytesOf(documentUrl)])
        assert.deepEqual(await linksIn(pdf), own);
      await submit(publicUrl, 'question', { question: 'When?' });
      const question = (await mailsOf(service, account)).at(-1);
      assert.ok(question);
      assert.deepEqual(await linksIn(await attachmentOf(service, account, question)), own);

      const draft = ok(await reader.get(`/quotes/${(await createQuote(account)).id}/pdf`));
      assert.deepEqual(await linksIn(await bytesOf(draft.url)), own);
      const expired = await sentQuote(account);
      ok(await account.patch(`/quotes/${expired.id}`, { validUntil: '2001-01-01T00:00:00Z' }));
      await accept(publicUrl);
      const invoice = ok(await account.post(`/quotes/${id}/convert-to-invoice`));
      for (const url of [`${publicUrl}/pdf`, `${expired.publicUrl}/pdf`]) {
        assert.deepEqual(await linksIn(await bytesOf(url)), own, url);
      }
      const { url } = ok(await account.get(`/invoices/${invoice.id}/pdf`));
      assert.deepEqual(await linksIn(await bytesOf(url)), own);
    });

    test('the page of a revised quote lists the changes since its link showed it', async () => {
      const account = await service.newAccount();
      const item = (description: string, quantity: number) => ({ description, quantity, unitPrice: 1000 });
      const { id, publicUrl } = await sentQuote(account, { items: [item('Plan', 1), item('Build', 2)] });
      assert.doesNotMatch((await visit(publicUrl)).text, /id="changes"/);
      ok(await account.patch(`/quotes/${id}`, { items: [item('Plan', 3), item('Test <b>', 4)], notes: 'x' }));
      const scanned = await visit(publicUrl, { headers: { 'User-Agent': 'a scanner, not a person' } });
      assert.match(scanned.text, /id="changes"/);
      for (const look of ['first', 'reload']) {
        const told = changesIn((await visit(publicUrl)).text);
        for (const part of [
          'Changed Plan',
          '3 × €10.00',
          'before: 1 × €10.00',
          'New Test &lt;b&gt;',
          'Removed Build',
        ])
          assert.ok(told.includes(part), `${part} at the ${look}: ${told}`);
        assert.match(told, /Total before €30\.00 Total now €70\.00/);
      }
      ok(await account.patch(`/quotes/${id}`, { terms: 'Net 7' }));
      const told = changesIn((await visit(publicUrl)).text);
      assert.match(told, /The text or the terms have changed/);
      assert.doesNotMatch(told, /Plan|Total before/);
      const { publicUrl: fresh } = ok(await account.post(`/quotes/${id}/send`));
      const since = changesIn((await visit(fresh)).text);
      assert.match(
        since,
        /Changed Plan.*Total before €30\.00 Total now €70\.00/,
        'since what its recipient got before',
      );
    });

    test('the page of a converted quote links to its issued invoice until the link is revoked', async () => {
      const account = await service.newAccount();
      const { id, publicUrl } = await sentQuote(account);
      const other = ok(await account.post(`/quotes/${(await sentQuote(account)).id}/convert-to-invoice`));
      assert.equal((await visit(`${publicUrl}/invoices/${other.id}/pdf`)).status, 404);
      const invoice = ok(await account.post(`/quotes/${id}/convert-to-invoice`));
      assert.doesNotMatch((await visit(publicUrl)).text, /\/invoices\//, 'a draft is not for the customer');
      ok(await account.post(`/invoices/${invoice.id}/issue`));
      const path = /href="([^"]*\/invoices\/[^"]*)"/.exec((await visit(publicUrl)).text)?.[1] ?? '';
      const url = new URL(path, publicUrl).href;
      const hosted = ok(await account.get(`/invoices/${invoice.id}/pdf`));
      assert.equal(sha256(await bytesOf(url)), hosted.sha256);
      assert.equal((await visit(`${publicUrl}/invoices/${other.id}/pdf`)).status, 404, 'of another quote');
      ok(await account.delete(`/quotes/${id}/links`));
      assert.equal((await fetch(url)).status, 404);
    });

    // This test comes last because it restarts the service.
    testAll('another version of the program serves the same bytes', async () => {
      const account = await service.newAccount();
      const open = await sentQuote(account);
      const accepted = await sentQuote(account);
      await accept(accepted.publicUrl);
      const invoice = ok(await account.post(`/quotes/${(await sentQuote(account)).id}/convert-to-invoice`));
      ok(await account.post(`/invoices/${invoice.id}/issue`));
      const draft = await createQuote(account);
      const pdfs = [
        ...[open, accepted, draft].map(({ id }) => `/quotes/${id}/pdf`),
        `/invoices/${invoice.id}/pdf`,
      ];
      const hashes = async (api: Client) =>
        Promise.all(pdfs.map(async (path) => ok(await api.get(path)).sha256));
      const before = await hashes(account);
      // The emails about the acceptance also have documents attached.
      await service.runJob('outbox');
      const ids = [open.id, accepted.id, draft.id, invoice.quoteId];
      const rows = async () => {
        const wanted = `SELECT count(*) AS n FROM documents WHERE quote_id IN (?, ?, ?, ?)`;
        return Number((await service.db.read.get<{ n: number }>(wanted, ...ids))?.n);
      };
      const made = await rows();
      const path = new URL(open.publicUrl).pathname;
      const page = asText(await visit(open.publicUrl), service.url);
      const now = service.clock();
      await service.close();
      service = await startTestService({ engine, place, pdf: { version: 'another' } });
      service.clock.set(now);
      const api = service.client(account.key);
      assert.deepEqual(await hashes(api), before);
      assert.equal(await rows(), made + 1, 'only the draft is set anew');
      assert.equal(asText(await visit(service.url + path), service.url), page);
      assert.equal((await accept(service.url + path)).status, 303);
    });
  });
}

async function changeParties(account: TestAccount): Promise<void> {
  ok(await account.patch('/account', { ...LOOK, logo: svg('<rect width="9" height="9"/>') }));
  ok(
    await account.put('/customers/cus_test', { name: 'Somebody else', email: CUSTOMER.email, locale: 'fr' }),
  );
}

/** Returns the content for the customer through the link and for the owner from the API. */
async function shown(account: Client, { id, publicUrl }: { id: string; publicUrl: string }) {
  const pdf = await fetch(`${publicUrl}/pdf`);
  return {
    page: (await visit(publicUrl)).text,
    linked: sha256(new Uint8Array(await pdf.arrayBuffer())),
    hosted: ok(await account.get(`/quotes/${id}/pdf`)).sha256 as string,
  };
}

async function bytesOf(url: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await (await fetch(url)).arrayBuffer());
}

/** Returns the link targets of a PDF in page order. */
async function linksIn(pdf: Uint8Array): Promise<string[]> {
  const task = getDocument({ data: pdf.slice(), verbosity: 0 });
  const document = await task.promise;
  const links: string[] = [];
  for (let page = 1; page <= document.numPages; page++) {
    for (const { unsafeUrl } of await (await document.getPage(page)).getAnnotations()) links.push(unsafeUrl);
  }
  await task.destroy();
  return [...new Set(links)];
}

/** Returns the text of the section of a page that lists changes. */
function changesIn(page: string): string {
  const [part = ''] = /<section class="card changes"[\s\S]*?<\/section>/.exec(page) ?? [];
  return part.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
}

async function pdfWords(account: Client, id: string): Promise<string> {
  const { url } = ok(await account.get(`/quotes/${id}/pdf`));
  return wordsOf(new Uint8Array(await (await fetch(url)).arrayBuffer()));
}

function asText({ text }: { text: string }, url: string): string {
  return text.replaceAll(url, '');
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
