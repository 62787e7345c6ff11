import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compilePatterns, findNumbers } from './find-numbers.ts';

const find = (text: string, ...series: [key: string, digits: number][]) =>
  findNumbers(text, compilePatterns(series.map(([key, digits]) => ({ key, digits }))));
const ours = (text: string) => find(text, ['INV-2025-{seq}', 5], ['INV-2026-{seq}', 5], ['CN-2026-{seq}', 5]);

test('a number is found however banks and payers write it', () => {
  for (const text of [
    ...[
      'INV-2026-00042',
      'SVWZ+INV-2026-00042',
      'EREF+X SVWZ+INV-2026-00042 BIC+Y',
      'DES:INV-2026-00042 ID:7',
    ],
    ...[
      'REF:INV-2026-00042',
      '/INV/INV-2026-00042/17.11.2026',
      'INV-2026-00042EREF: NOTPROVIDED',
      '/INV-2026-00042/',
    ],
    ...[
      'INV 2026 00042',
      'INV-2026-00\n042',
      'I NV-2026-00042',
      'INV-2026-0 0042',
      'INV–2026–00042',
      'INV‑2026‑00042',
    ],
    ...[
      'INV202600042',
      'inv/2026/00042',
      'Inv2026-00042.',
      '(INV-2026-00042)',
      'SVWZINV-2026-00042',
      '#INV-2026-00042#',
    ],
    ...[
      'RechnungINV-2026-00042',
      'INV_2026_00042',
      'INV - 2026 - 00042',
      'INV.2026.00042',
      'INV-2026-00042, danke',
    ],
    ...[
      'ＩＮＶ－２０２６－０００４２',
      '"INV-2026-00042"',
      'INV-2026-00042 17.11.2026',
      'Rechnung Nr.INV-2026-00042-danke',
    ],
  ])
    assert.deepEqual(ours(text), { numbers: ['INV-2026-00042'], hasLike: true }, text);
  assert.deepEqual(ours('INV-2026-00042+INV-2027-00043 CN-2026-00001').numbers, [
    ...['INV-2026-00042', 'INV-2027-00043', 'CN-2026-00001'],
  ]);
});

test('another number is not ours, and what looks like one of ours is known as such', () => {
  for (const text of ['INVOICE 2026', 'nothing', '2026-00042', 'INV'])
    assert.deepEqual(ours(text), { numbers: [], hasLike: false }, text);
  for (const text of [
    'PINV-2026-00042',
    'INV-2026-0042',
    'INV-2026-00042-1',
    'INV-2026-42',
    'INV 12/2026',
    'inv7',
  ])
    assert.deepEqual(ours(text), { numbers: [], hasLike: true }, text);
  assert.deepEqual(ours('INV-2026-000420'), { numbers: ['INV-2026-000420'], hasLike: true });
});

test('numbers without letters, or with something behind them, have stricter boundaries', () => {
  for (const text of ['RE 7/2026', 're7/2026', 'SVWZ+RE-7-2026'])
    assert.deepEqual(find(text, ['RE {seq}/2026', 1]).numbers, ['RE 7/2026'], text);
  for (const text of ['00042', 'SVWZ+00042', 'Nr. 00042!'])
    assert.deepEqual(find(text, ['{seq}', 5]).numbers, ['00042'], text);
  for (const text of ['RE-00042', '100.00042', '00042,00', '1 00042', '0 0042', 'A00042', '00042-1'])
    assert.deepEqual(find(text, ['{seq}', 5]).numbers, [], text);
  assert.deepEqual(find('2026-0042', ['2026-{seq}', 4]).numbers, ['2026-0042']);
  for (const text of ['RE-2026-0042', '2026-11-17', '17.11.2026-0042'])
    assert.deepEqual(find(text, ['2026-{seq}', 4]).numbers, [], text);
  assert.deepEqual(find('42/R', ['{seq}/R', 1]), { numbers: ['42/R'], hasLike: true });
  assert.deepEqual(find('42/RE', ['{seq}/R', 1]), { numbers: [], hasLike: false });
});

test('the whole form within a word, and digits that begin as ours do, are like a number', () => {
  for (const text of ['XXINV-2026-00042', 'FOOINV202600042'])
    assert.deepEqual(ours(text), { numbers: [], hasLike: true }, text);
  for (const text of ['PAYMENTINV-2026-00042', 'NEFTINV-2026-00042', 'ZahlungINV-2026-00042'])
    assert.deepEqual(ours(text).numbers, ['INV-2026-00042'], text);
  assert.equal(find('STORE 5', ['RE{seq}', 1]).hasLike, false);
  for (const text of ['202699999', '2026 99999', 'Rechnung 2026-99999'])
    assert.equal(find(text, ['2026{seq}', 5]).hasLike, true, text);
  for (const text of ['2026123', '1202699999', '2026-11-17', '4411202699999'])
    assert.equal(find(text, ['2026{seq}', 5]).hasLike, false, text);
  assert.equal(find('99999', ['{seq}', 5]).hasLike, false);
});

test('the time grows with the text, whatever is in it', () => {
  const measure = (length: number) => {
    const texts = ['INV-', '0 ', 'INV2026', 'I-', '2026-0 '].map((part) =>
      part.repeat(length).slice(0, length),
    );
    const start = performance.now();
    for (const text of texts) ours(text);
    return performance.now() - start;
  };
  measure(10_000);
  assert.ok(measure(200_000) < 40 * Math.max(measure(20_000), 1));
});
