import { COUNTRY_CODES } from '../../../domain/account/country-codes.ts';
import type { BuyerParticulars, PartyParticulars, SellerParticulars } from '../source.ts';
import { toRegistration } from './registers.ts';
import { toText } from './texts.ts';

/** A seller (BG-4) or buyer (BG-7). The first term of a pair belongs to the seller, the second to the buyer. */
export interface EInvoiceParty {
  /** BT-27, BT-44 */
  name: string;
  /** BT-29 */
  id: string | null;
  /** BT-30, BT-47 */
  registrationNumber: string | null;
  /** Scheme of `registrationNumber`, where the rules of a country name it. */
  registrationScheme: string | null;
  /** BT-31, BT-48 */
  vatId: string | null;
  /** BT-32 */
  taxNumber: string | null;
  /** BT-34, BT-49 */
  electronicAddress: PartyParticulars['electronicAddress'];
  /** BG-5, BG-8 */
  address: EInvoiceAddress;
  /** BG-6, BG-9 */
  contact: { name: string | null; phone: string | null; email: string | null };
}

interface EInvoiceAddress {
  lines: string[];
  city: string | null;
  postalCode: string | null;
  region: string | null;
  country: string;
}

/** Outside the scope of VAT, an invoice must not name VAT identifiers. */
interface Scope {
  isOutOfScope: boolean;
}

export function toSeller(account: SellerParticulars, { isOutOfScope }: Scope): EInvoiceParty {
  const party = toParty(account);
  const taxNumber = toText(account.taxNumber);
  const vatId = isOutOfScope ? null : party.vatId;
  const id = vatId || party.registrationNumber ? null : taxNumber;
  return { ...party, vatId, taxNumber, id };
}

export function toBuyer(customer: BuyerParticulars, { isOutOfScope }: Scope): EInvoiceParty {
  const party = toParty(customer);
  return { ...party, vatId: isOutOfScope ? null : party.vatId };
}

function toParty(party: PartyParticulars): EInvoiceParty {
  return {
    name: party.name,
    id: null,
    ...toRegistration(toText(party.registrationNumber) ?? findSiren(party), party.country),
    vatId: toVatId(party.taxId),
    taxNumber: null,
    electronicAddress: party.electronicAddress,
    address: toAddress(party),
    contact: { name: toText(party.contactName), phone: toText(party.phone), email: toText(party.email) },
  };
}

/** A French VAT identifier ends with the SIREN. */
function findSiren({ taxId, country }: PartyParticulars): string | null {
  return (country === 'FR' && /^FR[A-Z0-9]{2}(\d{9})$/.exec(toVatId(taxId) ?? '')?.[1]) || null;
}

/** Uses the lines of the printed address if its parts are not known. */
function toAddress({ street, street2, address, ...party }: PartyParticulars): EInvoiceAddress {
  const city = toText(party.city);
  const known = [street, street2].map(toText).filter((line) => line !== null);
  const printed = (address ?? '').split('\n').map(toText);
  const [first, second, ...rest] = printed.filter((line) => line !== null);
  const lines = [first, second, rest.join(', ') || undefined].filter((line) => line !== undefined);
  return {
    lines: city || known.length > 0 ? known : lines,
    city,
    postalCode: toText(party.postalCode),
    region: toText(party.region),
    country: toCountryCode(party.country) ?? '',
  };
}

/** Kosovo has a code of its own in the lists of electronic invoices. */
function toCountryCode(country: string | null): string | null {
  return country === 'XK' ? '1A' : country;
}

/** Returns the VAT identifier without spaces; `null` for a number that does not begin with a country. */
export function toVatId(taxId: string | null): string | null {
  const id = (toText(taxId) ?? '').replace(/\s/g, '').toUpperCase();
  return VAT_ID.test(id) ? id : null;
}

/** Greece and Northern Ireland have prefixes of their own. */
const VAT_ID = new RegExp(`^(${COUNTRY_CODES.filter((code) => code !== 'XK').join('|')}|EL|XI)[A-Z0-9]`);
