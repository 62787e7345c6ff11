import type { Command, Option } from '../command.ts';
import { account, json } from '../options.ts';

const map: Option = {
  value: 'COLUMN=FIELD,…',
  help: 'Field of a column whose name the import does not recognize',
};
const replace: Option = { help: 'Clear the fields that the file does not name, instead of keeping them' };
const format: Option = { value: 'FORMAT', help: 'csv, xlsx or json, if the file name does not show it' };

export const IMPORT_COMMANDS: readonly Command[] = [
  {
    name: 'customers import',
    summary: 'Create or update customers from a CSV, XLSX or JSON file',
    args: '<file.csv|file.xlsx|file.json|->',
    minArgs: 1,
    maxArgs: 1,
    options: {
      'dry-run': { help: 'Check the file and report what would change, without changing anything' },
      replace,
      'ignore-unknown': { help: 'Skip columns that customers do not have, instead of stopping' },
      map,
      format,
      account,
      json,
    },
    details: `Fields: name (required), id, email, phone, address, country (DE or Germany), taxId,
kind (company or person), locale (pt-BR).
CSV: the first line names the columns, in any language of documents (Kundennummer, Nom, 住所); separated by comma,
semicolon or tab; UTF-8, UTF-16 with a mark, or Windows-1252. A value in quotes may contain separators and line
breaks. XLSX: the first visible sheet, in the same way. Separate columns for street, post code and town become one address. An empty value clears the field; fields
that the file or a short row does not name keep their values, unless --replace.
JSON: a list of objects, or the response of GET /api/v1/customers.
A customer that exists under the same id is updated. Without an id a row gets one from name and email.
Invalid rows are reported with line and column and skipped; all others are imported. The exit code is 1 if any row
was invalid. - reads standard input.`,
    examples: [
      'proffer customers import customers.csv --dry-run',
      'proffer customers import customers.csv --map "Nr=id,Wer=name" --ignore-unknown',
      'curl https://crm.example/customers.json | proffer customers import -',
    ],
    load: async () => {
      const { importFile } = await import('./import-file.ts');
      return { run: (input) => importFile(input, 'customers') };
    },
  },
  {
    name: 'catalogue import',
    summary: 'Create or update items of the catalogue from a CSV, XLSX or JSON file',
    args: '<file.csv|file.xlsx|file.json|->',
    minArgs: 1,
    maxArgs: 1,
    options: {
      'dry-run': { help: 'Check the file and report what would change, without changing anything' },
      replace,
      'ignore-unknown': { help: 'Skip columns that items do not have, instead of stopping' },
      locale: {
        value: 'LANGUAGE',
        help: 'Prices in CSV are amounts as written in this language (1.234,50 in de)',
      },
      map,
      format,
      account,
      json,
    },
    details: `Fields: description and unitPrice (required; 9000 is 90.00 euros), sku, unit, currency (EUR), taxRate
(19), taxCategory (reverse_charge), taxReason, archived (true or false).
CSV: the first line names the columns, in any language of documents (Artikelnummer, Prix, 単価); separated by comma,
semicolon or tab; UTF-8, UTF-16 with a mark, or Windows-1252. A value in quotes may contain separators and line
breaks. XLSX: the first visible sheet, in the same way. An empty value means the default. Amounts with decimals or groups (1.500) need --locale.
JSON: a list of objects, or the response of GET /api/v1/catalogue-items.
An item with the same sku is updated, and keeps what the file has no column for, unless --replace; a row without a
sku is always a new item. Invalid rows are reported with line and column and skipped; all others are imported. The
exit code is 1 if any row was invalid.`,
    examples: [
      'proffer catalogue import prices.csv --dry-run',
      'proffer catalogue import preise.csv --locale de',
    ],
    load: async () => {
      const { importFile } = await import('./import-file.ts');
      return { run: (input) => importFile(input, 'catalogue') };
    },
  },
  {
    name: 'import invoice-ninja',
    summary: 'Take over customers, products and quotes from a backup of Invoice Ninja 5',
    args: '<backup.zip|backup.json>',
    minArgs: 1,
    maxArgs: 1,
    options: {
      'dry-run': { help: 'Check the file and report what would change, without changing anything' },
      account,
      json,
    },
    details: `Make the file in Invoice Ninja under Settings, Backup | Restore.
Clients become customers with their first contact, products items of the catalogue, and quotes drafts that name the
number that they have there. Deleted and archived objects and converted quotes are left out. Nothing is sent.
The import can be repeated: customers and products are updated, and quotes that were imported before stay as they are.
Quotes whose total differs from that in the file, or whose text has keywords such as :MONTH, are listed: look at them
before you send them.
What cannot be taken over exactly is reported and skipped, such as a line with two taxes. The exit code is 1 then.
docs/coming-from.md says what becomes what, and what stays behind.`,
    examples: [
      'proffer import invoice-ninja backup.zip --dry-run',
      'proffer import invoice-ninja backup.zip',
    ],
    load: () => import('./import-invoice-ninja.ts'),
  },
];
