import { chooseSupplyDate, spanPeriods } from '../../../domain/account/particulars/supply.ts';
import type { Period } from '../../../domain/quote/recurring/periods.ts';
import type { EInvoiceSource, InvoiceParticulars } from '../source.ts';
import { formatAmount, sumAmounts } from './amounts.ts';
import { computeNetLines, type NetLine } from './net-lines.ts';
import { type EInvoiceParty, toBuyer, toSeller } from './parties.ts';
import { composePayment, type EInvoicePayment } from './payment.ts';
import { getReasonCode, getTaxCode, needsReason, resolveCategory, type TaxCode } from './tax-codes.ts';
import { hideCodes, toText } from './texts.ts';
import { findUnitCode } from './units.ts';

/** An invoice in the business terms of EN 16931. All amounts are decimals, ready to be written. */
export interface EInvoice {
  /** BT-1 */
  number: string;
  /** BT-2 */
  issueDate: string;
  /** BT-3: 380 invoice, 381 credit note */
  typeCode: '380' | '381';
  /** BT-5 */
  currency: string;
  /** BT-6: only if the tax must be stated in another currency than that of the invoice. */
  taxCurrency: string | null;
  /** BT-9 */
  dueDate: string | null;
  /** BT-10 */
  buyerReference: string | null;
  /** BT-13 */
  orderReference: string | null;
  /** BT-20 */
  paymentTerms: string | null;
  /** BG-1: texts (BT-22) with the codes of their subjects (BT-21), where the rules of a country want them. */
  notes: { code: string | null; text: string }[];
  /** BG-3 */
  precedingInvoices: InvoiceParticulars['precedingInvoices'];
  /** BG-4 */
  seller: EInvoiceParty;
  /** BG-7 */
  buyer: EInvoiceParty;
  /** BT-72 */
  deliveryDate: string | null;
  /** BG-14 */
  period: Period | null;
  /** BG-15: only for supplies within the EU, which depend on where the goods go. */
  deliverTo: EInvoiceParty['address'] | null;
  /** BG-16 */
  payment: EInvoicePayment;
  /** BG-20 */
  allowances: (EInvoiceTax & { amount: string; reason: string })[];
  totals: EInvoiceTotals;
  /** BG-23 */
  breakdown: (EInvoiceTax & { net: string; tax: string; reason: string | null; reasonCode: string | null })[];
  /** BG-25 */
  lines: EInvoiceLine[];
}

export interface EInvoiceTax {
  code: TaxCode;
  /** `null` outside the scope of VAT. */
  rate: string | null;
}

interface EInvoiceTotals {
  /** BT-106 */
  lines: string;
  /** BT-107; `null` without a discount. */
  allowances: string | null;
  /** BT-109 */
  net: string;
  /** BT-110 */
  tax: string;
  /** BT-112 */
  gross: string;
  /** BT-113: always 0, because later payments never change an issued invoice. */
  prepaid: string;
  /** BT-115 */
  due: string;
}

export interface EInvoiceLine extends EInvoiceTax {
  /** BT-126 */
  id: string;
  /** BT-153 */
  name: string;
  /** BT-154 */
  description: string | null;
  /** BT-155 */
  sku: string | null;
  /** BT-129 */
  quantity: string;
  /** BT-130 */
  unitCode: string;
  /** BT-131 */
  net: string;
  /** BT-146 */
  price: string;
  /** BT-149; `null` for 1. */
  baseQuantity: string | null;
  /** BG-26; `null` for what does not recur. */
  period: Period | null;
  /** BG-27; `null` without a discount. */
  allowance: { amount: string; reason: string } | null;
}

/** Builds the electronic invoice. `findMissing` must not have found anything. */
export function buildEInvoice(source: EInvoiceSource): EInvoice {
  const { invoice, account, customer, words } = source;
  const isCredit = invoice.kind === 'CREDIT_NOTE';
  const groups = groupTaxes(source);
  const { lines, discounts } = composeLines(source, groups);
  const codes = groups.map(({ code }) => code);
  const isOutOfScope = codes.includes('O');
  const buyer = toBuyer(customer, { isOutOfScope });
  const money = (minor: bigint) => formatAmount(minor, invoice.currency);
  const net = sumAmounts(groups.map((group) => group.net));
  const tax = sumAmounts(groups.map((group) => group.tax));
  const discount = sumAmounts(discounts);
  return {
    number: invoice.number,
    issueDate: invoice.issueDate,
    typeCode: isCredit ? '381' : '380',
    currency: invoice.currency,
    taxCurrency: chooseTaxCurrency(source, tax),
    dueDate: invoice.dueDate,
    buyerReference: toText(customer.buyerReference) ?? toText(invoice.reference),
    orderReference: invoice.purchaseOrder ?? invoice.reference,
    paymentTerms: hideCodes(isCredit ? words.creditTerms : invoice.terms),
    notes: composeNotes(source),
    precedingInvoices: invoice.precedingInvoices,
    seller: toSeller(account, { isOutOfScope }),
    buyer,
    deliveryDate: chooseSupplyDate(
      invoice,
      account.country,
      isCredit ? invoice.precedingInvoices[0] : undefined,
    ),
    period: invoice.supplyPeriod ?? spanPeriods(invoice.items),
    deliverTo: codes.includes('K') ? buyer.address : null,
    payment: composePayment(invoice, account),
    allowances: groups.flatMap((group, index) =>
      discounts[index] ? [{ ...toTax(group), amount: money(discounts[index]), reason: words.discount }] : [],
    ),
    totals: {
      lines: money(net + discount),
      allowances: discount === 0n ? null : money(discount),
      net: money(net),
      tax: money(tax),
      gross: money(net + tax),
      prepaid: money(0n),
      due: money(net + tax),
    },
    breakdown: groups.map((group) => ({
      ...toTax(group),
      net: money(group.net),
      tax: money(group.tax),
      reason: needsReason(group.code) ? [...group.reasons].join('; ') : null,
      reasonCode: getReasonCode(group.code) ?? null,
    })),
    lines,
  };
}

