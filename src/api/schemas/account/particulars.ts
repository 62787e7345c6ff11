import type { Static } from 'typebox';
import {
  ELECTRONIC_ADDRESS_SCHEMES,
  type ElectronicAddress,
} from '../../../domain/account/particulars/electronic-address.ts';
import { MAX_LENGTH } from '../../../domain/field-limits.ts';
import { nullable, oneOf } from '../fields.ts';
import type { Same } from '../same-type.ts';
import { Type } from '../type.ts';

const schema = Type.Object(
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
true satisfies Same<Static<typeof schema>, ElectronicAddress>;

export const electronicAddress = nullable(schema);

/** Descriptions of the particulars that accounts and customers share. */
export const PARTICULAR_DESCRIPTIONS = {
  street: 'Street and number',
  street2: 'Second line of the street: floor, building, c/o',
  postalCode: 'Postal code',
  city: 'Town or city',
  region: 'State, province or county',
  contactName: 'Person or department to contact',
  registrationNumber: 'Number in the commercial register',
};
