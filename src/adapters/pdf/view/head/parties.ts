import type { Account } from '../../../../domain/account/account.ts';
import type { Customer } from '../../../../domain/customer/customer.ts';
import { formatAddressee, listPrintedAddress } from '../../../../i18n/conventions.ts';
import { getTaxIdLabel } from '../../../../i18n/tax-labels.ts';
import { formatIdentifier } from '../compose.ts';
import { flow, getCustomer, translateLabel, type ViewContext } from '../context.ts';
import type { Party, Text } from '../document-view.ts';
import { createLink, toMailtoUrl } from '../links.ts';
import { listPartyNumbers } from './particulars.ts';

/** Builds customer and seller with their addresses, contacts and numbers. */
export function buildParties(context: ViewContext): { customer: Party; seller: Party } {
  const { source } = context;
  const { account } = source;
  const customer = getCustomer(source);
  const addressed = { ...customer, name: formatAddressee(account, customer) };
  const label = translateLabel(context, (t) => (source.kind === 'quote' ? t.preparedFor : t.billTo));
  return {
    customer: buildParty(context, label, addressed, account),
    seller: buildParty(
      context,
      translateLabel(context, (t) => t.from),
      account,
      customer,
    ),
  };
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
    lines: [
      ...address.map((line) => flow(context, line)),
      ...listContacts(context, party),
      ...taxId,
      ...listCustomerNumbers(context, party),
    ],
  };
}

/** The seller's numbers are in the footer. Those of the customer are on invoices only. */
function listCustomerNumbers(context: ViewContext, party: Account | Customer): Text[] {
  if (isSeller(party) || context.source.kind === 'quote') return [];
  return listPartyNumbers(context, party).map(({ label, value }) =>
    formatIdentifier(context, label, value ?? ''),
  );
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
