import type { ElectronicAddress } from '../../../domain/account/particulars/electronic-address.ts';
import { MAX_LENGTH } from '../../../domain/field-limits.ts';
import type { Values } from './field.ts';
import type { FieldRules } from './field-errors.ts';

export const ELECTRONIC_RULES: FieldRules = {
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
