import naughtyStrings from 'big-list-of-naughty-strings' with { type: 'json' };
import type {
  BuyerParticulars,
  EInvoiceSource,
  InvoiceParticulars,
  SellerParticulars,
} from '../../../src/adapters/einvoice/source.ts';
import type { ElectronicAddressScheme } from '../../../src/domain/account/particulars/electronic-address.ts';
import { computeCredit } from '../../../src/domain/invoice/credit.ts';
import { composeGroupContent } from '../../../src/domain/invoice/group-lines.ts';
import type { QuantityPrices } from '../../../src/domain/money/quantity-prices.ts';
import type { StageSize } from '../../../src/domain/money/stages.ts';
import { splitIntoStages } from '../../../src/domain/money/stages.ts';
import { sumGross, type TaxGroup } from '../../../src/domain/money/tax-group.ts';
import { priceLines } from '../../../src/domain/quote/line/compose-lines.ts';
import type { UnpricedLine } from '../../../src/domain/quote/line/line-item.ts';
import type { TaxCategory } from '../../../src/domain/tax/tax-category.ts';
import { listCodedNotes } from '../../../src/i18n/tax/legal-notes.ts';
import { randomFrom } from '../../chaos/random.ts';

/** Sellers that meet the rules of their country: VAT identifier, registration number and electronic address. */
const SELLERS: Record<
  string,
  [taxId: string, registrationNumber: string | null, scheme: ElectronicAddressScheme, id: string]
> = {
  AT: ['ATU12345678', 'FN 123456a', '9915', 'b'],
  BE: ['BE0471811661', '0471811661', '0208', '0471811661'],
  CH: ['CHE123456789MWST', 'CHE-123.456.789', '0183', 'CHE123456789'],
  DE: ['DE123456789', null, '9930', 'DE123456789'],
  DK: ['DK12345678', '12345678', '0184', '12345678'],
  ES: ['ESB12345678', 'B-12345', '9920', 'ESB12345678'],
  FR: ['FR40303265045', '303265045', '0002', '303265045'],
  GB: ['GB999999973', '01234567', '9932', 'GB999999973'],
  IE: ['IE6388047V', null, '0088', '4012345000009'],
  IS: ['IS12345', '5501692829', '0196', '5501692829'],
  IT: ['IT00743110157', 'RM-123456', '0211', 'IT00743110157'],
  NL: ['NL123456789B01', '12345678', '0106', '12345678'],
  NO: ['NO974760673MVA', '974760673', '0192', '974760673'],
  PL: ['PL5213870274', null, '9945', 'PL5213870274'],
  SE: ['SE556036079301', '556036-0793', '0007', '5560360793'],
};
const CURRENCIES = [
  'EUR',
  'EUR',
  'EUR',
  'EUR',
  'USD',
  'GBP',
  'CHF',
  'DKK',
  'SEK',
  'PLN',
  'HUF',
  'JPY',
  'ISK',
];
const RATES = [19, 7, 20, 5.5, 8.1, 2.6, 21, 13.5, 0.5];
const RATES_BY_COUNTRY: Record<string, number[]> = { FR: [20, 10, 5.5, 2.1], SE: [25, 12, 6] };
const UNITS = [undefined, 'h', 'Std.', 'm²', 'Stück', 'pauschal', 'ヶ月', 'ящик', 'kg', 'День'];
/** The categories that an invoice may mix; without the scope of VAT there is no other. */
const MIXTURES: TaxCategory[][] = [
  ['standard'],
  ['standard', 'standard', 'zero'],
  ['standard', 'exempt'],
  ['exempt', 'small_business'],
  ['small_business'],
  ['reverse_charge'],
  ['standard', 'reverse_charge'],
  ['intra_eu'],
  ['intra_eu', 'standard'],
  ['export'],
  ['zero'],
  ['out_of_scope'],
  ['standard', 'zero', 'exempt', 'reverse_charge', 'intra_eu', 'export'],
];

const WORDS: EInvoiceSource['words'] = {
  discount: 'Rabatt',
  legalNotes: [],
  creditTerms: 'Gutschrift zur Rechnung',
  reasons: {
    exempt: 'Steuerfrei nach § 4 UStG',
    small_business: 'Gemäß § 19 UStG wird keine Umsatzsteuer berechnet.',
    reverse_charge: 'Steuerschuldnerschaft des Leistungsempfängers',
    intra_eu: 'Steuerfreie innergemeinschaftliche Lieferung',
    export: 'Steuerfreie Ausfuhrlieferung',
    out_of_scope: 'Nicht steuerbar',
  },
};

interface Chance {
  (): number;
  pick<T>(values: readonly T[]): T;
  whole(min: number, max: number): number;
  text(prefix?: string): string;
}

