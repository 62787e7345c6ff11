import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createKey } from '../../src/actions/account/accounts.ts';
import { recordEvent } from '../../src/actions/events/record-event.ts';
import { move } from '../../src/cli/data/move.ts';
import { newCatalogueItem } from '../../src/domain/catalogue/catalogue-item.ts';
import { newTemplate } from '../../src/domain/catalogue/template.ts';
import { newId } from '../../src/domain/ids.ts';
import { listTables } from '../../src/store/catalog.ts';
import type { Database } from '../../src/store/database.ts';
import { listCatalogueItems } from '../../src/store/lists/by-text/catalogue-list.ts';
import { listCustomers } from '../../src/store/lists/by-text/customer-list.ts';
import { listInvoiceDocs } from '../../src/store/lists/invoice/invoice-list.ts';
import { LIST_LIMITS } from '../../src/store/lists/list-limits.ts';
import { listQuotes } from '../../src/store/lists/quote-list.ts';
import { openDatabase } from '../../src/store/open-database.ts';
import { insertCatalogueItem } from '../../src/store/tables/catalogue-items.ts';
import { insertChunk } from '../../src/store/tables/quote/attachment-files.ts';
import { insertQuotes } from '../../src/store/tables/quote/quotes.ts';
import { reserveNumber } from '../../src/store/tables/sequences.ts';
import { insertTemplate } from '../../src/store/tables/templates.ts';
import { insertDeliveries } from '../../src/store/tables/webhook/deliveries.ts';
import { insertEndpoint } from '../../src/store/tables/webhook/endpoints.ts';
import { proffer } from '../support/service/cli.ts';
import { command } from '../support/service/command.ts';
import {
  isEngineEnabled,
  postgresEngine,
  sqliteEngine,
  type TestEngine,
} from '../support/service/engines.ts';
import { insertSampleInvoice, NOW, sampleAccount, sampleQuote } from '../support/store/store-samples.ts';

const PAGE = { sort: '-createdAt', limit: 100, offset: 0, now: 0 } as const;

// Makes the searches use the index.
LIST_LIMITS.lookup = 0;

describe('A move from SQLite to PostgreSQL', { skip: !isEngineEnabled('postgres') }, () => {
  const sqlite = sqliteEngine();
  const postgres = postgresEngine();
  let source: string;
  before(async () => {
    source = await sqlite.newDatabase();
    const db = await sqlite.open(source);
    await fill(db);
    await db.close();
  });

  const opened: Database[] = [];
  after(() => Promise.all(opened.map((db) => db.close())));
  const open = async (engine: TestEngine, place: string): Promise<Database> => {
    const db = await engine.open(place);
    opened.push(db);
    return db;
  };

  it('copies everything to PostgreSQL and back, and searches find it there', async () => {
    const from = await open(sqlite, source);
    const there = await open(postgres, await postgres.newDatabase());
    const back = await open(sqlite, await sqlite.newDatabase());
    const seen: string[] = [];
    const rows = await move({
      from,
      to: there,
      onProgress: ({ step, table }) => seen.push(`${step} ${table}`),
    });
    assert.ok(rows > 450);
    assert.ok(
      seen.includes('copy quotes') &&
        seen.includes('verify captured_mails') &&
        seen.includes('verify attachment_pieces') &&
        seen.includes('copy webhook_endpoints') &&
        seen.includes('verify webhook_deliveries'),
    );
    assert.equal(await move({ from: there, to: back }), rows);

    const all = await everything(from);
    assert.deepEqual(await everything(there), all);
    assert.deepEqual(await everything(back), all);
    const accounts = await from.read.all<{ id: string }>('SELECT id FROM accounts ORDER BY id');
    for (const { id } of accounts) {
      for (const search of ['kÜche', 'k', 'Küche 7', 'K-7']) {
        const page = { search, limit: 100, offset: 0 };
        const wanted = await listCatalogueItems(from.read, id, page);
        assert.ok(wanted.total > 0, search);
        for (const copy of [there, back])
          assert.deepEqual(await listCatalogueItems(copy.read, id, page), wanted);
      }
      for (const search of ['cus_b', 'harbour']) {
        const page = { search, limit: 100, offset: 0 };
        const wanted = await listCustomers(from.read, id, page);
        assert.ok(wanted.total > 0, search);
        for (const copy of [there, back])
          assert.deepEqual(plain(await listCustomers(copy.read, id, page)), plain(wanted));
      }
      for (const search of ['INV-7', 'cus_b']) {
        const page = { search, limit: 100, offset: 0 };
        const wanted = await listInvoiceDocs(from.read, id, page);
        assert.ok(wanted.total > 0, search);
        for (const copy of [there, back])
          assert.deepEqual(await listInvoiceDocs(copy.read, id, page), wanted);
      }
      for (const search of ['kÜche', 'q', '設計', 'Küche 7']) {
        const wanted = await listQuotes(from.read, id, { search }, PAGE);
        assert.ok(wanted.total > 0, search);
        for (const copy of [there, back]) {
          const found = await listQuotes(copy.read, id, { search }, PAGE);
          assert.deepEqual(
            { ...found, docs: Buffer.from(found.docs) },
            { ...wanted, docs: Buffer.from(wanted.docs) },
          );
        }
      }
    }
  });

  it('resumes after an interruption, and the service does not start on a partial copy', async () => {
    const from = await open(sqlite, source);
    const databaseUrl = await postgres.emptyDatabase();
    const to = await open(postgres, databaseUrl);
    const cutOff = move({
      from,
      to,
      onProgress({ table }) {
        if (table === 'quotes') throw new Error('the power went out');
      },
    });
    await assert.rejects(cutOff, /power/);
    await assert.rejects(openDatabase({ databaseUrl, databasePooler: 'none', dataDir: '' }), /has not ended/);
    await move({ from, to });
    assert.deepEqual(await everything(to), await everything(from));
    await (await openDatabase({ databaseUrl, databasePooler: 'none', dataDir: '' })).close();
  });

  it('rejects a target with other data, an empty source, and a difference', async () => {
    const from = await open(sqlite, source);
    const used = await open(postgres, await postgres.newDatabase());
    await sampleAccount(used);
    await assert.rejects(move({ from, to: used }), /other data/);

    const empty = await open(sqlite, await sqlite.newDatabase());
    await assert.rejects(move({ from: empty, to: used }), /nothing to move/);

    const to = await open(postgres, await postgres.newDatabase());
    const meddled = move({
      from,
      to,
      onProgress({ step }) {
        if (step === 'copy')
          void to.write((tx) => tx.run(`UPDATE customers SET doc = '{}' WHERE id = 'cus_b'`));
      },
    });
    await assert.rejects(meddled, /customers .* cus_b is not the same/);
  });

  it('works as a command', async () => {
    const url = await postgres.emptyDatabase();
    const { code, stderr } = await proffer(['move', '--from', `sqlite:${source}`, '--to', url]);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /^Moved and verified [\d,]+ rows in/);
    const again = await command(['move', '--from', `sqlite:${source}`, '--to', url]);
    assert.equal(again.code, 1);
    assert.match(again.stderr, /other data/);
    const odd = await command(['move', '--from', 'sqlite:/nowhere', '--to', 'mysql://x']);
    assert.equal(odd.code, 2);
    assert.match(odd.stderr, /--to must be/);
  });
});

