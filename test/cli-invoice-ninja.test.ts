import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { setLimits } from '../src/actions/account/limits/account-limits.ts';
import { ninjaBackup, zipOf } from './fixtures/invoice-ninja.ts';
import { type Finished, temporaryFolder } from './support/service/cli.ts';
import type { Json } from './support/service/client.ts';
import { command } from './support/service/command.ts';
import { describeService, type TestAccount } from './support/service/service.ts';

describeService((service) => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let account: TestAccount;
  before(async () => {
    folder = await temporaryFolder();
    account = await service().newAccount();
  });
  after(() => folder.remove());

  async function importNinja(content: string | Buffer, ...options: string[]): Promise<Finished> {
    const path = join(folder.path, 'backup.zip');
    await writeFile(path, content);
    return run(['import', 'invoice-ninja', path, ...options]);
  }

  function run(args: string[]): Promise<Finished> {
    const { databaseUrl, dataDir } = service().config;
    const env: Record<string, string> = databaseUrl ? { DATABASE_URL: databaseUrl } : { DATA_DIR: dataDir };
    return command([...args, '--account', account.accountId], env);
  }

  const list = async (path: string): Promise<Json[]> => (await account.get(path)).body.data;
  const backup = zipOf('backup.json', JSON.stringify(ninjaBackup()));

  it('reports what it would take over from Invoice Ninja, and changes nothing', async () => {
    const before = await list('/customers');
    const dry = await importNinja(backup, '--dry-run');
    assert.equal(dry.code, 1);
    assert.equal(
      dry.stdout,
      `customers: 2 would be created, 0 would be updated, 0 unchanged, 1 bad row skipped, 2 left out
catalogue: 2 would be created, 0 would be updated, 0 unchanged, 1 bad row skipped, 0 left out
quotes: 2 would be created, 0 would be updated, 0 unchanged, 2 bad rows skipped, 2 left out
`,
    );
    assert.deepEqual(await list('/customers'), before);
    assert.deepEqual(await list('/quotes'), []);
  });

  it('takes over no more quotes than the account may create', async () => {
    const before = account;
    account = await service().newAccount();
    await setLimits(service(), account.accountId, { quotes: 1 }, null, service().clock());
    for (const options of [['--dry-run'], []]) {
      const { stdout, stderr } = await importNinja(backup, ...options);
      assert.match(stdout, /^quotes: 1 (would be )?created, .* 3 bad rows skipped/m);
      assert.match(stderr, /^quotes:\d .*may create 1 quotes per month and has created 1 in /m);
    }
    assert.equal((await list('/quotes')).length, 1);
    account = before;
  });

  it('takes over customers, products and quotes, and says what it cannot', async () => {
    const { code, stdout, stderr } = await importNinja(backup);
    assert.equal(code, 1);
    assert.match(stdout, /^quotes: 2 created, 0 updated, 0 unchanged, 2 bad rows skipped, 2 left out$/m);
    for (const line of [
      /^customers:3 \(in_bad0000000\): email must be one email address/m,
      /^catalogue:3 \(FRACTION\): unitPrice is no amount in EUR$/m,
      /^quotes:3 \(Q-0004\): .*items has a surcharge.*items\/0\/unitPrice is no amount in EUR; items\/0\/taxRate has more than one tax; discountValue must be whole percent$/m,
      /^quotes:4 \(Q-0005\): customerId /m,
      /^quote Q-0002: the total is 103.43 USD here and 103.44 USD there: compare before you send it$/m,
      /^quote Q-0001: :MONTH :YEAR stays in the text, where Invoice Ninja shows something else/m,
    ]) {
      assert.match(stderr, line);
    }
    assert.doesNotMatch(stderr, /quote Q-000[15]: the total/);
    const { body: bakery } = await account.get('/customers/in_Opnel5aKBz');
    assert.partialDeepStrictEqual(bakery, {
      ...{ id: 'in_Opnel5aKBz', name: 'Sunrise Bakery GmbH', email: 'ada@sunrise.test', phone: '+49 30 1' },
      ...{ address: null, country: 'DE', taxId: 'DE123456789', kind: 'company', locale: null },
      ...{ metadata: { invoice_ninja_number: '0001' }, street: 'Weg 1', street2: 'Hof 2' },
      ...{ postalCode: '10115', city: 'Berlin', region: 'BE', contactName: 'Ada Baker' },
      ...{ electronicAddress: null, registrationNumber: null, buyerReference: '04011000-12345-67' },
      eInvoiceFormat: null,
    });
    const { name, kind, email, country, locale } = (await account.get('/customers/in_k8mep2bMyJ')).body;
    assert.deepEqual(
      [name, kind, email, country, locale],
      ['Grace Hopper', 'person', 'grace@navy.test', 'US', 'fr'],
    );
    assert.equal((await account.get('/customers/in_archived00')).status, 404);
    assert.deepEqual(
      (await list('/catalogue-items')).map(({ sku, description, unitPrice, taxRate, archived }) => [
        sku,
        description,
        unitPrice,
        taxRate,
        archived,
      ]),
      [
        ['OLD', 'OLD', 550, 0, true],
        ['FIT', 'Fitting, per hour', 9000, 19, false],
      ],
    );
  });

  it('makes drafts of quotes, with their number as reference', async () => {
    const [second, first] = await list('/quotes');
    assert.ok(first && second);
    assert.deepEqual(
      [first.status, first.reference, first.title, first.currency, first.total, first.discountValue],
      ['DRAFT', 'Q-0001', 'Quote Q-0001', 'EUR', 133_875, 10],
    );
    assert.deepEqual(
      [first.description, first.terms, first.notes, first.validUntil],
      [
        'Hello Ada,\n\nas we said & wrote.',
        'Net 30,\nfrom :MONTH\u00a0:YEAR',
        'Call Ada',
        '2031-06-01T23:59:59.999Z',
      ],
    );
    assert.deepEqual(first.metadata, { invoice_ninja_id: 'q1', invoice_ninja_status: 'sent' });
    assert.deepEqual(
      first.items.map((item: Json) => [
        item.description,
        item.sku,
        item.quantity,
        item.unitPrice,
        item.amount,
        item.unit,
      ]),
      [
        ['Fitting', 'FIT', 12.5, 9000, 112_500, 'h'],
        ['Door', undefined, 1, 25_000, 12_500, undefined],
      ],
    );
    assert.deepEqual([second.currency, second.taxes[0].rate, second.total], ['USD', 8.875, 10_343]);
    assert.deepEqual(
      [second.title, second.reference, second.metadata.invoice_ninja_number, second.items.length],
      ['Devis Q-0002', 'PO 7', 'Q-0002', 1],
    );
    assert.ok(Date.parse(second.validUntil) > Date.now(), 'a validity that has passed is replaced');
  });

  it('creates nothing twice, and leaves imported quotes as people changed them', async () => {
    const [, first] = await list('/quotes');
    await account.patch(`/quotes/${first?.id}`, { title: 'New shop front' });
    const again = JSON.parse((await importNinja(backup, '--json')).stdout);
    for (const [part, unchanged] of [
      ['customers', 2],
      ['catalogue', 2],
      ['quotes', 2],
    ] as const) {
      const { created, updated } = again[part];
      assert.deepEqual([created, updated, again[part].unchanged], [0, 0, unchanged], part);
    }
    const quotes = await list('/quotes');
    assert.deepEqual([quotes.length, quotes[1]?.title], [2, 'New shop front']);
  });

  it('brings back no customer that was erased, and none of its quotes', async () => {
    const customer = '/customers/in_Opnel5aKBz';
    await account.patch('/account', { country: 'DE' });
    const [, first] = await list('/quotes');
    assert.equal((await account.patch(`/quotes/${first?.id}`, { status: 'ACCEPTED' })).status, 200);
    assert.equal((await run(['customers', 'erase', 'in_Opnel5aKBz', '--yes'])).code, 0);
    const erased = (await account.get(customer)).body;
    assert.deepEqual([erased.name, typeof erased.erasedAt], ['—', 'string']);
    const quotes = await list('/quotes');
    const { quotes: known, ...rest } = ninjaBackup();
    const more = { ...rest, quotes: [...known, { ...known[0], hashed_id: 'q6' }] };
    for (const options of [['--dry-run'], []]) {
      const { stdout, stderr } = await importNinja(JSON.stringify(more), ...options);
      assert.match(stdout, /^customers: 0 .*created, 0 .*updated, 1 unchanged, 2 bad rows skipped/m);
      assert.match(stdout, /^quotes: 0 .*created, 0 .*updated, 2 unchanged, 3 bad rows skipped/m);
      assert.match(stderr, /^customers:1 .*: was erased and stays so$/m);
      assert.match(stderr, /^quotes:5 .*: customerId was erased and stays so$/m);
    }
    const path = join(folder.path, 'erased.csv');
    await writeFile(path, 'id,name,email\nin_Opnel5aKBz,Again,again@b.test\n');
    assert.match((await run(['customers', 'import', path])).stderr, /: was erased and stays so$/m);
    assert.deepEqual((await account.get(customer)).body, erased);
    assert.deepEqual(await list('/quotes'), quotes);
    assert.equal((await account.put(customer, { name: 'Again' })).body.code, 'customer_erased');
  });

  it('rejects other files', async () => {
    for (const [content, error] of [
      ['not a backup', /backup\.zip: Unexpected token/],
      ['{}', /is no backup of Invoice Ninja 5/],
      ['[]', /is no backup of Invoice Ninja 5/],
      [zipOf('other.json', '{}'), /is no backup of Invoice Ninja 5/],
      [backup.subarray(0, 300), /not a complete ZIP file/],
      [backup.subarray(0, -4), /not a complete ZIP file/],
      [Buffer.concat([backup.subarray(0, 60), Buffer.alloc(9), backup.subarray(69)]), /backup\.zip: /],
      ['PK', /not a complete ZIP file/],
    ] as const) {
      const { code, stdout, stderr } = await importNinja(content as string | Buffer);
      assert.deepEqual([code, stdout], [1, ''], stderr);
      assert.match(stderr, error);
      assert.doesNotMatch(stderr, /\n.*at /);
    }
  });

  it('reports rows that are no clients, and characters that cannot be stored', async () => {
    const strange = {
      clients: [{}, { hashed_id: 'nul', name: 'a\0b' }, 'text', null, { hashed_id: 'lone', name: '\ud800' }],
    };
    const { code, stderr } = await importNinja(JSON.stringify(strange));
    assert.equal(code, 1);
    assert.match(stderr, /^customers:1 .*hashed_id is missing/m);
    assert.match(stderr, /^customers:2 .*characters that cannot be stored/m);
    assert.match(stderr, /^customers:3 \(in_lone\): .*characters that cannot be stored/m);
  });
});