/** Creates a complete invoice or credit note; the same seed always gives the same one. */
export function createRandomSource(seed: number): EInvoiceSource {
  const chance = createChance(seed);
  const account = createSeller(chance);
  const customer = createBuyer(chance, account);
  const categories = chance.pick(MIXTURES);
  const currency = chance.pick(CURRENCIES);
  const pricesIncludeTax = chance() < 0.4;
  const rates = RATES_BY_COUNTRY[account.country ?? ''] ?? RATES;
  const content = createContent(chance, { categories, rates, currency, pricesIncludeTax });
  const isCredit = chance() < 0.3;
  const terms = chance.pick([
    null,
    chance.text(),
    '#SKONTO#TAGE=14#PROZENT=2.00#',
    'Zahlbar\n  #1 sofort\nDanke',
    'Escompte de 2 % sous 8 jours',
  ]);
  const noted = { sellerCountry: account.country, isForBusiness: true, terms, rates };
  const legalNotes = listCodedNotes(noted);
  const earlier = { number: 'RE-2026-0007', issueDate: '2026-01-31' };
  return {
    account,
    customer,
    words: { ...WORDS, legalNotes },
    invoice: {
      number: `RE-2026-${seed}`,
      kind: isCredit ? 'CREDIT_NOTE' : 'INVOICE',
      issueDate: '2026-03-10',
      dueDate: isCredit ? null : '2026-04-09',
      currency,
      pricesIncludeTax,
      ...content,
      paymentMethod: choosePaymentMethod(chance, account, customer, currency),
      reference: chance() < 0.5 ? chance.text('PO ') : null,
      terms,
      notes: chance.pick([null, chance.text(), '#AAA# note', 'a ##abc## b']),
      creditReason: isCredit ? chance.text('Reason ') : null,
      supplyDate: chance() < 0.5 || categories.includes('intra_eu') ? '2026-03-01' : null,
      supplyPeriod: chance() < 0.3 ? { from: '2026-02-01', to: '2026-02-28' } : null,
      precedingInvoices: isCredit
        ? [earlier]
        : chance() < 0.2
          ? [earlier, { ...earlier, number: 'RE-8' }]
          : [],
    },
  };
}

function createChance(seed: number): Chance {
  const next = randomFrom(seed);
  const whole = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  const pick = <T>(values: readonly T[]): T => values[whole(0, values.length - 1)] as T;
  const text = (prefix = '') =>
    prefix + pick(naughtyStrings as string[]) + pick(['', '\u0007', ' & <b>"', '\ud800']);
  return Object.assign(() => next(), { whole, pick, text });
}

function createSeller(chance: Chance): SellerParticulars {
  const country = chance.pick(Object.keys(SELLERS));
  const [taxId, registrationNumber, scheme, id] = SELLERS[country] ?? ['', null, 'EM', ''];
  const isSwedish = country === 'SE';
  return {
    name: chance.text('Studio '),
    ...createAddress(chance, country),
    taxId,
    registrationNumber,
    taxNumber: isSwedish || country === 'IT' ? null : chance.pick(['12/345/67890', 'X12345678901']),
    contactName: 'Eva Muster',
    email: 'eva@studio.example',
    phone: '+49 30 123456',
    electronicAddress: { scheme, id },
    bank: {
      holder: chance.pick([null, 'Studio Konto']),
      iban: 'DE75512108001245126199',
      bic: chance.pick([null, 'SOLADES1PFD']),
      name: null,
    },
  };
}

const BUYERS = ['AT', 'DE', 'DK', 'FR', 'IS', 'NL', 'SE', 'GB', 'US', 'XK'];

/** The rules of most countries are for domestic invoices, so that many are. */
function createBuyer(chance: Chance, seller: SellerParticulars): BuyerParticulars {
  const domestic = BUYERS.filter((country) => country === seller.country && chance() < 0.5);
  const country = domestic[0] ?? chance.pick(BUYERS);
  const registration =
    { DK: '87654321', IS: '5501692829', NL: '12345678' }[country] ?? chance.pick([null, 'HRB 1234']);
  return {
    name: chance.text('Kunde '),
    ...createAddress(chance, country),
    taxId: `${country === 'XK' ? 'GB' : country}123456789`,
    registrationNumber: registration,
    contactName: chance.pick([null, 'Max Einkauf']),
    email: chance.pick([null, 'ap@kunde.example']),
    phone: null,
    electronicAddress: { scheme: '0204', id: '04011000-12345-03' },
    buyerReference: chance.pick(['04011000-12345-03', chance.text('Ref ')]),
  };
}

function createAddress(chance: Chance, country: string) {
  return {
    address: 'Printed address',
    street: chance.text('Street '),
    street2: chance.pick([null, 'Hinterhof']),
    postalCode: '10999',
    city: 'Berlin',
    region: chance.pick([null, 'Region']),
    country,
  };
}

