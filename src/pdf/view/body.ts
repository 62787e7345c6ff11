import type { Account } from '../../domain/account/account.ts';
import type { Customer } from '../../domain/customer.ts';
import { KNOWN_PAYMENT_METHODS } from '../../domain/invoice.ts';
import { addressedName } from '../../i18n/customs.ts';
import {
  formatCalendarDate,
  formatDate,
  formatEnd,
  formatPercent,
  formatQuantity,
} from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locale.ts';
import { taxIdLabel } from '../../i18n/tax-words.ts';
import { joined, numbered, textOf } from './compose.ts';
import {
  content,
  customerOf,
  displayWidth,
  flow,
  inBoth,
  itemLines,
  linesOf,
  plain,
  prose,
  type ViewContext,
} from './context.ts';
import type { Column, DocumentData, Group, ItemText, Party, Text } from './document-view.ts';
import { groupsOf, itemText, plainOf, quantityText } from './lines.ts';
import { linked, mailLink } from './links.ts';
import { estimatedWidth, lineWidth } from './text-width.ts';
import { formatAmount, taxNames, totalsOf } from './totals.ts';

/** Builds the part from the title to the total. */
export function bodyOf(context: ViewContext) {
  const { source, locale, customs } = context;
  const { title, description, currency, items, taxes, sections } = content(source);
  const money = (minor: number) => formatAmount(minor, currency, locale);
  const severalRates = items.some(({ taxRate }) => taxRate !== items[0]?.taxRate);
  const isQuote = source.kind === 'quote';
  const column = (pick: Parameters<typeof inBoth>[1]) => inBoth(context, pick, '\n');
  const rows = items.map((item, line) => [
    formatPosition(line + 1, locale),
    itemText(context, item),
    quantityText(context, item),
    money(item.unitPrice),
    ...(severalRates ? [formatPercent(item.taxRate, locale)] : []),
    money(item.amount),
  ]);
  const facts = factsOf(context);
  const groups = groupsOf(context, items, sections);
  return {
    headline: { text: flow(context, title), size: headlineSize(title), tracking: trackingOf(title) },
    description: description?.trim() ? prose(context, description) : null,
    'parties-first': linesOf(description ?? '', INTRODUCTION_LETTERS) > SHORT_INTRODUCTION,
    customer: partyOf(
      context,
      inBoth(context, (say) => (isQuote ? say.preparedFor : say.billTo)),
      addressed(context, customerOf(source)),
    ),
    seller: partyOf(
      context,
      inBoth(context, (say) => say.from),
      source.account,
    ),
    facts,
    'facts-are-wide': widthOfFacts(facts) > FACTS_WIDTH,
    'facts-below': factsBelow(facts),
    'facts-in-two-lines': context.second !== null,
    seal: customs.seal ?? null,
    'total-on-top': customs.totalOnTop ?? false,
    columns: columnsOf(rows, groups, [
      '#',
      column((say) => say.description),
      column((say) => say.quantity),
      column((say) => say.unitPrice),
      ...(severalRates ? [joined(taxNames(context, '\n'))] : []),
      column((say) => say.amount),
    ]),
    items: rows,
    groups: Object.fromEntries(groups),
    'line-widths': rows.flatMap((row, line) =>
      groups.has(line) ? [null, widthsOfLines(row)] : [widthsOfLines(row)],
    ),
    'last-is-short': itemLines(items.at(-1)?.description ?? '') <= SHORT_LINES,
    ...totalsOf(context, taxes),
  };
}

/**
 * Returns the widths of the description and its details if the whole row uses the text face. If both fit on one line
 * each, the height of the row is known without measuring.
 */
function widthsOfLines(row: (Text | ItemText)[]): number[] | null {
  const [position = '', item = '', ...numbers] = row;
  const lines = typeof item === 'object' && 'item' in item ? [item.item, item.details] : [item];
  const widths = [...lines, position, ...numbers].map((text) =>
    typeof text === 'string' ? lineWidth(text) : undefined,
  );
  return widths.every((width) => width !== undefined) ? widths.slice(0, lines.length) : null;
}

/** A longer introduction goes below the parties. */
const SHORT_INTRODUCTION = 5;
const INTRODUCTION_LETTERS = 80;

const SHORT_LINES = 12;

/** Latin digits have equal widths, so one sample represents all texts of its shape. */
function columnsOf(rows: (Text | ItemText)[][], groups: Map<number, Group>, labels: Text[]): Column[] {
  return labels.map((label, index) => {
    if (index < 2) return { label, widest: [] };
    const sums = index === labels.length - 1 ? [...groups.values()].map(({ subtotal }) => subtotal) : [];
    const texts = [...rows.map((row) => plainOf(row[index] ?? '')), ...sums];
    const shapes = new Set(texts.map((text) => text.replace(/[0-9]/g, '0')));
    const longest = [...shapes].sort((a, b) => b.length - a.length).slice(0, MOST_SAMPLES);
    return { label, widest: longest };
  });
}

