import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

/** The test copies the schemas and the domain types to a folder and changes only one of the two there. */
const ROOT = join(import.meta.dirname, '../../..');
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

type Edit = [file: string, before: string, after: string];

test('the compiler rejects a field that only the type or only the schema has', async () => {
  const { type, schema } = await countRejected({ type: onlyInTypes(), schema: onlyInSchemas() });
  assert.deepEqual(type, {
    'account/account.ts': 2,
    'catalogue/catalogue-item.ts': 3,
    'catalogue/template.ts': 3,
    'customer.ts': 2,
    'event.ts': 1,
    'invoice.ts': 3,
    'invoice/payment.ts': 2,
    'item.ts': 5,
    'problem.ts': 1,
    'quote.ts': 3,
    'agreement/decision.ts': 1,
    'agreement/proposal.ts': 1,
    'quote/feed-event.ts': 1,
    'quote/quote-summary.ts': 1,
    'quote/revision.ts': 1,
    'send.ts': 2,
  });
  assert.deepEqual(schema, {
    'account/account.ts': 2,
    'catalogue/catalogue-item.ts': 3,
    'catalogue/template.ts': 3,
    'customer.ts': 4,
    'event.ts': 2,
    'invoice.ts': 1,
    'item.ts': 3,
    'problem.ts': 1,
    'quote.ts': 3,
    'agreement/decision.ts': 1,
    'quote/feed-event.ts': 1,
    'quote/quote-summary.ts': 1,
    'quote/revision.ts': 1,
    'send.ts': 2,
  });
});

function onlyInTypes(): Edit[] {
  const also = (file: string, before: string): Edit => [
    `domain/${file}`,
    before,
    `${before} added?: string;`,
  ];
  return [
    also('customer/customer.ts', 'export interface Customer extends Values {'),
    also('catalogue/catalogue-item.ts', 'export interface CatalogueItem extends Values {'),
    also('catalogue/catalogue-item.ts', '} & {\n  unitPrice: number;'),
    also('account/account.ts', 'export interface Account extends FieldValues<typeof ACCOUNT_FIELDS> {'),
    also('quote/decision.ts', 'export interface DecisionRecord {'),
    also('quote/history.ts', 'export interface HistoryEvent {'),
    also('quote/revision.ts', 'export interface Revision {'),
    also('quote/sent-quote.ts', 'subject?: string | null;'),
    also('quote/quote.ts', 'export interface Quote extends Record<TextName, string | null> {'),
    also('quote/line/line-item.ts', 'export interface LineItem {'),
    also('quote/line/line-item.ts', 'export interface ItemInput {'),
    also('quote/line/selection.ts', 'export interface LineChoice {'),
    also('quote/line/selection.ts', 'export interface ChosenLine {'),
    also(
      'quote/compose-quote.ts',
      'export interface QuoteInput extends Partial<Record<TextName, string | null>> {',
    ),
    also('invoice/invoice.ts', 'status: InvoiceStatus;'),
    also('invoice/invoice.ts', 'dueDate?: string | null;'),
    also('invoice/payment.ts', 'export interface Payment {'),
    also('errors.ts', 'export interface FieldError {'),
  ];
}

function onlyInSchemas(): Edit[] {
  const also = (file: string, before: string): Edit => [
    `api/schemas/${file}`,
    before,
    `${before} added: Type.Optional(Type.String()),`,
  ];
  return [
    also('customer.ts', 'Type.Object({ ...others, kind: nullable(kind),'),
    also('customer.ts', 'createdAt: timestamp,'),
    also('catalogue/catalogue-item.ts', '    ...others,'),
    also('catalogue/catalogue-item.ts', 'createdAt: timestamp,'),
    also('account/account.ts', '{\n    ...fields,\n    registrations,'),
    also('account/account.ts', '    id: Type.String(),'),
    also('agreement/decision.ts', 'at: timestamp,'),
    also('event.ts', 'at: timestamp,'),
    also('quote/revision.ts', 'sentAt: timestamp,'),
    also('send.ts', 'const sendFields = (defaultSubject: string) => ({'),
    also('quote.ts', 'const optionalContent = {'),
    also('quote.ts', 'createdAt: timestamp,'),
    also('item.ts', 'const given = {'),
    also('invoice.ts', 'createdAt: timestamp,'),
    also('problem.ts', 'const FieldErrorSchema = Type.Object(\n  {'),
  ];
}

/** Counts the failed `Same` checks per schema file for each way of changing it. The compiler loads its libraries once. */
async function countRejected<Way extends string>(
  ways: Record<Way, readonly Edit[]>,
): Promise<Record<Way, Record<string, number>>> {
  const folder = mkdtempSync(join(tmpdir(), 'proffer-schemas-'));
  folders.push(folder);
  for (const name of ['package.json', 'tsconfig.json']) cpSync(join(ROOT, name), join(folder, name));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const names = Object.keys(ways) as Way[];
  for (const way of names) copyWith(ways[way], join(folder, way));
  const include = names.map((way) => `${way}/api/schemas`);
  writeFileSync(join(folder, 'tsconfig.some.json'), JSON.stringify({ extends: './tsconfig.json', include }));
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, [TSC, '-p', 'tsconfig.some.json'], { cwd: folder }, (_error, stdout) =>
      resolve(stdout),
    );
  });
  const broken = [...output.matchAll(/^(\w+)\/api\/schemas\/([\w/-]+\.ts)\(.*error TS1360: Type 'true'/gm)];
  const count = (way: Way) =>
    [
      ...Map.groupBy(
        broken.filter(([, at]) => at === way),
        ([, , file]) => file as string,
      ),
    ]
      .map(([file, errors]) => [file, errors.length] as const)
      .sort();
  return Object.fromEntries(names.map((way) => [way, Object.fromEntries(count(way))])) as Record<
    Way,
    Record<string, number>
  >;
}

function copyWith(edits: readonly Edit[], folder: string): void {
  for (const room of ['domain', 'api/schemas']) {
    cpSync(join(ROOT, 'src', room), join(folder, room), {
      recursive: true,
      filter: (name) => !name.endsWith('.test.ts'),
    });
  }
  for (const [name, before, after] of edits) {
    const text = readFileSync(join(folder, name), 'utf8');
    assert.ok(text.includes(before), `${name} has no "${before}"`);
    writeFileSync(join(folder, name), text.replace(before, after));
  }
}
