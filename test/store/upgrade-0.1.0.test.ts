import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { StageShare, StageSize } from '../../src/domain/money/stages.ts';
import { sumGross, type TaxGroup } from '../../src/domain/money/tax-group.ts';
import { plainStages } from '../support/money/plain-stages.ts';
import { wordsOf } from '../support/pdf/pdf-text.ts';
import type { Client, Json } from '../support/service/client.ts';
import { everyEngine, type TestService } from '../support/service/service.ts';
import { readStored, type StoredDatabase } from '../support/store/stored-database.ts';
import { countOld, startOnStored } from '../support/upgrade/start-on-stored.ts';

const VERSION = '0.1.0';

const SERVED_LAST = '2'.repeat(64);
/** The only invoice was served twice, before and after a change of the account. */
const INVOICE_SERVED = ['1'.repeat(64), SERVED_LAST].map(
  (sha256, times) =>
    `INSERT INTO documents (account_id, source_sha256, sha256, quote_id, file_name, standard, pdf, kept, used_at)
     SELECT i.account_id, '${sha256}', '${sha256}', i.quote_id, i.number || ' Served.pdf', d.standard, d.pdf, 0,
       d.used_at + ${times}
     FROM invoices AS i, (SELECT * FROM documents ORDER BY source_sha256 LIMIT 1) AS d`,
);

/** Twelve stages whose tax was off by two units in the last one by the earlier rule. */
const STAGES = Array.from({ length: 12 }, (_, at) => ({
  ...{ label: `Stage ${at + 1}`, type: 'percentage', value: at < 11 ? 8.33 : 8.37 },
  due: { when: 'start', days: 0, date: null },
  amount: at < 11 ? 2_454 : 2_459,
}));
const EARLIER = STAGES.map(({ amount }) => amount);

/** The last stage by running totals. */
function lastStage(taxes: TaxGroup[]): StageShare[] {
  return plainStages(taxes, STAGES as StageSize[]).at(-1) ?? [];
}

const ADDED = `"paymentSchedule":${JSON.stringify(STAGES)},"invoices":[],"createdAt":`;
const WITH_STAGES = `UPDATE quotes SET doc = replace(doc, '"createdAt":', '${ADDED}')
  WHERE status IN ('DRAFT', 'SENT', 'EXPIRED')`;

for (const engine of everyEngine()) {
  describe(`A database of ${VERSION} on ${engine}, which could not issue invoices`, () => {
    let stored: StoredDatabase;
    let service: TestService;
    let api: Client;
    before(async () => {
      stored = await readStored(VERSION, engine);
      service = await startOnStored(VERSION, engine, stored, [...INVOICE_SERVED, WITH_STAGES]);
      api = service.client(stored.key);
    });
    after(() => service?.close());

    it('quotes that were sent keep the stages of the earlier rule until they change', async () => {
      const find = async (status: string) => (await api.get(`/quotes?status=${status}`)).body.data[0];
      const amounts = ({ paymentSchedule }: Json) => paymentSchedule.map(({ amount }: Json) => amount);
      const { body: draft } = await api.get(`/quotes/${stored.draft}`);
      const [sent, expired] = [await find('SENT'), await find('EXPIRED')];
      assert.deepEqual([amounts(sent), amounts(expired)], [EARLIER, EARLIER]);
      assert.equal(amounts(draft).at(-1), sumGross(lastStage(draft.taxes)));
      for (let batch = 0; batch < 4; batch++) await service.runJob('stored rows');
      assert.equal(await countOld(service.db), 0);
      const row = await service.db.read.get<{ stage_split: string }>(
        'SELECT stage_split FROM quotes WHERE id = ?',
        sent.id,
      );
      assert.deepEqual(JSON.parse(row?.stage_split ?? '').at(-1), [{ rate: 19, net: 2_068, tax: 391 }]);

      // Neither a note nor the customer's yes changes the amounts.
      await api.patch(`/quotes/${sent.id}`, { notes: 'Seen', items: sent.items });
      const { body: accepted } = await api.patch(`/quotes/${sent.id}`, { status: 'ACCEPTED', selection: [] });
      assert.deepEqual([accepted.status, amounts(accepted)], ['ACCEPTED', EARLIER]);
      const convert = async (id: string, stage: number) =>
        (await api.post(`/quotes/${id}/convert-to-invoice`, { stage })).body;
      assert.deepEqual((await convert(sent.id, 11)).taxes, [{ rate: 19, net: 2_068, tax: 391 }]);

      const { body: edited } = await api.patch(`/quotes/${expired.id}`, { title: 'Edited' });
      for (const { id, taxes } of [edited, draft]) {
        const { body } = await api.patch(`/quotes/${id}`, { status: 'ACCEPTED' });
        assert.deepEqual((await convert(id, 11)).taxes, lastStage(taxes));
        assert.equal(amounts(body).at(-1), sumGross(lastStage(taxes)));
      }
    });

    it('an invoice keeps its parties and its file until it is issued, which keeps its date', async () => {
      const [invoice] = (await api.get('/invoices?sort=createdAt')).body.data;
      const path = `/invoices/${invoice.id}`;
      const readPdf = async (of: string): Promise<Json> => (await api.get(`${of}/pdf`)).body;
      assert.equal((await readPdf(path)).sha256, SERVED_LAST);
      await api.patch('/account', { name: 'Renamed' });
      await api.put(`/customers/${invoice.customerId}`, { name: 'Somebody else' });
      await api.patch(path, { metadata: { ledger: '8400' } });
      assert.equal((await api.get(path)).body.customer.name, invoice.customer.name);
      assert.equal((await readPdf(path)).sha256, SERVED_LAST);
      const kept = await readWords(await readPdf(path));
      assert.ok(kept.includes('StoredGmbH') && !kept.includes('Renamed'));

      const { status, issueDate, dueDate, customer } = (await api.post(`${path}/issue`)).body;
      assert.deepEqual(
        [status, issueDate, dueDate, customer.name],
        ['ISSUED', invoice.issueDate, invoice.dueDate, 'Somebody else'],
      );
      const issued = await readPdf(path);
      assert.notEqual(issued.sha256, SERVED_LAST);
      const words = await readWords(issued);
      assert.ok(words.includes('Renamed') && words.includes('Somebodyelse'));
    });
  });
}

async function readWords({ url }: Json): Promise<string> {
  return wordsOf(await (await fetch(url)).bytes());
}
