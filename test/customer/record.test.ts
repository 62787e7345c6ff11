import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { verifyDocument } from '../../src/actions/sending/documents/verify-document.ts';
import { CUSTOMER } from '../fixtures/customer.ts';
import {
  accept,
  attachmentOf,
  decline,
  eventsOf,
  mailsOf,
  noticeIn,
  ok,
  PERSON,
  submit,
  visit,
} from '../support/api/customer.ts';
import { sentQuote } from '../support/api/quotes.ts';
import { wordsOf } from '../support/pdf/pdf-text.ts';
import { DAY } from '../support/service/clock.ts';
import { command } from '../support/service/command.ts';
import { describeOnOneEngine, type TestAccount, type TestService } from '../support/service/service.ts';

const SIGNATURE = 'M10 20L10 20Q20 30 40 50L60 70';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'proffer-verify-'));
});
after(() => rm(folder, { recursive: true, force: true }));

describeOnOneEngine(
  (service) => {
    test('the record names who, when, from where, and the exact PDF; it is printed on the copy', async () => {
      const account = await service().newAccount();
      const quote = await sentQuote(account, { terms: 'Half now, half later' });
      const seen = await downloadPdf(quote.publicUrl);
      const reply = await accept(quote.publicUrl, '  Ada   Lovelace ', { signature: SIGNATURE });
      assert.equal(reply.status, 303);
      assert.equal(reply.headers.get('Location'), `${new URL(quote.publicUrl).pathname}?notice=accepted`);
      const at = new Date(service().clock()).toISOString();
      const record = ok(await account.get(`/quotes/${quote.id}/acceptance`));
      assert.deepEqual(record, {
        quoteId: quote.id,
        decision: 'ACCEPTED',
        by: 'customer',
        via: 'page',
        name: 'Ada Lovelace',
        at,
        revision: 1,
        selection: [],
        total: quote.total,
        documentSha256: sha256(seen),
        offerSha256: sha256(seen),
        attachments: [],
        signature: SIGNATURE,
        reason: null,
        answers: {},
        ip: '127.0.0.1',
        userAgent: PERSON['User-Agent'],
        version: 2,
        number: quote.number,
        seller: { name: 'Studio Nord GmbH', address: null, country: null, taxId: null },
        asked: [
          {
            ...{ name: 'Harbour & Vale Ltd.', email: 'accounts@harbourvale.example', captured: true },
            ...{ sentAt: quote.sentAt, openedAt: null },
          },
        ],
      });
      const accepted = ok(await account.get(`/quotes/${quote.id}`));
      assert.deepEqual(
        [accepted.status, accepted.acceptedAt, accepted.acceptedBy, accepted.declineReason],
        ['ACCEPTED', at, 'Ada Lovelace', null],
      );
      const words = await wordsOf(await downloadPdf(quote.publicUrl));
      for (const text of ['AdaLovelace', sha256(seen), 'Halfnow,halflater'])
        assert.ok(words.includes(text), text);
      assert.ok(!words.includes('127.0.0.1'), 'where they sat is for the record alone');
    });

    test('proffer verify recognizes the sent file, the copy, a changed byte, and an unknown file', async () => {
      const account = await service().newAccount();
      const quote = await sentQuote(account);
      const open = await sentQuote(account);
      await accept(quote.publicUrl);
      const [sent, , copy] = await mailsOf(service(), account);
      assert.ok(sent && copy);
      const sentPdf = await attachmentOf(service(), account, sent);
      const copyPdf = await attachmentOf(service(), account, copy);
      assert.notEqual(sha256(sentPdf), sha256(copyPdf));
      const changed = sentPdf.slice();
      changed[changed.length - 20] = (changed[changed.length - 20] ?? 0) ^ 1;
      const openPdf = await downloadPdf(open.publicUrl);
      const [isSent, isCopy, isChanged, isOpen] = [
        await runVerify(service(), sentPdf),
        await runVerify(service(), copyPdf),
        await runVerify(service(), changed),
        await runVerify(service(), openPdf),
      ];
      for (const { code, stdout } of [isSent, isCopy]) {
        assert.equal(code, 0, stdout);
        assert.match(stdout, new RegExp(`^ACCEPTED: .*${quote.number}.* by Ada Lovelace, .*revision 1`));
      }
      assert.match(isSent.stdout, /exactly this file/);
      assert.match(isCopy.stdout, /copy/);
      assert.match(isOpen.stdout, new RegExp(`^NOT ACCEPTED: .*${open.number}`));
      assert.match(isChanged.stdout, /^UNKNOWN/);
      assert.deepEqual([isOpen.code, isChanged.code], [1, 1]);
      assert.equal(await verdictOf(service(), new Uint8Array()), 'unknown');
    });

    test('equal files of two accounts count as accepted if one is accepted', async () => {
      const [first, second] = [await service().newAccount(), await service().newAccount()];
      const [open, accepted] = [
        await sentQuote(first, { title: 'Twin' }),
        await sentQuote(second, { title: 'Twin' }),
      ];
      const hosted = async (api: TestAccount, { id }: { id: string }) =>
        new Uint8Array(await (await fetch(ok(await api.get(`/quotes/${id}/pdf`)).url)).arrayBuffer());
      const pdf = await hosted(first, open);
      assert.deepEqual(await hosted(second, accepted), pdf);
      assert.equal(await verdictOf(service(), pdf), 'other');
      await accept(accepted.publicUrl);
      assert.equal(await verdictOf(service(), pdf), 'text');
    });

    test('accepted content never changes: an edit makes a new revision, and the record stays', async () => {
      const { clock } = service();
      const account = await service().newAccount();
      const quote = await sentQuote(account, { title: 'First text' });
      await accept(quote.publicUrl);
      const record = ok(await account.get(`/quotes/${quote.id}/acceptance`));
      clock.advance(1000);
      const edited = ok(await account.patch(`/quotes/${quote.id}`, { title: 'Second text' }));
      assert.deepEqual(
        [edited.status, edited.revision, edited.acceptedAt, edited.acceptedBy],
        ['DRAFT', 2, null, null],
      );
      const page = await visit(quote.publicUrl);
      assert.match(page.text, /<h1><bdi>First text/);
      assert.doesNotMatch(page.text, /Second text/);
      assert.equal(sha256(await downloadPdf(quote.publicUrl)), record.documentSha256);
      const { documentSha256 } = record;
      const refused = await submit(quote.publicUrl, 'accept', { name: 'Ada', documentSha256, revision: '2' });
      assert.equal(refused.status, 409);
      assert.match(noticeIn(refused.text) ?? '', /can no longer be answered/);

      clock.advance(1000);
      const { publicUrl } = ok(await account.post(`/quotes/${quote.id}/send`));
      for (const url of [quote.publicUrl, publicUrl])
        assert.match((await visit(url)).text, /<h1><bdi>Second text/);
      await decline(publicUrl, 'Too dear now');
      const declined = ok(await account.get(`/quotes/${quote.id}`));
      assert.deepEqual([declined.status, declined.declineReason], ['DECLINED', 'Too dear now']);

      const revisions = ok(await account.get(`/quotes/${quote.id}/revisions`)).data;
      assert.deepEqual(
        revisions.map((one: { revision: number; quote: { title: string } }) => [
          one.revision,
          one.quote.title,
        ]),
        [
          [1, 'First text'],
          [2, 'Second text'],
        ],
      );
      const kept = new Uint8Array(await (await fetch(revisions[0].documentUrl)).arrayBuffer());
      assert.equal(sha256(kept), revisions[0].documentSha256);
      assert.notEqual(sha256(kept), record.documentSha256, 'without the link');
      const [event] = (await eventsOf(account, quote.id)).filter(({ type }) => type === 'accepted');
      assert.deepEqual([event.at, event.data.name, event.data.revision], [record.at, 'Ada Lovelace', 1]);
      assert.equal(await verdictOf(service(), kept), 'text');
    });

    test('content that was edited and only read on the page is stored when it is accepted', async () => {
      const account = await service().newAccount();
      const { id, publicUrl } = await sentQuote(account, { title: 'First text' });
      service().clock.advance(1000);
      ok(await account.patch(`/quotes/${id}`, { title: 'Second text' }));
      assert.equal((await accept(publicUrl)).status, 303);
      ok(await account.patch(`/quotes/${id}`, { title: 'Third text' }));
      assert.match((await visit(publicUrl)).text, /<h1><bdi>Second text/);
      const revisions = ok(await account.get(`/quotes/${id}/revisions`)).data;
      assert.deepEqual(
        revisions.map((one: { quote: { title: string } }) => one.quote.title),
        ['First text', 'Second text'],
      );
    });

    test('an accepted document keeps its parties and its validity and is never lost', async () => {
      const account = await service().newAccount();
      const { id, publicUrl } = await sentQuote(account);
      await accept(publicUrl);
      const before = await downloadPdf(publicUrl);
      ok(await account.patch('/account', { name: 'Renamed Ltd', accentColor: '#ff0000' }));
      ok(await account.put('/customers/cus_test', { name: 'Mallory', email: CUSTOMER.email }));
      ok(await account.patch(`/quotes/${id}`, { validUntil: '2035-01-01T00:00:00Z', notes: 'x' }));
      ok(await account.post(`/quotes/${id}/convert-to-invoice`));
      assert.deepEqual(await downloadPdf(publicUrl), before);
      assert.equal(ok(await account.get(`/quotes/${id}/pdf`)).sha256, sha256(before));
      const { text } = await visit(publicUrl);
      assert.doesNotMatch(text, /Renamed|Mallory|2035/);
      service().clock.advance(100 * DAY);
      await service().runJob('clean-up');
      assert.equal(await verdictOf(service(), before), 'copy');
    });

    test('the acceptance record outlives the deleted quote', async () => {
      const account = await service().newAccount();
      const { id, publicUrl } = await sentQuote(account);
      const seen = await downloadPdf(publicUrl);
      await accept(publicUrl);
      ok(await account.delete(`/quotes/${id}`));
      assert.equal(await verdictOf(service(), seen), 'accepted');
    });

    test('the owner sees who viewed and decided; only writers see the link', async () => {
      const { clock } = service();
      const account = await service().newAccount();
      const reader = service().client((await service().newKey(account.accountId, 'read')).secret);
      const { id, publicUrl } = await sentQuote(account);
      clock.advance(5000);
      const viewedAt = new Date(clock()).toISOString();
      await visit(publicUrl);
      const read = ok(await reader.get(`/quotes/${id}`));
      assert.equal(read.viewedAt, viewedAt);
      assert.ok(!('publicUrl' in read));
      assert.equal(ok(await account.get(`/quotes/${id}`)).publicUrl, publicUrl);
      clock.advance(30_000);
      await visit(publicUrl);
      assert.equal(ok(await reader.get(`/quotes/${id}`)).viewedAt, viewedAt, 'a reload is the same look');
      await decline(publicUrl, 'Too far\r\naway');
      assert.equal(ok(await reader.get(`/quotes/${id}`)).declineReason, 'Too far\naway');
      const list = ok(await account.get('/quotes')).data[0];
      assert.ok(!('publicUrl' in list));
      ok(await account.put('/customers/other', { name: 'Other', email: 'other@example.com' }));
      assert.equal(ok(await account.patch(`/quotes/${id}`, { customerId: 'other' })).publicUrl, null);
      assert.equal((await visit(publicUrl)).status, 404);
    });

    test('the owner records a decision that was made elsewhere', async () => {
      const account = await service().newAccount();
      const { id, publicUrl } = await sentQuote(account);
      ok(await account.patch(`/quotes/${id}`, { status: 'ACCEPTED' }));
      const record = ok(await account.get(`/quotes/${id}/acceptance`));
      assert.deepEqual(
        [record.by, record.name, record.documentSha256, record.ip],
        ['owner', null, null, null],
      );
      const refused = await submit(publicUrl, 'accept', { name: 'Ada', revision: '1', documentSha256: '' });
      assert.equal(refused.status, 409);
      assert.equal(await verdictOf(service(), await downloadPdf(publicUrl)), 'copy');
    });
  },
  { documents: 'typeset' },
);

async function downloadPdf(publicUrl: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await (await fetch(`${publicUrl}/pdf`)).arrayBuffer());
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function verdictOf({ db }: TestService, pdf: Uint8Array): Promise<string> {
  return (await verifyDocument(db.read, pdf)).verdict;
}

async function runVerify({ config }: TestService, pdf: Uint8Array) {
  const file = join(folder, `${sha256(pdf)}.pdf`);
  await writeFile(file, pdf);
  return command(['verify', file], {
    DATA_DIR: config.dataDir,
    ...(config.databaseUrl !== null && { DATABASE_URL: config.databaseUrl }),
  });
}
