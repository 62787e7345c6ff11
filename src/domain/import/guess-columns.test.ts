import assert from 'node:assert/strict';
import { it } from 'node:test';
import { CATALOGUE_COLUMNS, CUSTOMER_COLUMNS, guessColumns } from './guess-columns.ts';

it('knows columns by what people call them', () => {
  const guess = (line: string, names = CUSTOMER_COLUMNS) => guessColumns(line.split(';'), names);
  assert.deepEqual(guess('Kunden-Nr.;Firma;E-Mail;Straße;Land;USt-IdNr.'), [
    'id',
    'name',
    'email',
    'address',
    'country',
    'taxId',
  ]);
  assert.deepEqual(guess('tax_id;Tax ID;name;NAME'), ['taxId', null, 'name', null]);
  assert.deepEqual(guess('العميل;البريد;x'), ['name', 'email', null]);
  assert.deepEqual(guess('Artikelnummer;Bezeichnung;Einzelpreis;Währung;MwSt %', CATALOGUE_COLUMNS), [
    'sku',
    'description',
    'unitPrice',
    'currency',
    'taxRate',
  ]);
  assert.deepEqual(guess(`${'x'.repeat(1e6)};`), [null, null]);
});
