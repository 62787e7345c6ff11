import { importCustomers } from '../../actions/customer/import-customers.ts';
import type { CustomerInput } from '../../domain/customer.ts';
import { customerErrors } from '../../schemas/import/row-errors.ts';
import type { Input } from '../command.ts';
import { type ImportKind, importFile } from '../import/import-file.ts';

const CUSTOMERS: ImportKind<CustomerInput & { id: string }> = {
  fields: {
    names: ['id', 'name', 'email', 'phone', 'address', 'country', 'taxId', 'kind', 'locale'],
    required: ['id', 'name'],
    readOnly: ['createdAt', 'updatedAt'],
  },
  key: 'id',
  errorsOf: customerErrors,
  put: importCustomers,
};

export function run(input: Input): Promise<number> {
  return importFile(input, CUSTOMERS);
}
