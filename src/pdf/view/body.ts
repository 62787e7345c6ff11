import type { Account } from '../../domain/account/account.ts';
import type { Customer } from '../../domain/customer.ts';
import { type Invoice, KNOWN_PAYMENT_METHODS } from '../../domain/invoice/invoice.ts';
import { formatAddressee, listPrintedAddress } from '../../i18n/conventions.ts';
import {
  formatCalendarDate,
  formatDate,
  formatEnd,
  formatPercent,
  formatQuantity,
} from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locale.ts';
import { getTaxIdLabel } from '../../i18n/tax-labels.ts';
import {
  composeText,
  formatIdentifier,
  isolate,
  isolateFormatted,
  joinParts,
  keepOnOneLine,
  toPlainText,
} from './compose.ts';
import {
  estimateDisplayWidth,
  estimateItemLines,
  estimateLines,
  flow,
  getContent,
  getCustomer,
  toOneLine,
  toProse,
  translateLabel,
  type ViewContext,
} from './context.ts';
import type { Column, DocumentData, Group, ItemText, Party, Text } from './document-view.ts';
import { formatItem, formatItemQuantity, groupItems, itemToPlainText } from './lines.ts';
import { createLink, toMailtoUrl } from './links.ts';
import { estimateWidth, measureLine } from './text-width.ts';
import { buildTotals, formatAmount, listTaxNames } from './totals.ts';

/** Builds the part from the title to the total. */
export function buildBody(context: ViewContext) {
  const { source, locale, customs } = context;
  const { title, description, currency, items, taxes, sections } = getContent(source);
  const money = (minor: number) => formatAmount(minor, currency, locale);
  const hasSeveralRates = items.some(({ taxRate }) => taxRate !== items[0]?.taxRate);
  const isQuote = source.kind === 'quote';
  const column = (pick: Parameters<typeof translateLabel>[1]) => translateLabel(context, pick, '\n');
  const rows = items.map((item, line) => [
    formatPosition(line + 1, locale),
    formatItem(context, item),
    formatItemQuantity(context, item),
    money(item.unitPrice),
    ...(hasSeveralRates ? [formatPercent(item.taxRate, locale)] : []),
    money(item.amount),
  ]);
  const facts = buildFacts(context);
  const groups = groupItems(context, items, sections);
  return {
    headline: {
      text: flow(context, title),
      size: chooseHeadlineSize(title),
      tracking: chooseTracking(title),
    },
    description: description?.trim() ? toProse(context, description) : null,
    'parties-first': estimateLines(description ?? '', INTRODUCTION_LETTERS) > MAX_SHORT_INTRODUCTION_LINES,
    customer: buildParty(
      context,
      translateLabel(context, (t) => (isQuote ? t.preparedFor : t.billTo)),
      withAddressedName(context, getCustomer(source)),
      source.account,
    ),
    seller: buildParty(
      context,
      translateLabel(context, (t) => t.from),
      source.account,
      getCustomer(source),
    ),
    facts,
    'facts-are-wide': estimateFactsWidth(facts) > FACTS_WIDTH,
    'facts-below': findFactsBelow(facts),
    'facts-in-two-lines': context.second !== null,
    seal: customs.seal ?? null,
    'total-on-top': customs.totalOnTop ?? false,
    columns: buildColumns(rows, groups, [
      '#',
      column((t) => t.description),
      column((t) => t.quantity),
      column((t) => t.unitPrice),
      ...(hasSeveralRates ? [joinParts(listTaxNames(context, '\n'))] : []),
      column((t) => t.amount),
    ]),
    items: rows,
    groups: Object.fromEntries(groups),
    'line-widths': rows.flatMap((row, line) =>
      groups.has(line) ? [null, measureLines(row)] : [measureLines(row)],
    ),
    'last-is-short': estimateItemLines(items.at(-1)?.description ?? '') <= MAX_SHORT_ITEM_LINES,
    ...buildTotals(context, taxes),
  };
}

/**
 * Returns the widths of the description and its details if the whole row uses the text face. If both fit on one line
 * each, the height of the row is known without measuring.
 */
function measureLines(row: (Text | ItemText)[]): number[] | null {
  const [position = '', item = '', ...numbers] = row;
  const lines = typeof item === 'object' && 'item' in item ? [item.item, item.details] : [item];
  const widths = [...lines, position, ...numbers].map((text) =>
    typeof text === 'string' ? measureLine(text) : undefined,
  );
  return widths.every((width) => width !== undefined) ? widths.slice(0, lines.length) : null;
}

/** A longer introduction goes below the parties. */
const MAX_SHORT_INTRODUCTION_LINES = 5;
const INTRODUCTION_LETTERS = 80;

const MAX_SHORT_ITEM_LINES = 12;

/** Latin digits have equal widths, so one sample represents all texts of its shape. */
function buildColumns(rows: (Text | ItemText)[][], groups: Map<number, Group>, labels: Text[]): Column[] {
  return labels.map((label, index) => {
    if (index < 2) return { label, widest: [] };
    const sums = index === labels.length - 1 ? [...groups.values()].map(({ subtotal }) => subtotal) : [];
    const texts = [...rows.map((row) => itemToPlainText(row[index] ?? '')), ...sums];
    const shapes = new Set(texts.map((text) => text.replace(/[0-9]/g, '0')));
    const longest = [...shapes].sort((a, b) => b.length - a.length).slice(0, MAX_SAMPLES);
    return { label, widest: longest };
  });
}

const MAX_SAMPLES = 40;

function formatPosition(position: number, locale: Locale): string {
  return [...String(position)].map((digit) => formatQuantity(Number(digit), locale)).join('');
}