async function fill(db: Database): Promise<void> {
  for (let count = 0; count < 2; count++) {
    const account = await sampleAccount(db);
    await db.write(async (tx) => {
      await createKey(tx, account, { name: 'Key', access: 'read' }, NOW);
      for (let index = 0; index < 230; index++) {
        const title = `${['Küche', '設計', 'Дом'][index % 3]} ${index}`;
        const quote = sampleQuote((await reserveNumber(tx, account, 'quote', NOW)).number, { title });
        await insertQuotes(tx, account.id, [quote]);
        if (index % 10 === 0) {
          const event = { type: 'created', actor: { type: 'system' }, data: {} } as const;
          await recordEvent(tx, account.id, { quote, views: 0 }, event, { at: NOW, now: NOW });
        }
      }
      for (let n = 0; n < 25; n++)
        await insertChunk(tx, { accountId: account.id, id: 'fil_1' }, n, new Uint8Array(9).fill(n));
      for (let index = 0; index < 30; index++) {
        const item = {
          description: `Küche ${index}`,
          unitPrice: index,
          sku: index % 2 ? `K-${index}` : null,
        };
        const id = newId('cat', NOW);
        await insertCatalogueItem(tx, account.id, newCatalogueItem(item, account, { id, now: NOW }));
      }
      for (let index = 0; index < 30; index++) {
        const customerId = index % 20 === 0 ? 'cus_b' : 'cus_a';
        await insertSampleInvoice(tx, account.id, `INV-${index}`, { customerId });
      }
      await insertTemplate(
        tx,
        account.id,
        newTemplate({ name: '設計' }, { id: newId('tpl', NOW), now: NOW }),
      );
      const endpoint = { account_id: account.id, id: newId('whe', NOW), secret: 'sealed', queued_to: 1 };
      const wanted = {
        url: 'https://receiver.invalid/',
        types: '["*"]',
        description: null,
        enabled: 1,
      } as const;
      await insertEndpoint(tx, { ...endpoint, ...wanted, created_at: NOW });
      const ping = { id: newId('evt', NOW), n: null, type: 'ping', body: '{"設計": 1}' } as const;
      await insertDeliveries(tx, { account_id: account.id, endpoint_id: endpoint.id }, [ping], NOW);
      for (let index = 0; index < 25; index++) {
        await tx.run(
          `INSERT INTO captured_mails (account_id, id, message_id, doc, content, raw) VALUES (?, ?, ?, ?, ?, ?)`,
          ...[account.id, `mail_${index}`, 'm', '{}', '{}', crypto.getRandomValues(new Uint8Array(5000))],
        );
      }
    });
  }
  await db.write((tx) => tx.run('INSERT INTO settings (name, value) VALUES (?, ?)', 'secret', 'kept'));
}

async function everything(db: Database): Promise<Record<string, unknown[]>> {
  const content: Record<string, unknown[]> = {};
  for (const { name, columns, key } of await listTables(db)) {
    const rows = await db.read.all<Record<string, unknown>>(
      `SELECT ${columns.join(', ')} FROM ${name} ORDER BY ${key.join(', ')}`,
    );
    content[name] = plain(rows);
  }
  return content;
}

/** Turns a Buffer into a plain array of bytes for the comparison. */
function plain<T>(value: T): T {
  return JSON.parse(
    JSON.stringify(value, (_, part) =>
      part?.type === 'Buffer' ? part.data : part instanceof Uint8Array ? [...part] : part,
    ),
  );
}