const MOST_SAMPLES = 40;

function formatPosition(position: number, locale: Locale): string {
  return [...String(position)].map((digit) => formatQuantity(Number(digit), locale)).join('');
}

function factsOf(context: ViewContext): DocumentData['facts'] {
  const { source, locale, messages } = context;
  const { timeZone } = source.account;
  const label = (name: FactName) => inBoth(context, (say) => say[name], '\n');
  if (source.kind === 'invoice') {
    const { issueDate, dueDate, paymentMethod, quoteNumber } = source.invoice;
    const method = KNOWN_PAYMENT_METHODS.find((known) => known === paymentMethod);
    return [
      [label('date'), formatCalendarDate(issueDate, locale)],
      [label('dueDate'), formatCalendarDate(dueDate, locale)],
      [
        label('paymentMethod'),
        method ? messages.paymentMethods[method] : flow(context, inWords(paymentMethod)),
      ],
      [label('quoteReference'), flow(context, plain(context, quoteNumber))],
      ...referenceOf(context, label('reference')),
    ];
  }
  const { sentAt, createdAt, validUntil, revision } = source.quote;
  const facts: DocumentData['facts'] = [
    [label('date'), formatDate(sentAt ?? createdAt, locale, timeZone)],
    [label('validUntil'), formatEnd(validUntil, locale, timeZone)],
  ];
  if (revision > 1) facts.push([label('revision'), formatQuantity(revision, locale)]);
  return [...facts, ...referenceOf(context, label('reference'))];
}

/** A third of the narrower paper without gutters, in em at 8.5 pt. */
const FACTS_WIDTH = 16.5;
const FACTS_GUTTER = 2;

function widthOfFacts(facts: DocumentData['facts']): number {
  return widestLabel(facts) + FACTS_GUTTER + widest(facts.map(([, fact]) => textOf(fact)));
}

/** Selects facts with a word too wide to fit next to the labels; it would be split or overflow the margin. */
function factsBelow(facts: DocumentData['facts']): boolean[] {
  const room = FACTS_WIDTH - FACTS_GUTTER - widestLabel(facts);
  return facts.map(([, fact]) => widest(textOf(fact).split(/\s/)) > room);
}

function widestLabel(facts: DocumentData['facts']): number {
  return widest(facts.flatMap(([label]) => textOf(label).split('\n')));
}

function widest(texts: readonly string[]): number {
  return Math.max(...texts.map(estimatedWidth));
}

function referenceOf(context: ViewContext, label: Text): DocumentData['facts'] {
  const reference = plain(context, content(context.source).reference ?? '');
  return reference === '' ? [] : [[label, flow(context, reference)]];
}

type FactName =
  | 'date'
  | 'dueDate'
  | 'paymentMethod'
  | 'quoteReference'
  | 'validUntil'
  | 'revision'
  | 'reference';

function addressed({ source }: ViewContext, customer: Customer): Customer {
  return { ...customer, name: addressedName(source.account, customer) };
}

function partyOf(context: ViewContext, label: Text, party: Account | Customer): Party {
  const address = party.address?.trim() ? party.address.split(/\r\n?|\n/) : [];
  const taxId = party.taxId?.trim()
    ? [numbered(context, taxIdLabel(party, context.locale.language), party.taxId)]
    : [];
  return {
    label,
    name: nameOf(context, party),
    lines: [...address.map((line) => flow(context, line)), ...contactOf(context, party), ...taxId],
  };
}

/** Links the seller's name to the website, because the footer, which shows the URL, cannot contain a tagged link. */
function nameOf(context: ViewContext, party: Account | Customer): Text {
  const website = isSeller(party) && party.website?.trim();
  return website ? linked(context, party.name, website) : flow(context, party.name);
}

function contactOf(context: ViewContext, party: Account | Customer): Text[] {
  const [email, phone] = [party.email?.trim(), party.phone?.trim()];
  return [
    ...(email ? [isSeller(party) ? linked(context, email, mailLink(email)) : flow(context, email)] : []),
    ...(phone ? [flow(context, phone)] : []),
  ];
}

function isSeller(party: Account | Customer): party is Account {
  return 'website' in party;
}

function headlineSize(title: string): number {
  const width = displayWidth(title);
  if (width <= 40) return 26;
  return width <= 90 ? 20 : 15;
}

/** Large Latin letters look better with tighter tracking; connected and square scripts must keep theirs. */
function trackingOf(title: string): number {
  return /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\P{L}]*$/u.test(title) ? -0.022 : 0;
}

/** Formats `PURCHASE_ORDER` as “Purchase order”. */
function inWords(token: string): string {
  const words = token.replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
