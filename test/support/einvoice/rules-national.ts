import { type Element, listAll } from './dom.ts';
import type { Rule } from './rules.ts';
import type { Terms } from './terms.ts';

const has = (value: string | undefined): boolean => value !== undefined && value.trim() !== '';
const need = (id: string, term: string): Rule => [id, (invoice) => has(invoice(term))];
const PROCESS = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';

/** Rules that Peppol and XRechnung share. */
const shared: Rule[] = [
  ['PEPPOL-EN16931-R001', (invoice) => invoice('BT-23') === PROCESS],
  need('PEPPOL-EN16931-R010', 'BT-49'),
  need('PEPPOL-EN16931-R020', 'BT-34'),
  [
    'PEPPOL-EN16931-R043',
    (invoice) =>
      [...invoice.groups('BG-20'), ...invoice.groups('BG-25').flatMap((line) => line.groups('BG-27'))].every(
        (allowance) => allowance('indicator') === 'false',
      ),
  ],
  [
    'PEPPOL-EN16931-R051',
    (invoice) =>
      invoice.element.children
        .filter((child) => !isTaxInOtherCurrency(child))
        .flatMap(listAll)
        .every(
          ({ attributes }) =>
            attributes.currencyID === undefined || attributes.currencyID === invoice('BT-5'),
        ),
  ],
  [
    'PEPPOL-EN16931-R053',
    ({ element: { children } }) =>
      children.filter((child) => child.name === 'cac:TaxTotal' && !isTaxInOtherCurrency(child)).length === 1,
  ],
  [
    'PEPPOL-EN16931-R054',
    ({ element: { children } }) =>
      children.filter(isTaxInOtherCurrency).length ===
      children.filter(({ name }) => name === 'cbc:TaxCurrencyCode').length,
  ],
  ['PEPPOL-EN16931-R120', (invoice) => invoice.groups('BG-25').every(isLineExact)],
  [
    'PEPPOL-EN16931-R121',
    (invoice) => invoice.groups('BG-25').every((line) => Number(line('BT-149') ?? 1) > 0),
  ],
  [
    'PEPPOL-EN16931-R130',
    (invoice) =>
      invoice.groups('BG-25').every((line) => !has(line('BT-149')) || line('BT-150') === line('BT-130')),
  ],
];

/** The total of BT-111, which has no breakdown. */
function isTaxInOtherCurrency({ name, children }: Element): boolean {
  return name === 'cac:TaxTotal' && !children.some((child) => child.name === 'cac:TaxSubtotal');
}

/** Quantity × price / base quantity − allowance, compared in millionths without dividing. */
function isLineExact(line: Terms): boolean {
  const read = (text: string | undefined) => {
    const [whole = '', fraction = ''] = (text ?? '0').split('.');
    return BigInt(whole + fraction.padEnd(6, '0'));
  };
  const base = read(line('BT-149') ?? '1');
  const allowance = line.groups('BG-27').reduce((sum, a) => sum + read(a('BT-136')), 0n);
  const million = 1_000_000n;
  const computed = read(line('BT-129')) * read(line('BT-146')) - allowance * base;
  const difference = computed - read(line('BT-131')) * base;
  const slack = (million / 50n) * base;
  return difference <= slack && difference >= -slack;
}

/** With a base quantity the price is that of the whole line, so nothing is lost. */
export function isPriceOfLine(line: Terms): boolean {
  return !has(line('BT-149')) || line('BT-149') === line('BT-129');
}

const GERMAN: readonly [xrechnung: string, peppol: string, term: string][] = [
  ['BR-DE-3', 'DE-R-003', 'BT-37'],
  ['BR-DE-4', 'DE-R-004', 'BT-38'],
  ['BR-DE-5', 'DE-R-005', 'BT-41'],
  ['BR-DE-6', 'DE-R-006', 'BT-42'],
  ['BR-DE-7', 'DE-R-007', 'BT-43'],
  ['BR-DE-8', 'DE-R-008', 'BT-52'],
  ['BR-DE-9', 'DE-R-009', 'BT-53'],
  ['BR-DE-15', 'DE-R-015', 'BT-10'],
];

