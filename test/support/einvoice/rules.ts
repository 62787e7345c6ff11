// The rules of EN 16931, XRechnung and Peppol, written from their texts and applied to the parsed document, so that they
// share nothing with the code that writes it. Rules that cannot fire are left out: charges, payees, representatives,
// cards, direct debit, other taxes than VAT, supporting documents, item attributes and classifications.
import { type Element, listAll } from './dom.ts';
import type { Terms } from './terms.ts';

export type Rule = [id: string, holds: (invoice: Terms) => boolean];

const CODES = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'];
const has = (value: string | undefined): boolean => value !== undefined && value.trim() !== '';
const SCALE = 8;

/** Returns a decimal as an integer of hundred-millionths. */
function read(text: string | undefined): bigint {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text ?? '') ?? [];
  if (whole === '' || fraction.length > SCALE) throw new Error(`${text} is not a decimal`);
  return BigInt(sign + whole + fraction.padEnd(SCALE, '0'));
}

const ONE = 10n ** BigInt(SCALE);
const sum = (values: bigint[]) => values.reduce((total, value) => total + value, 0n);
const absolute = (value: bigint) => (value < 0n ? -value : value);
const every = (groups: Terms[], holds: (group: Terms) => boolean) => groups.every(holds);
const hasTwoDecimals = (text: string | undefined) => text === undefined || /^-?\d+(\.\d{1,2})?$/.test(text);

const lines = (invoice: Terms) => invoice.groups('BG-25');
const allowances = (invoice: Terms) => invoice.groups('BG-20');
const breakdown = (invoice: Terms) => invoice.groups('BG-23');
const usesOf = (invoice: Terms, code: string) => ({
  lines: lines(invoice).filter((line) => line('BT-151') === code),
  allowances: allowances(invoice).filter((allowance) => allowance('BT-95') === code),
  breakdown: breakdown(invoice).filter((group) => group('BT-118') === code),
});

const present: Rule[] = [
  ...Object.entries({
    'BR-01': 'BT-24',
    'BR-02': 'BT-1',
    'BR-03': 'BT-2',
    'BR-04': 'BT-3',
    'BR-05': 'BT-5',
    'BR-06': 'BT-27',
    'BR-07': 'BT-44',
    'BR-09': 'BT-40',
    'BR-11': 'BT-55',
    'BR-12': 'BT-106',
    'BR-13': 'BT-109',
    'BR-14': 'BT-112',
    'BR-15': 'BT-115',
  }).map(([id, term]): Rule => [id, (invoice) => has(invoice(term))]),
  ['BR-08', (invoice) => invoice.groups('BG-5').length === 1],
  ['BR-10', (invoice) => invoice.groups('BG-8').length === 1],
  ['BR-16', (invoice) => lines(invoice).length > 0],
  ...Object.entries({
    'BR-21': 'BT-126',
    'BR-22': 'BT-129',
    'BR-23': 'BT-130',
    'BR-24': 'BT-131',
    'BR-25': 'BT-153',
    'BR-26': 'BT-146',
    'BR-CO-04': 'BT-151',
  }).map(([id, term]): Rule => [id, (invoice) => every(lines(invoice), (line) => has(line(term)))]),
  ['BR-27', (invoice) => every(lines(invoice), (line) => read(line('BT-146')) >= 0n)],
  ['BR-29', (invoice) => !has(invoice('BT-74')) || (invoice('BT-73') ?? '') <= (invoice('BT-74') ?? '')],
  ...Object.entries({ 'BR-31': 'BT-92', 'BR-32': 'BT-95', 'BR-33': 'BT-97' }).map(
    ([id, term]): Rule => [id, (invoice) => every(allowances(invoice), (allowance) => has(allowance(term)))],
  ),
  ...Object.entries({ 'BR-41': 'BT-136', 'BR-42': 'BT-139' }).map(
    ([id, term]): Rule => [
      id,
      (invoice) =>
        every(
          lines(invoice).flatMap((line) => line.groups('BG-27')),
          (allowance) => has(allowance(term)),
        ),
    ],
  ),
  ...Object.entries({ 'BR-45': 'BT-116', 'BR-46': 'BT-117', 'BR-47': 'BT-118' }).map(
    ([id, term]): Rule => [id, (invoice) => every(breakdown(invoice), (group) => has(group(term)))],
  ),
  [
    'BR-48',
    (invoice) => every(breakdown(invoice), (group) => has(group('BT-119')) || group('BT-118') === 'O'),
  ],
  ['BR-49', (invoice) => every(invoice.groups('BG-16'), (means) => has(means('BT-81')))],
  [
    'BR-50',
    (invoice) =>
      every(
        invoice.groups('BG-16').flatMap((means) => means.groups('BG-17')),
        (to) => has(to('BT-84')),
      ),
  ],
  ['BR-55', (invoice) => every(invoice.groups('BG-3'), (reference) => has(reference('BT-25')))],
  ['BR-57', (invoice) => every(invoice.groups('BG-15'), (address) => has(address('BT-80')))],
  [
    'BR-61',
    (invoice) =>
      every(
        invoice.groups('BG-16'),
        (means) => !['30', '58'].includes(means('BT-81') ?? '') || means.groups('BG-17').length === 1,
      ),
  ],
  ['BR-62', (invoice) => !has(invoice('BT-34')) || has(invoice('BT-34-1'))],
  ['BR-63', (invoice) => !has(invoice('BT-49')) || has(invoice('BT-49-1'))],
];

