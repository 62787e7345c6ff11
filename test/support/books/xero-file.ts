import assert from 'node:assert/strict';

/** The columns of the template that Xero offers for download, in its order. */
const COLUMNS =
  '*ContactName,EmailAddress,POAddressLine1,POAddressLine2,POAddressLine3,POAddressLine4,POCity,PORegion,POPostalCode,POCountry,*InvoiceNumber,Reference,*InvoiceDate,*DueDate,Total,InventoryItemCode,*Description,*Quantity,*UnitAmount,Discount,*AccountCode,*TaxType,TaxAmount,TrackingName1,TrackingOption1,TrackingName2,TrackingOption2,Currency,BrandingTheme';

/** Reads a file as Xero would: required columns are filled in, amounts are plain numbers, at most 500 invoices. */
export function readXeroFile(text: string, { isCredit = false } = {}): Record<string, string>[] {
  const [heading, ...lines] = splitRows(text);
  assert.equal(heading?.join(','), COLUMNS);
  const rows = lines.map((cells) => {
    assert.equal(cells.length, heading.length);
    return Object.fromEntries(heading.map((name, index) => [name, cells[index] ?? '']));
  });
  for (const row of rows) {
    for (const name of COLUMNS.split(',').filter((column) => column.startsWith('*')))
      assert.ok(row[name] !== '' || (isCredit && name === '*DueDate'), `${name} is required`);
    assert.match(row['*UnitAmount'] ?? '', /^\d+(\.\d+)?$/);
    assert.match(row.TaxAmount ?? '', /^\d+(\.\d+)?$/);
    assert.match(row['*InvoiceDate'] ?? '', /^\d{2}\/\d{2}\/\d{4}$/);
    assert.match(row.Currency ?? '', /^[A-Z]{3}$/);
  }
  assert.ok(new Set(rows.map((row) => row['*InvoiceNumber'])).size <= 500);
  return rows;
}

/** Splits CSV as RFC 4180 says. */
function splitRows(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ',') continue;
    rows.push(row);
    row = [];
    if (end === '') break;
  }
  return rows.filter((cells) => cells.length > 1);
}