const germanRules = (side: 0 | 1): Rule[] => [
  ...GERMAN.map((rule): Rule => need(rule[side], rule[2])),
  [side === 0 ? 'BR-DE-1' : 'DE-R-001', (invoice) => invoice.groups('BG-16').length > 0],
  [side === 0 ? 'BR-DE-2' : 'DE-R-002', (invoice) => invoice.groups('BG-6').length > 0],
  [
    side === 0 ? 'BR-DE-10' : 'DE-R-010',
    (invoice) => invoice.groups('BG-15').every((address) => has(address('BT-77')) && has(address('BT-78'))),
  ],
  [
    side === 0 ? 'BR-DE-14' : 'DE-R-014',
    (invoice) => invoice.groups('BG-23').every((group) => has(group('BT-119'))),
  ],
  [
    side === 0 ? 'BR-DE-16' : 'DE-R-016',
    (invoice) =>
      invoice.groups('BG-25').every((line) => line('BT-151') === 'O') ||
      has(invoice('BT-31')) ||
      has(invoice('BT-32')),
  ],
  [side === 0 ? 'BR-DE-17' : 'DE-R-017', (invoice) => ['380', '381'].includes(invoice('BT-3') ?? '')],
  // We never grant a cash discount in the notation of XRechnung, so that no line may look like one.
  [side === 0 ? 'BR-DE-18' : 'DE-R-018', (invoice) => !/^\s*#/m.test(invoice('BT-20') ?? '')],
  [
    side === 0 ? 'BR-DE-23' : 'DE-R-023',
    (invoice) =>
      invoice
        .groups('BG-16')
        .every((means) => !['30', '58'].includes(means('BT-81') ?? '') || means.groups('BG-17').length === 1),
  ],
  [side === 0 ? 'BR-DE-27' : 'DE-R-027', (invoice) => /(\d.*){3}/.test(invoice('BT-42') ?? '')],
];

export const XRECHNUNG: Rule[] = [
  ...shared,
  ...germanRules(0),
  [
    'BR-DE-21',
    (invoice) => invoice('BT-24') === 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
  ],
];

/** Limits rules to invoices of sellers in a country, or within a country. */
const only = (applies: (invoice: Terms) => boolean, rules: Rule[]): Rule[] =>
  rules.map(([id, holds]) => [id, (invoice) => !applies(invoice) || holds(invoice)]);
const from = (country: string) => (invoice: Terms) => invoice('BT-40') === country;
const within = (country: string) => (invoice: Terms) =>
  from(country)(invoice) && invoice('BT-55') === country;
const paidBy = (id: string, codes: string[]): Rule => [
  id,
  (invoice) => invoice.groups('BG-16').every((means) => codes.includes(means('BT-81') ?? '')),
];
const isCredit = (invoice: Terms) => invoice('BT-3') === '381';

export const PEPPOL: Rule[] = [
  ...shared,
  ['PEPPOL-EN16931-R003', (invoice) => has(invoice('BT-10')) || has(invoice('BT-13'))],
  [
    'PEPPOL-EN16931-R004',
    (invoice) =>
      invoice('BT-24') === 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
  ],
  [
    'PEPPOL-EN16931-R002',
    (invoice) => invoice.element.children.filter(({ name }) => name === 'cbc:Note').length <= 1,
  ],
  [
    'PEPPOL-EN16931-F001',
    (invoice) =>
      listAll(invoice.element).every(
        ({ name, text }) => !name.endsWith('Date') || /^\d{4}-\d\d-\d\d$/.test(text),
      ),
  ],
  [
    'PEPPOL-EN16931-CL008',
    (invoice) => ['BT-34-1', 'BT-49-1'].every((term) => /^\d{4}$/.test(invoice(term) ?? '')),
  ],
  ...only(within('DE'), germanRules(1)),
  ...only(from('DK'), [need('DK-R-002', 'BT-30'), ['DK-R-014', (invoice) => invoice('BT-30-1') === '0184']]),
  ...only((invoice) => within('DK')(invoice) && !isCredit(invoice), [paidBy('DK-R-005', ['1', '10', '58'])]),
  ...only(from('IT'), [need('IT-R-002', 'BT-35'), need('IT-R-003', 'BT-37'), need('IT-R-004', 'BT-38')]),
  ...only(from('IS'), [
    ['IS-R-002', (invoice) => invoice('BT-30-1') === '0196'],
    need('IS-R-003', 'BT-35'),
    need('IS-R-003', 'BT-38'),
  ]),
  ...only(within('IS'), [
    ['IS-R-004', (invoice) => invoice('BT-47-1') === '0196'],
    need('IS-R-005', 'BT-50'),
    need('IS-R-005', 'BT-53'),
  ]),
  ...only(from('NL'), [
    ['NL-R-001', (invoice) => !isCredit(invoice) || invoice.groups('BG-3').length > 0],
    need('NL-R-002', 'BT-35'),
    need('NL-R-002', 'BT-37'),
    need('NL-R-002', 'BT-38'),
    ['NL-R-003', (invoice) => !has(invoice('BT-30')) || ['0106', '0190'].includes(invoice('BT-30-1') ?? '')],
  ]),
  ...only(within('NL'), [
    need('NL-R-004', 'BT-50'),
    need('NL-R-004', 'BT-52'),
    need('NL-R-004', 'BT-53'),
    ['NL-R-005', (invoice) => !has(invoice('BT-47')) || ['0106', '0190'].includes(invoice('BT-47-1') ?? '')],
    paidBy('NL-R-008', ['30', '58']),
  ]),
  ...only(
    (invoice) => (invoice('BT-31') ?? '').startsWith('NO'),
    [['NO-R-001', (invoice) => /^NO\d{9}MVA$/.test(invoice('BT-31') ?? '')]],
  ),
  ...only(from('SE'), [
    ['SE-R-001', (invoice) => !has(invoice('BT-31')) || /^SE\d{12}$/.test(invoice('BT-31') ?? '')],
    ['SE-R-004', (invoice) => /^(\d{10})?$/.test(invoice('BT-30') ?? '')],
    [
      'SE-R-006',
      (invoice) =>
        invoice
          .groups('BG-23')
          .every((group) => group('BT-118') !== 'S' || ['6', '12', '25'].includes(group('BT-119') ?? '')),
    ],
  ]),
];