function buildFacts(context: ViewContext): DocumentData['facts'] {
  const { source, locale } = context;
  const { timeZone } = source.account;
  const label = (name: FactName) => translateLabel(context, (t) => t[name], '\n');
  if (source.kind === 'invoice') {
    return [
      [label('date'), formatCalendarDate(source.invoice.issueDate, locale)],
      ...(source.creditedInvoice
        ? buildCreditFacts(context, source.creditedInvoice, label)
        : buildPaymentFacts(context, source.invoice, label)),
      [label('quoteReference'), flow(context, toOneLine(context, source.invoice.quoteNumber))],
      ...buildReference(context, label('reference')),
    ];
  }
  const { sentAt, createdAt, validUntil, revision } = source.quote;
  const facts: DocumentData['facts'] = [
    [label('date'), formatDate(sentAt ?? createdAt, locale, timeZone)],
    [label('validUntil'), formatEnd(validUntil, locale, timeZone)],
  ];
  if (revision > 1) facts.push([label('revision'), formatQuantity(revision, locale)]);
  return [...facts, ...buildReference(context, label('reference'))];
}

type Label = (name: FactName) => Text;

function buildPaymentFacts(
  context: ViewContext,
  { dueDate, paymentMethod }: Invoice,
  label: Label,
): DocumentData['facts'] {
  const { locale, messages } = context;
  const method = KNOWN_PAYMENT_METHODS.find((known) => known === paymentMethod);
  const name = method ? messages.paymentMethods[method] : flow(context, toWords(paymentMethod));
  return [
    ...(dueDate === null ? [] : [[label('dueDate'), formatCalendarDate(dueDate, locale)] as [Text, Text]]),
    [label('paymentMethod'), name],
  ];
}

/** A credit note refers to its invoice by number and date. */
function buildCreditFacts(
  context: ViewContext,
  { number, issueDate }: Pick<Invoice, 'number' | 'issueDate'>,
  label: Label,
): DocumentData['facts'] {
  const date = formatCalendarDate(issueDate, context.locale);
  const named = composeText('{number}, {date}', {
    number: isolate(context, number),
    date: isolateFormatted(context, keepOnOneLine(date)),
  });
  return [[label('invoice'), named]];
}

/** A third of the narrower paper without gutters, in em at 8.5 pt. */
const FACTS_WIDTH = 16.5;
const FACTS_GUTTER = 2;

function estimateFactsWidth(facts: DocumentData['facts']): number {
  return findWidestLabel(facts) + FACTS_GUTTER + findWidest(facts.map(([, fact]) => toPlainText(fact)));
}

/** Selects facts with a word too wide to fit next to the labels; it would be split or overflow the margin. */
function findFactsBelow(facts: DocumentData['facts']): boolean[] {
  const room = FACTS_WIDTH - FACTS_GUTTER - findWidestLabel(facts);
  return facts.map(([, fact]) => findWidest(toPlainText(fact).split(/\s/)) > room);
}

function findWidestLabel(facts: DocumentData['facts']): number {
  return findWidest(facts.flatMap(([label]) => toPlainText(label).split('\n')));
}

function findWidest(texts: readonly string[]): number {
  return Math.max(...texts.map(estimateWidth));
}

function buildReference(context: ViewContext, label: Text): DocumentData['facts'] {
  const reference = toOneLine(context, getContent(context.source).reference ?? '');
  return reference === '' ? [] : [[label, flow(context, reference)]];
}

type FactName =
  | 'date'
  | 'dueDate'
  | 'paymentMethod'
  | 'invoice'
  | 'quoteReference'
  | 'validUntil'
  | 'revision'
  | 'reference';

function withAddressedName({ source }: ViewContext, customer: Customer): Customer {
  return { ...customer, name: formatAddressee(source.account, customer) };
}

function buildParty(
  context: ViewContext,
  label: Text,
  party: Account | Customer,
  other: Account | Customer,
): Party {
  const address = listPrintedAddress(party, other, context.locale);
  const taxId = party.taxId?.trim()
    ? [formatIdentifier(context, getTaxIdLabel(party, context.locale.language), party.taxId)]
    : [];
  return {
    label,
    name: formatPartyName(context, party),
    lines: [...address.map((line) => flow(context, line)), ...listContacts(context, party), ...taxId],
  };
}

/** Links the seller's name to the website, because the footer, which shows the URL, cannot contain a tagged link. */
function formatPartyName(context: ViewContext, party: Account | Customer): Text {
  const website = isSeller(party) && party.website?.trim();
  return website ? createLink(context, party.name, website) : flow(context, party.name);
}

function listContacts(context: ViewContext, party: Account | Customer): Text[] {
  const [email, phone] = [party.email?.trim(), party.phone?.trim()];
  return [
    ...(email
      ? [isSeller(party) ? createLink(context, email, toMailtoUrl(email)) : flow(context, email)]
      : []),
    ...(phone ? [flow(context, phone)] : []),
  ];
}

function isSeller(party: Account | Customer): party is Account {
  return 'website' in party;
}

function chooseHeadlineSize(title: string): number {
  const width = estimateDisplayWidth(title);
  if (width <= 40) return 26;
  return width <= 90 ? 20 : 15;
}

/** Large Latin letters look better with tighter tracking; connected and square scripts must keep theirs. */
function chooseTracking(title: string): number {
  return /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\P{L}]*$/u.test(title) ? -0.022 : 0;
}

/** Formats `PURCHASE_ORDER` as “Purchase order”. */
function toWords(token: string): string {
  const words = token.replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