const VAT_PREFIX = /^[A-Z]{2}/;

const conditions: Rule[] = [
  ['BR-CO-09', (invoice) => [invoice('BT-31'), invoice('BT-48')].every((id) => !id || VAT_PREFIX.test(id))],
  [
    'BR-CO-10',
    (invoice) => read(invoice('BT-106')) === sum(lines(invoice).map((line) => read(line('BT-131')))),
  ],
  [
    'BR-CO-11',
    (invoice) =>
      allowances(invoice).length === 0
        ? invoice('BT-107') === undefined
        : read(invoice('BT-107')) === sum(allowances(invoice).map((allowance) => read(allowance('BT-92')))),
  ],
  [
    'BR-CO-13',
    (invoice) => read(invoice('BT-109')) === read(invoice('BT-106')) - read(invoice('BT-107') ?? '0'),
  ],
  [
    'BR-CO-14',
    (invoice) => read(invoice('BT-110')) === sum(breakdown(invoice).map((group) => read(group('BT-117')))),
  ],
  ['BR-CO-15', (invoice) => read(invoice('BT-112')) === read(invoice('BT-109')) + read(invoice('BT-110'))],
  [
    'BR-CO-16',
    (invoice) => read(invoice('BT-115')) === read(invoice('BT-112')) - read(invoice('BT-113') ?? '0'),
  ],
  [
    'BR-CO-17',
    (invoice) =>
      every(breakdown(invoice), (group) => {
        const rate = read(group('BT-119') ?? '0');
        const tax = read(group('BT-117'));
        if (rate * 2n < ONE) return absolute(tax) * 2n < ONE;
        return isNear(tax, (read(group('BT-116')) * rate) / (100n * ONE));
      }),
  ],
  ['BR-CO-18', (invoice) => breakdown(invoice).length > 0],
  ['BR-CO-19', (invoice) => (has(invoice('BT-74')) ? has(invoice('BT-73')) : true)],
  ['BR-CO-21', (invoice) => every(allowances(invoice), (a) => has(a('BT-97')) || has(a('BT-98')))],
  [
    'BR-CO-23',
    (invoice) =>
      every(
        lines(invoice).flatMap((line) => line.groups('BG-27')),
        (a) => has(a('BT-139')) || has(a('BT-140')),
      ),
  ],
  // Withdrawn in 2026, but still in validators.
  ['BR-CO-25', (invoice) => read(invoice('BT-115')) <= 0n || has(invoice('BT-9')) || has(invoice('BT-20'))],
  ['BR-CO-26', (invoice) => ['BT-29', 'BT-30', 'BT-31'].some((term) => has(invoice(term)))],
  [
    'BR-DEC',
    (invoice) =>
      ['BT-106', 'BT-107', 'BT-109', 'BT-110', 'BT-112', 'BT-113', 'BT-115'].every((term) =>
        hasTwoDecimals(invoice(term)),
      ) &&
      every(lines(invoice), (line) => hasTwoDecimals(line('BT-131'))) &&
      every(allowances(invoice), (allowance) => hasTwoDecimals(allowance('BT-92'))) &&
      every(breakdown(invoice), (group) => ['BT-116', 'BT-117'].every((term) => hasTwoDecimals(group(term)))),
  ],
  ['BR-CL-01', (invoice) => ['380', '381'].includes(invoice('BT-3') ?? '')],
  ['BR-CL-03', (invoice) => /^[A-Z]{3}$/.test(invoice('BT-5') ?? '')],
  [
    'BR-CL-14',
    (invoice) =>
      [invoice('BT-40'), invoice('BT-55')].every((country) => /^([A-WYZ][A-Z]|1A)$/.test(country ?? '')),
  ],
  [
    'BR-CL-16',
    (invoice) =>
      every(invoice.groups('BG-16'), (m) => ['1', '10', '20', '30', '58', '68'].includes(m('BT-81') ?? '')),
  ],
  ['BR-CL-17', (invoice) => every(breakdown(invoice), (group) => CODES.includes(group('BT-118') ?? ''))],
  ['BR-CL-18', (invoice) => every(lines(invoice), (line) => CODES.includes(line('BT-151') ?? ''))],
  ['BR-CL-19', (invoice) => every(allowances(invoice), (allowance) => allowance('BT-98') === '95')],
  [
    'BR-CL-22',
    (invoice) =>
      every(breakdown(invoice), (group) => /^(VATEX-EU-(AE|IC|G|O))?$/.test(group('BT-121') ?? '')),
  ],
  ['BR-CL-23', (invoice) => every(lines(invoice), (line) => UNITS.includes(line('BT-130') ?? ''))],
];

