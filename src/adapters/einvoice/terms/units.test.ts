import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findUnitCode } from './units.ts';

test('units are found as people write them, in the languages of documents', () => {
  for (const [code, words] of Object.entries({
    HUR: ['h', 'Std.', 'Stunden', 'heures', 'uren', '時間', 'ชม.', 'год.', 'ساعة', 'saat'],
    DAY: ['Tag', 'jours', 'dni', '天', 'день', 'gün'],
    MON: ['Monat', 'mois', 'ヶ月', 'ay'],
    MTR: ['m', 'lfm', 'метр'],
    MTK: ['m²', 'm2', 'qm', '㎡', 'Mètre carré'],
    MTQ: ['m³', 'cbm'],
    KGM: ['kg', 'KG', '公斤'],
    H87: ['Stk.', 'Stück', 'pcs', 'szt.', '個'],
    LS: ['pauschal', 'lump sum', 'forfait', '一式'],
  })) {
    for (const word of words) assert.equal(findUnitCode(word), code, word);
  }
});

test('an unknown unit, or none, is "one"', () => {
  for (const unit of [undefined, '', 'crate', 'ton', 'constructor', '__proto__']) {
    assert.equal(findUnitCode(unit), 'C62');
  }
});
