import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import {
  expectAccessible,
  expectNoHorizontalScroll,
  PHONE,
  withVisitor,
} from '../support/browser/browser-page.ts';
import { sharedChromium } from '../support/browser/shared-chromium.ts';
import { expectValidHtml, fieldIn } from '../support/console/pages.ts';
import { signIn, type TestPerson } from '../support/console/sign-in.ts';
import { startUpload, type UploadArguments, uploadForm } from '../support/console/upload.ts';
import { testAll } from '../support/run/all.ts';
import { describeService, type TestAccount } from '../support/service/service.ts';

const XSS = `"'><script>alert(1)</script>`;

describeService((service, isFirstEngine) => {
  let account: TestAccount;
  let owner: TestPerson;
  let base: string;

  before(async () => {
    account = await service().newAccount();
    owner = await signIn(service(), { accountId: account.accountId });
    base = `/${account.accountId}`;
  });

  const upload = (...args: UploadArguments) => uploadForm(service().url, owner, ...args);
  const csv = (bytes: string | Uint8Array) => ({ field: 'file', name: 'list.csv', type: 'text/csv', bytes });
  const csvFile = (kind: string, text: string | Uint8Array, headers = {}) =>
    upload('/settings/data/columns', { kind }, csv(text), headers);

  /** Returns the fields that the column form submits. */
  function columnsOf(page: string, changes: Record<string, string> = {}): Record<string, string> {
    const selects = [...page.matchAll(/<select id="column-(\d+)"[^>]*>(.*?)<\/select>/gs)];
    const chosen = selects.map(([, index, options]) => [
      `column.${index}`,
      /<option value="(\w*)" selected>/.exec(options ?? '')?.[1] ?? '',
    ]);
    const [kind, packed] = [fieldIn(page, 'kind'), fieldIn(page, 'packed')];
    return { kind, packed, ...Object.fromEntries(chosen), ...changes };
  }

  it('customers are imported from a file: columns guessed, chosen, previewed, imported, reported', async () => {
    const file = [
      'Kunden-Nr;Firma;E-Mail;Land;Anmerkung',
      'K-1;"Müller; Söhne";info@mueller.example;Deutschland;x',
      `K-2;'=cmd|' /C calc'!A0;;DE;`,
      'K-3;;wrong;Nowhere;',
      'K-1;Twice;;;',
      `K-5;${XSS.replaceAll('"', '')};;;;;`,
    ].join('\r\n');
    const guessed = await csvFile('customers', `\ufeff${file}`);
    assert.equal(guessed.status, 200);
    expectValidHtml(guessed.text, 'columns');
    const fields = columnsOf(guessed.text);
    assert.deepEqual(
      [0, 1, 2, 3, 4].map((n) => fields[`column.${n}`]),
      ['id', 'name', 'email', 'country', ''],
    );
    assert.match(guessed.text, /Import 2 rows/);
    assert.match(guessed.text, /New: <strong>2<\/strong> · Changed: <strong>0<\/strong>/, 'a dry run');
    assert.match(guessed.text, /Name \(Firma\): Please fill this in\..*Email: Enter one email address/s);
    assert.match(guessed.text, /Country \(Land\): /);
    assert.match(guessed.text, /Duplicate of line 2/);
    assert.doesNotMatch(guessed.text, /<script>alert/);

    const none = await upload('/settings/data/columns', columnsOf(guessed.text, { 'column.1': '' }));
    assert.match(none.text, /Assign “Name” to one column/);
    assert.equal(none.status, 400);
    const twice = await upload('/settings/data/import', columnsOf(guessed.text, { 'column.4': 'name' }));
    assert.match(twice.text, /“Name” is assigned to two columns/);
    assert.equal((await account.get('/customers/K-1')).status, 404);

    await account.put('/customers/K-1', { name: 'Old', phone: '123', metadata: { crm: '1' } });
    const done = await upload('/settings/data/import', fields);
    assert.equal(done.status, 200);
    expectValidHtml(done.text, 'a report');
    assert.match(
      done.text,
      /<strong>1<\/strong> created.*<strong>1<\/strong> updated.*<strong>3<\/strong> rows skipped/s,
    );
    assert.match(done.text, /<td>4<\/td>.*<td>5<\/td>.*<td>6<\/td>/s);
    const { body } = await account.get('/customers/K-1');
    assert.deepEqual(
      [body.name, body.country, body.phone, body.metadata],
      ['Müller; Söhne', 'DE', '123', { crm: '1' }],
    );
    assert.equal((await account.get('/customers/K-2')).body.name, `=cmd|' /C calc'!A0`);
    const { data: events } = (await account.get('/events?type=customer.created')).body;
    const { actor, data } = events.at(-1);
    assert.deepEqual([data.customer.id, actor.type, actor.name], ['K-2', 'user', owner.name]);
    const again = await upload('/settings/data/import', fields);
    assert.match(
      again.text,
      /<strong>0<\/strong> created.*<strong>0<\/strong> updated.*<strong>2<\/strong> unchanged/s,
    );
  });

  it('a file without customer numbers creates no duplicates', async () => {
    const text = 'Name,Email\nGrace,grace@example.com\nGrace,other@example.com\n';
    const { text: page } = await csvFile('customers', text);
    const fields = columnsOf(page);
    assert.match((await upload('/settings/data/import', fields)).text, /<strong>2<\/strong> created/);
    assert.match((await upload('/settings/data/import', fields)).text, /<strong>0<\/strong> created/);
  });

  it('parts of an address have columns of their own, and a short row keeps the fields it does not have', async () => {
    const text =
      'id;name;PLZ;Ort;Straße;Country;phone;Hausnummer\nadr-1;Ada;10115;Berlin;Weg;DE;030;1\nadr-2;Bo;EC1A 1AA;London;High St;UK;;2\nadr-3;Cy;00100;Roma\n';
    await account.put('/customers/adr-3', { name: 'Old', phone: '06', country: 'IT', address: 'Milano' });
    const { text: page } = await csvFile('customers', text.replace(';UK', ';GB'));
    const fields = columnsOf(page);
    assert.deepEqual(
      [fields['column.2'], fields['column.3'], fields['column.4']],
      ['postalCode', 'city', 'street'],
    );
    assert.match(page, /New: <strong>2<\/strong> · Changed: <strong>1<\/strong>/);
    assert.match((await upload('/settings/data/import', fields)).text, /<strong>2<\/strong> created/);
    const of = async (id: string) => (await account.get(`/customers/${id}`)).body;
    const parts = async (id: string) => {
      const { street, postalCode, city, address } = await of(id);
      return [street, postalCode, city, address];
    };
    assert.deepEqual(await parts('adr-1'), ['Weg 1', '10115', 'Berlin', null]);
    assert.deepEqual(await parts('adr-2'), ['2 High St', 'EC1A 1AA', 'London', null]);
    assert.deepEqual(
      await parts('adr-3'),
      [null, '00100', 'Roma', null],
      'replaces the address of an earlier file',
    );
    const { name, phone, country } = await of('adr-3');
    assert.deepEqual([name, phone, country], ['Cy', '06', 'IT']);
  });

  it('a catalogue import reads prices as people write them', async () => {
    const german = { 'Accept-Language': 'de' };
    const text =
      'Artikelnummer;Bezeichnung;Preis;MwSt;Währung\nA-1;Beratung;"1.234,50 €";19 %;\nA-2;Hosting;viel;7;\n;Reise;100;;CHF\n';
    const page = await csvFile('catalogue', text, german);
    expectValidHtml(page.text, 'columns of the catalogue');
    assert.match(page.text, /Bitte einen Betrag angeben/);
    const done = await upload('/settings/data/import', columnsOf(page.text), undefined, german);
    assert.match(done.text, /<strong>2<\/strong> angelegt/);
    const { body } = await account.get('/catalogue-items');
    const found = body.data.map((item: Record<string, unknown>) => [
      item.sku,
      item.unitPrice,
      item.taxRate,
      item.currency,
    ]);
    assert.deepEqual(found, [
      [null, 10_000, 0, 'CHF'],
      ['A-1', 123_450, 19, 'EUR'],
    ]);
  });

  it('a catalogue import reads tax categories, and refuses a rate that does not fit the stored one', async () => {
    const columns = 'SKU,Description,Price,VAT,Tax category,Exemption reason\n';
    const rows =
      'T-1,Books,10,0,Exempt,Article 132\nT-2,Work,10,20,reverse charge,\nT-3,Trip,10,0,nonsense,\n';
    const page = await csvFile('catalogue', columns + rows);
    assert.match(page.text, /Why there is no tax \(Tax category\): The rate does not fit/);
    const done = await upload('/settings/data/import', columnsOf(page.text));
    assert.match(done.text, /<strong>1<\/strong> created/);
    const read = async () => (await account.get('/catalogue-items?search=T-1')).body.data[0];
    const { taxRate, taxCategory, taxReason } = await read();
    assert.deepEqual([taxRate, taxCategory, taxReason], [0, 'exempt', 'Article 132']);
    const dearer = await csvFile('catalogue', 'SKU,Description,Price,VAT\nT-1,Books,12,7\n');
    assert.match(dearer.text, /Tax \(%\) \(VAT\): The rate does not fit/);
    await upload('/settings/data/import', columnsOf(dearer.text));
    assert.deepEqual([(await read()).taxRate, (await read()).unitPrice], [0, 1000]);
  });

  it('a long import shows its progress until the report comes', async () => {
    const { text: page } = await csvFile('customers', `id,name\n${'slow-1,One\n'}slow-2,Two\n`);
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
    const holding = service().db.write(async (tx) => {
      if (service().engine === 'postgres') await tx.run('LOCK TABLE customers IN EXCLUSIVE MODE');
      await tx.run('DELETE FROM customers WHERE id = ?', 'nobody');
      hold();
      await isReleased;
    });
    await isHeld;
    const response = await startUpload(service().url, owner, '/settings/data/import', columnsOf(page));
    assert.equal(response.status, 200);
    let text = '';
    const steps = /Importing: 0 of 2 rows/g;
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += part;
      if ((text.match(steps) ?? []).length >= 2) release();
    }
    await holding;
    expectValidHtml(text, 'a report after its progress');
    assert.match(text, /of 2 rows <progress max="2" value="0">.*<strong>2<\/strong> created/s);
    assert.equal((await account.get('/customers/slow-2')).body.name, 'Two');
  });

  it('the accountant gets lists and the PDFs of a month', async () => {
    const { body: quote } = await account.post('/quotes', {
      customerId: account.customerId,
      title: XSS,
      items: [{ description: 'X', quantity: 1, unitPrice: 5 }],
    });
    const { body: invoice } = await account.post(`/quotes/${quote.id}/convert-to-invoice`, {});
    for (const [name, part] of Object.entries({
      quotes: quote.number,
      customers: account.customerId,
      invoices: invoice.number,
    })) {
      const list = await owner.page(`${base}/settings/data/${name}.csv`);
      assert.match(list.headers.get('Content-Type') ?? '', /text\/csv/);
      assert.match(list.headers.get('Content-Disposition') ?? '', /attachment/);
      assert.ok(list.text.includes(part), name);
    }
    const month = invoice.issueDate.slice(0, 7);
    const zip = await owner.page(`${base}/settings/data/invoices.zip?month=${month}`);
    assert.equal(zip.headers.get('Content-Type'), 'application/zip');
    assert.match(zip.text, /^PK/);
    assert.ok((await owner.page(`${base}/settings/data`)).text.includes(`value="${month}"`));
    assert.equal((await owner.page(`${base}/settings/data/invoices.zip?month=x`)).status, 404);
  });

  // Files are read before the database is used, and pages do not depend on the engine.
  if (!isFirstEngine) return;

  it('an invalid file is rejected with the reason', async () => {
    const of = async (text: string | Uint8Array) => {
      const answer = await csvFile('customers', text);
      assert.equal(answer.status, 400);
      expectValidHtml(answer.text, 'a file that is refused');
      return answer.text;
    };
    assert.match((await upload('/settings/data/columns', { kind: 'customers' })).text, /Choose a file first/);
    assert.match(await of(Buffer.from([0xe4, 0xff, 0x00])), /neither a spreadsheet/);
    assert.match(await of('name,email\n'), /no rows/);
    assert.match(await of(`name\n${'x\n'.repeat(20_001)}`), /more than 20,000 rows/);
    assert.match(await of(`name\n${'x'.repeat(2_000_000)}`), /larger than/);
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024)).toString('base64url');
    assert.match((await upload('/settings/data/import', { packed: bomb })).text, /Choose a file first/);
    assert.equal((await owner.page(`${base}/settings/data/columns`, { kind: 'customers' })).status, 400);
    assert.equal((await csvFile('customers', 'x'.repeat(5 * 1024 * 1024))).status, 413);
    const utf16 = Buffer.from('\ufeffname\nZoë', 'utf16le');
    assert.match((await csvFile('customers', utf16)).text, /Zoë/);
    const latin = await csvFile('customers', Buffer.from('name\nZoë', 'latin1'));
    assert.match(latin.text, /was read as Windows-1252.*Zoë/s);
  });

  it('a large file does not delay other requests', async () => {
    const rows = Array.from(
      { length: 15_000 },
      (_, n) => `X-${n},Customer ${n},c${n}@example.com,"a, ""b"""`,
    );
    const uploading = csvFile('customers', `id,name,email,address\n${rows.join('\n')}`);
    let done = false;
    uploading.finally(() => {
      done = true;
    });
    let answers = 0;
    while (!done) {
      await fetch(`${service().url}/healthz`);
      answers++;
    }
    assert.match((await uploading).text, /Import 15,000 rows/);
    assert.ok(answers > 20, `${answers} answers meanwhile`);
  });

  testAll('a file is imported with the columns that a person chose', async () => {
    await withVisitor(await sharedChromium(), service().url, { viewport: PHONE }, async (page, context) => {
      await context.addCookies([owner.browserCookie]);
      await page.goto(`${service().url + base}/settings/data`);
      const rest = ['Address', 'Country', 'Language', 'Tax number', 'Phone', 'Contact', 'a', 'b', 'c'];
      const row = '"A long street 1\nTown",AT,de,ATU12345678,0123 456,Grace Hopper,x,y,z';
      const buffer = Buffer.from(
        `Who,Where,${rest}\nHedy Lamarr,hedy@example.com,${row}\nNobody,nowhere,${row}\n`,
      );
      await page.locator('#file').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
      await page.getByRole('button', { name: 'Choose columns' }).click();
      await page.getByText('Assign “Name” to one column').waitFor();
      await page.getByLabel('Column “Who”').selectOption('name');
      await page.getByLabel('Column “Where”').selectOption('email');
      await page.getByRole('button', { name: 'Update preview' }).click();
      await page.getByRole('button', { name: 'Import 1 row' }).waitFor();
      await expectAccessible(page, 'the columns of a file');
      await expectNoHorizontalScroll(page, 'the columns of a file');
      assert.equal(await page.locator('table').count(), 0, 'eleven columns are not read sideways');
      await page.getByText('Grace Hopper').first().waitFor();
      await page.getByRole('button', { name: 'Import 1 row' }).click();
      await page.getByText('1 row skipped').waitFor();
      await expectAccessible(page, 'a report');
      await expectNoHorizontalScroll(page, 'a report');
    });
  });
});
