import type { ElectronicAddress } from '../../../domain/account/particulars/electronic-address.ts';
import { MAX_LENGTH } from '../../../domain/field-limits.ts';
import type { Values } from './field.ts';
import type { FieldRules } from './field-errors.ts';

/** Rules of the particulars that accounts and customers share. */
export const PARTICULAR_RULES: FieldRules = {
  street: { max: MAX_LENGTH.street },
  street2: { max: MAX_LENGTH.street },
  postalCode: { max: MAX_LENGTH.postalCode },
  city: { max: MAX_LENGTH.city },
  region: { max: MAX_LENGTH.city },
  contactName: { max: MAX_LENGTH.name },
  registrationNumber: { max: MAX_LENGTH.registrationValue },
  'electronicAddress.scheme': { wrong: 'choice' },
  'electronicAddress.id': { required: true, max: MAX_LENGTH.electronicAddress },
};

/** Reads the two fields of an electronic address; `null` if both are empty. */
export function readElectronicAddress(typed: Values): unknown {
  const { 'electronicAddress.scheme': scheme = '', 'electronicAddress.id': id = '' } = typed;
  return scheme === '' && id === '' ? null : { scheme, id };
}

export function toElectronicValues(address: ElectronicAddress | null): Values {
  return {
    'electronicAddress.scheme': address?.scheme ?? '',
    'electronicAddress.id': address?.id ?? '',
  };
}
