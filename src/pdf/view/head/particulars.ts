import type { Account } from '../../../domain/account/account.ts';
import type { Invoice } from '../../../domain/invoice/invoice.ts';
import { formatCalendarDate, formatCalendarRange } from '../../../i18n/format.ts';
import { getRegistrationLabel, getTaxNumberLabel } from '../../../i18n/tax/party-labels.ts';
import { isolateFormatted, joinParts } from '../compose.ts';
import { flow, toOneLine, translateLabel, type ViewContext } from '../context.ts';
import type { DocumentData, Text } from '../document-view.ts';

/** Builds the facts about the supply: its day or days, and its place where the law wants it. */
export function buildSupplyFacts(context: ViewContext, invoice: Invoice): DocumentData['facts'] {
  const { locale, customs } = context;
  const { supplyDate, supplyPeriod, customer } = invoice;
  const facts: DocumentData['facts'] = [];
  if (supplyPeriod) {
    const days = formatCalendarRange(supplyPeriod.from, supplyPeriod.to, locale);
    facts.push([labelSupply(context, 'supplyPeriod'), joinParts([isolateFormatted(context, days)])]);
  } else if (supplyDate) {
    facts.push([labelSupply(context, 'supplyDate'), formatCalendarDate(supplyDate, locale)]);
  }
  const region = toOneLine(context, customer.region ?? '');
  if (customs.placeOfSupply && region !== '') facts.push([customs.placeOfSupply, flow(context, region)]);
  return facts;
}

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