/** Domestic invoices in the Netherlands and Denmark allow few ways to pay. */
function choosePaymentMethod(
  chance: Chance,
  { country: from }: SellerParticulars,
  { country: to }: BuyerParticulars,
  currency: string,
): string {
  if (from === 'NL' && to === 'NL') return 'BANK_TRANSFER';
  if (from === 'DK' && to === 'DK') return currency === 'EUR' ? 'BANK_TRANSFER' : 'CASH';
  return chance.pick(['BANK_TRANSFER', 'BANK_TRANSFER', 'ONLINE_PAYMENT', 'CASH', 'CHECK', 'CREDIT_CARD']);
}

type Content = Pick<InvoiceParticulars, 'items' | 'taxes'>;

/** Computes the content as the service does: whole, the invoice of a stage, or a credit note for part of it. */
function createContent(chance: Chance, { categories, rates, ...prices }: ContentOptions): Content {
  const lines = Array.from({ length: chance.whole(1, 9) }, (_, at) =>
    createLine(chance, categories, rates, at),
  );
  const discount = chance.pick([
    { discountType: null, discountValue: null },
    { discountType: 'percentage' as const, discountValue: chance.pick([10, 33, 100]) },
    { discountType: 'fixed' as const, discountValue: chance.whole(0, 500_000) },
  ]);
  const { items, taxes } = priceLines(lines, { ...discount, ...prices });
  const whole = { items, taxes };
  const part = chance() < 0.4 ? createPart(chance, whole, prices.pricesIncludeTax) : whole;
  return isWritable(part, prices.currency) ? part : whole;
}

type ContentOptions = Pick<InvoiceParticulars, 'currency' | 'pricesIncludeTax'> & {
  categories: TaxCategory[];
  rates: number[];
};

/** In a currency without decimals, the tax of a part can differ too much from rate × net. */
function isWritable({ items, taxes }: Content, currency: string): boolean {
  const isClose = ({ rate, net, tax }: TaxGroup) => Math.abs(tax - (net * rate) / 100) < 1;
  return items.length > 0 && (!['JPY', 'ISK'].includes(currency) || taxes.every(isClose));
}

function createPart(chance: Chance, { taxes }: Content, pricesIncludeTax: boolean): Content {
  const compose = (groups: TaxGroup[]) => {
    const taken = groups.filter((group) => sumGross([group]) > 0);
    return composeGroupContent(() => 'Part – Q-2026-1', taken, pricesIncludeTax, 'part');
  };
  if (chance() < 0.3) {
    const amount = chance.whole(0, sumGross(taxes));
    return compose(computeCredit(taxes, [], amount).taxes);
  }
  const percentage = chance.pick([30, 8.33, 99.99]);
  const stages: StageSize[] = [
    { type: 'percentage', value: percentage },
    { type: 'rest', value: null },
  ];
  return compose(chance.pick(splitIntoStages(taxes, stages, pricesIncludeTax)));
}

function createLine(chance: Chance, categories: TaxCategory[], rates: number[], index: number): UnpricedLine {
  const taxCategory = chance.pick(categories);
  const unit = chance.pick(UNITS);
  const discount = chance.pick([
    {},
    {},
    { discountType: 'percentage' as const, discountValue: chance.pick([15, 100]) },
    { discountType: 'fixed' as const, discountValue: 100 },
  ]);
  return {
    id: `itm_${index}`,
    description: chance.text('Work '),
    quantity: chance.pick([1, 2, 0.25, 1.3333, 7.5, 1000, chance.whole(1, 99) / 4]),
    unitPrice: chance.pick([0, 1, 333, 10_000, chance.whole(1, 2_000_000), 99_999_999]),
    taxRate: taxCategory === 'standard' ? chance.pick(rates) : 0,
    // Items above 0 % that say nothing are standard.
    ...((taxCategory !== 'standard' || chance() < 0.5) && { taxCategory }),
    ...(taxCategory === 'exempt' && chance() < 0.5 && { taxReason: chance.text('§ 4 ') }),
    ...(unit && { unit }),
    ...(chance() < 0.3 && { sku: chance.text('A-') }),
    ...(chance() < 0.2 && { quantityPrices: createSteps(chance) }),
    // Within every period of supply.
    ...(chance() < 0.2 && { period: { from: '2026-02-01', to: chance.pick(['2026-02-14', '2026-02-28']) } }),
    ...discount,
  };
}

/** Steps in parts, as an invoice has them. */
function createSteps(chance: Chance): QuantityPrices {
  const steps = [0, 0.5, chance.whole(1, 9)].map((from) => ({ from, unitPrice: chance.whole(0, 20_000) }));
  return { kind: 'graduated', steps };
}
