import type { Static } from 'typebox';
import {
  ELECTRONIC_ADDRESS_SCHEMES,
  type ElectronicAddress,
} from '../../../domain/account/particulars/electronic-address.ts';
import type { Particulars } from '../../../domain/account/particulars/particulars.ts';
import { MAX_LENGTH } from '../../../domain/field-limits.ts';
import { nullable, nullableText, oneOf } from '../fields.ts';
import type { Same } from '../same-type.ts';
import { Type } from '../type.ts';

const electronicAddress = Type.Object(
  {
    scheme: oneOf(ELECTRONIC_ADDRESS_SCHEMES, {
      description: 'Code of the list EAS, such as `0088` for a GLN',
    }),
    id: Type.String({ minLength: 1, maxLength: MAX_LENGTH.electronicAddress, format: 'not-blank' }),
  },
  {
    title: 'ElectronicAddress',
    additionalProperties: false,
    description: 'Where electronic invoices are delivered',
  },
);
true satisfies Same<Static<typeof electronicAddress>, ElectronicAddress>;

/** Particulars that accounts and customers share. */
export const particulars = {
  street: nullableText(MAX_LENGTH.street, 'Street and number'),
  street2: nullableText(MAX_LENGTH.street, 'Second line of the street: floor, building, c/o'),
  postalCode: nullableText(MAX_LENGTH.postalCode, 'Postal code'),
  city: nullableText(MAX_LENGTH.city, 'Town or city'),
  region: nullableText(MAX_LENGTH.city, 'State, province or county'),
  contactName: nullableText(MAX_LENGTH.name, 'Person or department to contact'),
  electronicAddress: nullable(electronicAddress),
  registrationNumber: nullableText(MAX_LENGTH.registrationValue, 'Number in the commercial register'),
};
true satisfies Same<keyof typeof particulars, keyof Particulars>;
