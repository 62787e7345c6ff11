import type { Account } from '../../../../domain/account/account.ts';
import { chooseSupplyDate } from '../../../../domain/account/particulars/supply.ts';
import type { InvoiceSource } from '../../../../domain/document.ts';
import type { Invoice } from '../../../../domain/invoice/invoice.ts';
import { formatCalendarDate, formatRangeEnds } from '../../../../i18n/format.ts';
import { getRegistrationLabel, getTaxNumberLabel } from '../../../../i18n/tax/party-labels.ts';
import { formatIdentifier, isolateFormatted, joinParts, keepWhole } from '../compose.ts';
import { toOneLine, translateLabel, type ViewContext } from '../context.ts';
import type { DocumentData, Text } from '../document-view.ts';

/** Builds the facts about the supply: its day or days, and its place where the law wants it. */
export function buildSupplyFacts(
  context: ViewContext,
  { invoice, account, creditedInvoice }: InvoiceSource,
): DocumentData['facts'] {
  const { locale, customs } = context;
  const { supplyPeriod, customer } = invoice;
  const supplyDate = chooseSupplyDate(invoice, account.country, creditedInvoice);
  const facts: DocumentData['facts'] = [];
  if (supplyPeriod) {
    facts.push([labelSupply(context, 'supplyPeriod'), ...formatPeriod(context, supplyPeriod)]);
  } else if (supplyDate) {
    facts.push([labelSupply(context, 'supplyDate'), formatCalendarDate(supplyDate, locale), 'whole']);
  }
  const region = toOneLine(context, customer.region ?? '');
  if (customs.placeOfSupply && region !== '')
    facts.push([customs.placeOfSupply, formatIdentifier(context, null, region)]);
  return facts;
}

/** A long period may break between its days. */
function formatPeriod(
  context: ViewContext,
  { from, to }: NonNullable<Invoice['supplyPeriod']>,
): [Text, 'whole'] | [Text] {
  const [first, last] = formatRangeEnds(from, to, context.locale);
  const text = first + last;
  if (text.length <= MAX_PERIOD_LENGTH || last === '')
    return [joinParts([isolateFormatted(context, text)]), 'whole'];
  const space = /\s*$/.exec(first)?.[0] ?? '';
  return [{ parts: [keepWhole(context, first.trimEnd()), space, keepWhole(context, last)] }];
}

const MAX_PERIOD_LENGTH = 26;

/** The country's own label counts for readers of English. */
function labelSupply(context: ViewContext, name: 'supplyDate' | 'supplyPeriod'): Text {
  const own = name === 'supplyDate' && context.locale.language === 'en' && context.customs.supplyDate;
  return own || translateLabel(context, (t) => t[name], '\n');
}

interface NamedNumber {
  label: string | null;
  value: string | null;
}

/** Lists the numbers of a party besides its tax identifier. Parties stored with older documents lack them. */
export function listPartyNumbers(
  { locale }: ViewContext,
  party: Pick<Account, 'country'> & Partial<Pick<Account, 'taxNumber' | 'registrationNumber'>>,
): NamedNumber[] {
  const { taxNumber = null, registrationNumber = null } = party;
  return [
    { label: getTaxNumberLabel(locale.language), value: taxNumber },
    { label: getRegistrationLabel(party, locale.language), value: registrationNumber },
  ].filter(({ value }) => value?.trim());
}