const UNITS =
  'C62 HUR MIN DAY WEE MON ANN MTR CMT MMT KMT MTK MTQ KGM GRM TNE LTR MLT KWH H87 SET PR LS P1'.split(' ');

function isNear(value: bigint, expected: bigint): boolean {
  // Rounded to two decimals, as the rule says; less than 1.00 off is accepted.
  const cents = ONE / 100n;
  const rounded = ((2n * expected + cents) / (2n * cents)) * cents;
  return absolute(value - rounded) < ONE;
}

/** Rules 1 to 10 of each category. In the names, `K` is `IC`. */
const categories: Rule[] = CODES.flatMap((code) => {
  const id = (number: string) => `BR-${code === 'K' ? 'IC' : code}-${number}`;
  const rule = (
    number: string,
    holds: (invoice: Terms, uses: ReturnType<typeof usesOf>) => boolean,
  ): Rule => [id(number), (invoice) => holds(invoice, usesOf(invoice, code))];
  const isZeroRate = (rate: string | undefined) => rate !== undefined && read(rate) === 0n;
  const isRateRight = (rate: string | undefined) => {
    if (code === 'S') return rate !== undefined && read(rate) > 0n;
    return code === 'O' ? rate === undefined : isZeroRate(rate);
  };
  const isIdentified = (invoice: Terms) => {
    if (code === 'O') return !has(invoice('BT-31')) && !has(invoice('BT-48'));
    const seller = has(invoice('BT-31')) || (!['G', 'K'].includes(code) && has(invoice('BT-32')));
    if (code === 'K') return seller && has(invoice('BT-48'));
    return seller && (code !== 'AE' || has(invoice('BT-48')) || has(invoice('BT-47')));
  };
  return [
    rule('01', (_, { lines, allowances, breakdown }) => {
      const isUsed = lines.length + allowances.length > 0;
      if (!isUsed) return breakdown.length === 0;
      return code === 'S' ? breakdown.length > 0 : breakdown.length === 1;
    }),
    rule('02', (invoice, { lines }) => lines.length === 0 || isIdentified(invoice)),
    rule('03', (invoice, { allowances }) => allowances.length === 0 || isIdentified(invoice)),
    rule('05', (_, { lines }) => every(lines, (line) => isRateRight(line('BT-152')))),
    rule('06', (_, { allowances }) => every(allowances, (allowance) => isRateRight(allowance('BT-96')))),
    rule('08', (_, { lines, allowances, breakdown }) =>
      every(breakdown, (group) => {
        const isSame = (rate: string | undefined) => code !== 'S' || read(rate) === read(group('BT-119'));
        const net = sum(lines.filter((line) => isSame(line('BT-152'))).map((line) => read(line('BT-131'))));
        const off = sum(allowances.filter((a) => isSame(a('BT-96'))).map((a) => read(a('BT-92'))));
        return read(group('BT-116')) === net - off;
      }),
    ),
    rule('09', (_, { breakdown }) =>
      every(breakdown, (group) =>
        code === 'S'
          ? isNear(read(group('BT-117')), (read(group('BT-116')) * read(group('BT-119'))) / (100n * ONE))
          : read(group('BT-117')) === 0n,
      ),
    ),
    rule('10', (_, { breakdown }) =>
      every(
        breakdown,
        (group) => (has(group('BT-120')) || has(group('BT-121'))) === !['S', 'Z'].includes(code),
      ),
    ),
  ];
});

const special: Rule[] = [
  [
    'BR-IC-11',
    (invoice) =>
      usesOf(invoice, 'K').breakdown.length === 0 || has(invoice('BT-72')) || has(invoice('BT-73')),
  ],
  [
    'BR-IC-12',
    (invoice) =>
      usesOf(invoice, 'K').breakdown.length === 0 ||
      invoice.groups('BG-15').some((address) => has(address('BT-80'))),
  ],
  ['BR-O-11', (invoice) => usesOf(invoice, 'O').breakdown.length === 0 || breakdown(invoice).length === 1],
  [
    'BR-O-12',
    (invoice) =>
      usesOf(invoice, 'O').breakdown.length === 0 || every(lines(invoice), (line) => line('BT-151') === 'O'),
  ],
  [
    'BR-O-13',
    (invoice) =>
      usesOf(invoice, 'O').breakdown.length === 0 || every(allowances(invoice), (a) => a('BT-95') === 'O'),
  ],
  [
    'BR-CL-08',
    ({ element }) =>
      element.children
        .filter(({ name }) => name === 'cbc:Note')
        .every(({ text }) => !/#[^#]{3}#/.test(text.replace(/^#(AAB|PMD|PMT)#/, ''))),
  ],
  ['empty elements', (invoice) => !listAll(invoice.element).some(isEmpty)],
];

function isEmpty({ children, text }: Element): boolean {
  return children.length === 0 && text.trim() === '';
}

export const EN_16931: Rule[] = [...present, ...conditions, ...categories, ...special];
