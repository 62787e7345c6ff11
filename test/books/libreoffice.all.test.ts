import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { readWorkbook } from '../../src/adapters/spreadsheet/read-workbook.ts';
import { ok } from '../support/api/customer.ts';
import { issuedInvoice } from '../support/api/quotes.ts';
import { signIn, type TestPerson } from '../support/console/sign-in.ts';
import { describeService, type TestAccount } from '../support/service/service.ts';

// An independent spreadsheet opens what the console exports, and writes what it imports. LibreOffice is no package of npm: install
// it with `apt-get install libreoffice-calc-nogui`, or name its program in SOFFICE.

const PROGRAM = process.env.SOFFICE ?? 'soffice';
const LIMIT_MS = 120_000;

/** Opens a CSV file as the import dialog of a locale proposes it, and returns the numbers and texts of its cells. */
function openInSpreadsheet(
  folder: string,
  csv: Uint8Array,
  dialect: { separator: string; language: number },
) {
  const input = join(folder, 'export.csv');
  writeFileSync(input, csv);
  // Separator, quotation mark, UTF-8 (76), first line, no column formats, language by its number in Windows, quoted fields are texts, detect numbers.
  const filter = `CSV:${dialect.separator.charCodeAt(0)},34,76,1,,${dialect.language},true,true`;
  convert(folder, input, 'fods', [`--infilter=${filter}`]);
  const xml = readFileSync(join(folder, 'export.fods'), 'utf8');
  const rows = [...xml.matchAll(/<table:table-row[^>]*>(.*?)<\/table:table-row>/gs)];
  return rows.map(([, row = '']) =>
    [...row.matchAll(/<table:table-cell([^>]*?)(?:\/>|>(.*?)<\/table:table-cell>)/gs)].flatMap(
      ([, attributes = '', content = '']) => {
        const repeated = Number(/columns-repeated="(\d+)"/.exec(attributes)?.[1] ?? 1);
        const number = /office:value="([^"]*)"/.exec(attributes)?.[1];
        const date = /office:date-value="([^"]*)"/.exec(attributes)?.[1];
        const text = content.replaceAll(/<[^>]+>/g, '').trim();
        const value = number === undefined ? (date ?? text) : Number(number);
        return Array.from({ length: Math.min(repeated, 100) }, () => value);
      },
    ),
  );
}

function convert(folder: string, input: string, format: string, options: readonly string[] = []): void {
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  const args = [profile, '--headless', ...options, '--convert-to', format, '--outdir', folder, input];
  execFileSync(PROGRAM, args, { timeout: LIMIT_MS, stdio: 'pipe' });
}

function findProgram(): string | undefined {
  try {
    return execFileSync(PROGRAM, ['--version'], { timeout: LIMIT_MS, encoding: 'utf8' });
  } catch {
    return undefined;
  }
}

describeService((service) => {
  let folder: string;
  let account: TestAccount;
  let owner: TestPerson;

  before(async () => {
    assert.ok(
      findProgram(),
      `LibreOffice is missing (${PROGRAM}): run "apt-get install libreoffice-calc-nogui", or name its program in SOFFICE`,
    );
    folder = mkdtempSync(join(tmpdir(), 'proffer-spreadsheet-'));
    account = await service().newAccount();
    owner = await signIn(service(), { accountId: account.accountId });
    ok(await account.put('/customers/m', { name: '=Müller; "Söhne", & Co', country: 'DE' }));
    const item = { description: 'Work', quantity: 1, unitPrice: 123_450, taxRate: 7.5 };
    const invoice = await issuedInvoice(account, { customerId: 'm', items: [item] });
    ok(await account.post(`/invoices/${invoice.id}/credit`, { amount: 1_075 }));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  for (const [tag, separator, language] of [
    ['de', ';', 1031],
    ['en-GB', ',', 2057],
    ['fr', ';', 1036],
    ['es-MX', ',', 2058],
    ['de-CH', ';', 2055],
  ] as const) {
    test(`a spreadsheet in ${tag} reads numbers as numbers and dates as dates`, async () => {
      const month = new Date(service().clock()).toISOString().slice(0, 7);
      const path = `/${account.accountId}/invoices/books`;
      const headers = { 'Accept-Language': tag };
      const { text } = await owner.page(path, { month, file: 'sheet' }, headers);
      const bytes = Buffer.from(text.startsWith('\ufeff') ? text : `\ufeff${text}`);
      const [heading, ...rows] = openInSpreadsheet(folder, bytes, { separator, language });
      assert.equal(heading?.length, 16);
      assert.ok(heading.every((name) => typeof name === 'string' && name !== ''));
      const amounts = rows.slice(0, 2).map((row) => [row[10], ...row.slice(12, 15)]);
      assert.deepEqual(amounts, [
        [7.5, 1234.5, 92.59, 1327.09],
        [7.5, -10, -0.75, -10.75],
      ]);
      assert.match(String(rows[0]?.[2]), /^\d{4}-\d\d-\d\d$/);
      assert.equal(rows[0]?.[5], `&apos;=Müller; &quot;Söhne&quot;, &amp; Co`);
    });
  }

  test('what a spreadsheet saves as XLSX is read as it was typed', () => {
    const csv = '\ufeffName;Preis;Satz;Tag\nGröße "L";1234,5;19 %;30.11.2026\n;-0,1;7,5 %;01.02.2026\n';
    const input = join(folder, 'typed.csv');
    writeFileSync(input, csv);
    convert(folder, input, 'xlsx', ['--infilter=CSV:59,34,76,1,,1031,false,true']);
    assert.ok(readdirSync(folder).includes('typed.xlsx'));
    const rows = readWorkbook(readFileSync(join(folder, 'typed.xlsx')), { maxRows: 10, decimal: ',' });
    assert.deepEqual(rows, [
      { line: 1, cells: ['Name', 'Preis', 'Satz', 'Tag'] },
      { line: 2, cells: ['Größe "L"', '1234,5', '19 %', '2026-11-30'] },
      { line: 3, cells: ['', '-0,1', '7,5 %', '2026-02-01'] },
    ]);
  });
});
