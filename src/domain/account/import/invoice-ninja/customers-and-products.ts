import { MAX_LENGTH } from '../../../field-limits.ts';
import {
  createOwnId,
  findIdErrors,
  isArchived,
  isDeleted,
  listObjects,
  listTaxRates,
  type NinjaObject,
  type NinjaRow,
  readAmount,
  readCost,
  readProse,
  readText,
  UNKNOWN_CURRENCY,
} from './backup.ts';
import type { ClientSettings } from './settings.ts';

/** Converts a client and its first contact. `contacts` are all contacts of the export. */
export function readClient(
  client: NinjaObject,
  contacts: readonly NinjaObject[],
  { locale }: Pick<ClientSettings, 'locale'>,
): NinjaRow {
  const contact = findContact(client, contacts);
  const person =
    [readText(contact.first_name), readText(contact.last_name)].filter(Boolean).join(' ') || null;
  const name = readText(client.name);
  const email = readText(contact.email);
  const number = readText(client.number);
  const isPerson = client.classification === 'individual' || name === null;
  return {
    number,
    errors: findIdErrors(client),
    entry: {
      id: createOwnId(client.hashed_id),
      name: name ?? person ?? email ?? '',
      email,
      phone: readText(client.phone) ?? readText(contact.phone),
      street: readText(client.address1),
      street2: readText(client.address2),
      postalCode: readText(client.postal_code),
      city: readText(client.city),
      region: readText(client.state),
      country: readCountry(client.country_id),
      taxId: readText(client.vat_number),
      ...(locale !== null && { locale }),
      kind: isPerson ? 'person' : 'company',
      contactName: name === null ? null : person,
      registrationNumber: readText(client.id_number),
      buyerReference: readText(client.routing_id),
      ...(number !== null && { metadata: { invoice_ninja_number: number } }),
    },
  };
}

function findContact(client: NinjaObject, contacts: readonly NinjaObject[]): NinjaObject {
  const nested = listObjects(client.contacts);
  const own = nested.length > 0 ? nested : contacts.filter((one) => one.client_id === client.hashed_id);
  const kept = own.filter((one) => !isDeleted(one) && !isArchived(one));
  return kept.find((one) => one.is_primary === true || one.is_primary === 1) ?? kept[0] ?? {};
}

/** Countries have the numbers of ISO 3166-1, which locales accept as well and turn into letters. */
function readCountry(id: unknown): string | null {
  const number = readText(id) ?? '';
  if (!/^\d{1,3}$/.test(number)) return null;
  const { region } = new Intl.Locale(`und-${number.padStart(3, '0')}`);
  return region && /^[A-Z]{2}$/.test(region) ? region : null;
}

/** Converts a product. Its price is in the currency of the company, `undefined` if that is not known here. */
export function readProduct(product: NinjaObject, companyCurrency: string | undefined): NinjaRow {
  const currency = companyCurrency ?? '';
  const key = readText(product.product_key);
  const unitPrice = readAmount(product.price, currency);
  const [taxRate = 0, ...others] = listTaxRates(product);
  return {
    errors: [
      ...(currency === '' ? [UNKNOWN_CURRENCY] : []),
      ...(unitPrice === undefined ? [{ path: '/unitPrice', message: `is no amount in ${currency}` }] : []),
      ...(others.length > 0 ? [{ path: '/taxRate', message: 'has more than one tax' }] : []),
    ],
    entry: {
      sku: key !== null && key.length <= MAX_LENGTH.sku ? key : createOwnId(product.hashed_id),
      description: readProse(product.notes) ?? key ?? '',
      unitPrice: unitPrice ?? 0,
      currency,
      taxRate,
      archived: isArchived(product),
      ...readCost(product.cost, currency),
    },
  };
}
