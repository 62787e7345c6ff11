// Adds a field to each resource in this process and its threads (`--import`), before anything derives from the tables.
import { ACCOUNT_FIELDS } from '../../../src/domain/account/account-fields.ts';
import { CATALOGUE_FIELDS } from '../../../src/domain/catalogue/catalogue-fields.ts';
import { CUSTOMER_FIELDS } from '../../../src/domain/customer/customer-fields.ts';
import { INVOICE_TEXT_NAMES, INVOICE_TEXTS } from '../../../src/domain/invoice/invoice-fields.ts';
import { CONTENT_TEXT_NAMES, QUOTE_TEXTS, TEXT_NAMES } from '../../../src/domain/quote/quote-texts.ts';

export const ADDED = 'addedLater';

for (const fields of [ACCOUNT_FIELDS, CUSTOMER_FIELDS, CATALOGUE_FIELDS, INVOICE_TEXTS]) {
  Object.assign(fields, { [ADDED]: { kind: 'text', maxLength: 20, isPrinted: true } });
}
Object.assign(QUOTE_TEXTS, { [ADDED]: { maxLength: 20, isContent: true } });
for (const names of [TEXT_NAMES, CONTENT_TEXT_NAMES, INVOICE_TEXT_NAMES] as string[][]) names.push(ADDED);
