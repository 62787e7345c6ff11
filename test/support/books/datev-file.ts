import assert from 'node:assert/strict';

/** A booking as DATEV understands it: amounts in cents, the date with the year of the fiscal year. */
interface Booking {
  amount: number;
  side: 'S' | 'H';
  debtor: string;
  account: string;
  key: string;
  date: string;
  number: string;
  text: string;
  vatId: string;
}

export interface DatevFile {
  header: string[];
  bookings: Booking[];
}

/** Bytes 0x80 to 0x9f of Windows-1252, written from its table; `null` is not defined. */
const HIGH = '€.‚ƒ„…†‡ˆ‰Š‹Œ.Ž..‘’“”•–—˜™š›œ.žŸ'
  .split('')
  .map((character) => (character === '.' ? null : character));

function decode(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => {
    if (byte < 0x80 || byte >= 0xa0) return String.fromCharCode(byte);
    const character = HIGH[byte - 0x80];
    assert.ok(character, `byte ${byte.toString(16)} is not defined in Windows-1252`);
    return character;
  }).join('');
}

/** Splits a line at semicolons outside quotation marks. Texts keep theirs, so that rules can tell them from numbers. */
function split(line: string): string[] {
  const fields = line.match(/("(?:[^"]|"")*"|[^;"]*)(?:;|$)/g) ?? [];
  return fields.slice(0, line.endsWith(';') ? undefined : -1).map((field) => field.replace(/;$/, ''));
}

function text(field: string): string {
  return field.replace(/^"|"$/g, '').replaceAll('""', '"');
}

/** The rules that DATEV publishes for the fields of the header, by place. */
const HEADER: readonly RegExp[] = [
  ...[/^"EXTF"$/, /^700$/, /^21$/, /^"Buchungsstapel"$/, /^13$/, /^20\d{2}(0[1-9]|1[0-2])\d{11}$/, /^$/],
  ...[/^"\w{0,2}"$/, /^"\w{0,25}"$/, /^"\w{0,25}"$/, /^(\d{4,6}|\d{7})$/, /^\d{1,5}$/, /^20\d{6}$/],
  ...[/^[4-8]$/, /^20\d{6}$/, /^20\d{6}$/, /^"[\w.\-/ ]{0,30}"$/, /^"([A-Z]{2}){0,2}"$/, /^[12]$/],
  ...[/^(0|30|40|50|64)$/, /^0$/, /^"[A-Z]{3}"$/, /^$/, /^""$/, /^$/, /^$/, /^"(\d{2}){0,2}"$/, /^$/, /^$/],
  ...[/^""$/, /^".{0,16}"$/],
];

/** The rules of the fields of a booking that are filled in here, by place counted from 1. */
const BOOKING: Readonly<Record<number, RegExp>> = {
  1: /^(?!0{1,10},00)\d{1,10},\d{2}$/,
  2: /^"[SH]"$/,
  3: /^"EUR"$/,
  7: /^(?!0{1,9}$)\d{1,9}$/,
  8: /^(?!0{1,9}$)\d{1,9}$/,
  9: /^("\d{4}"|"\d{1,4}"|"")$/,
  10: /^\d{4}$/,
  11: /^"[\w$%&*+\-/]{1,36}"$/,
  14: /^"(?:[^"]|""){0,60}"$/,
  40: /^"[A-Z0-9+*]{0,15}"$/,
  114: /^[01]$/,
};

const FIELDS = 125;

/** Reads a file as DATEV would, and fails where it breaks a rule. */
export function readDatevFile(bytes: Uint8Array): DatevFile {
  const content = decode(bytes);
  assert.ok(content.endsWith('\r\n'), 'each line ends with CR LF');
  const lines = content.slice(0, -2).split('\r\n');
  assert.ok(!/[\r\n]/.test(lines.join('')), 'no field has a line break');
  const [header = [], headings = [], ...rows] = lines.map(split);
  assert.equal(header.length, HEADER.length);
  for (const [index, rule] of HEADER.entries())
    assert.match(header[index] ?? '', rule, `header ${index + 1}`);
  assert.equal(headings.length, FIELDS);
  assert.deepEqual(
    [headings[0], headings[12], headings[20], headings[47], headings[48], headings[113], headings[124]],
    [
      ...['Umsatz (ohne Soll/Haben-Kz)', 'Skonto', 'Beleginfo - Art 1', 'Zusatzinformation - Art 1'],
      ...['Zusatzinformation- Inhalt 1', 'Festschreibung', 'Abw. Skontokonto'],
    ],
  );
  assert.ok(rows.length <= 99_999);
  const [length, from = '', to = ''] = [Number(header[13]), header[14], header[15]];
  const bookings = rows.map((fields) => readBooking(fields, header[12] ?? ''));
  for (const { account, debtor, date } of bookings) {
    assert.equal(account.length, length, 'an account has the length of the header');
    assert.equal(debtor.length, length + 1, 'a debtor has one digit more');
    assert.match(debtor, /^[1-6]/, 'debtors begin with 1 to 6');
    assert.ok(date >= from && date <= to, `${date} is in the period`);
  }
  return { header: header.map(text), bookings };
}

function readBooking(fields: string[], fiscalYear: string): Booking {
  assert.equal(fields.length, FIELDS);
  for (const [index, field] of fields.entries()) {
    const rule = BOOKING[index + 1];
    if (rule && (field !== '' || index < 14 || index === 113))
      assert.match(field, rule, `field ${index + 1}`);
    else assert.equal(field, '', `field ${index + 1} is not filled in`);
  }
  const [at = (_: number) => ''] = [(place: number) => text(fields[place - 1] ?? '')];
  const day = `${at(10).slice(2)}${at(10).slice(0, 2)}`;
  const year = Number(fiscalYear.slice(0, 4)) + (day < fiscalYear.slice(4) ? 1 : 0);
  return {
    ...{ amount: Number(at(1).replace(',', '')), side: at(2) as 'S' | 'H', debtor: at(7), account: at(8) },
    ...{ key: at(9), date: `${year}${day}`, number: at(11), text: at(14), vatId: at(40) },
  };
}