/**
 * France wants the tax in euros (BT-111). Nobody states a rate of exchange, so that only an invoice without tax can say
 * it; any other has a warning when it is issued.
 */
function chooseTaxCurrency({ invoice, account }: EInvoiceSource, tax: bigint): string | null {
  return account.country === 'FR' && invoice.currency !== 'EUR' && tax === 0n ? 'EUR' : null;
}

/** The note of the invoice comes first, then those that the law of the seller's country adds. */
function composeNotes({ invoice, words }: EInvoiceSource): EInvoice['notes'] {
  const own = hideCodes([invoice.notes, invoice.creditReason].filter(Boolean).join('\n'));
  const legal = words.legalNotes.map(({ code, text }) => ({ code, text: text.replaceAll('#', '＃') }));
  return [...(own === null ? [] : [{ code: null, text: own }]), ...legal];
}

/** The net and tax of one code and rate, after the discount. */
interface CodeGroup {
  code: TaxCode;
  rate: number;
  net: bigint;
  tax: bigint;
  reasons: Set<string>;
}

/** Joins the tax groups of the invoice by code: small businesses and other exemptions share one. */
function groupTaxes({ invoice, words }: EInvoiceSource): CodeGroup[] {
  const groups: CodeGroup[] = [];
  for (const { rate, net, tax, category, reason } of invoice.taxes) {
    const resolved = resolveCategory({ rate, category });
    if (!resolved) throw new Error('an item without tax and without its reason');
    const code = getTaxCode(resolved);
    const found = groups.find((other) => other.code === code && other.rate === rate);
    const group = found ?? { code, rate, net: 0n, tax: 0n, reasons: new Set() };
    if (!found) groups.push(group);
    group.net += BigInt(net);
    group.tax += BigInt(tax);
    const text = reason ?? words.reasons[resolved];
    if (text) group.reasons.add(text);
  }
  return groups;
}

/** Returns the lines in the order of the invoice, and the discount of each group. */
function composeLines(source: EInvoiceSource, groups: readonly CodeGroup[]) {
  const { invoice } = source;
  const lines: EInvoiceLine[] = [];
  const discounts = groups.map((group) => {
    const members = [...invoice.items.entries()].filter(([, { taxRate: rate, taxCategory: category }]) => {
      const resolved = resolveCategory({ rate, category });
      return rate === group.rate && resolved && getTaxCode(resolved) === group.code;
    });
    const nets = computeNetLines(
      members.map(([, item]) => item),
      group,
      invoice,
    );
    for (const [at, [index]] of members.entries()) {
      const line = nets[at];
      if (line) lines[index] = composeLine(source, index, line, group);
    }
    return sumAmounts(nets.map(({ net }) => net)) - group.net;
  });
  return { lines, discounts };
}

function composeLine(
  { invoice, words }: EInvoiceSource,
  index: number,
  { net, allowance, price, baseQuantity }: NetLine,
  group: CodeGroup,
): EInvoiceLine {
  const money = (minor: bigint) => formatAmount(minor, invoice.currency);
  const item = invoice.items[index];
  const [name = '', ...rest] = (item?.description ?? '').trim().split('\n');
  return {
    ...toTax(group),
    id: String(index + 1),
    name,
    description: [...rest, ...(words.steps?.[index] ?? [])].join('\n') || null,
    sku: item?.sku ?? null,
    quantity: String(item?.quantity),
    unitCode: findUnitCode(item?.unit),
    net: money(net),
    price: money(price),
    baseQuantity: baseQuantity === 1 ? null : String(baseQuantity),
    period: item?.period ?? null,
    allowance: allowance === 0n ? null : { amount: money(allowance), reason: words.discount },
  };
}

function toTax({ code, rate }: Pick<CodeGroup, 'code' | 'rate'>): EInvoiceTax {
  return { code, rate: code === 'O' ? null : String(rate) };
}
