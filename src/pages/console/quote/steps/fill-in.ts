import { changeAccount } from '../../../../actions/account/change-account.ts';
import { changeCustomer } from '../../../../actions/customers/customers.ts';
import { checkAccount } from '../../../../api/schemas/account/account.ts';
import { checkCustomerPatch } from '../../../../api/schemas/customer.ts';
import { FILL_IN_FIELDS } from '../../../../domain/account/particulars/fill-in.ts';
import type { AccountPatch } from '../../../../domain/account/patch-account.ts';
import { isCalendarDate } from '../../../../domain/calendar.ts';
import type { CustomerPatch } from '../../../../domain/customer/customer.ts';
import { MAX_LENGTH } from '../../../../domain/field-limits.ts';
import type { ConvertOptions } from '../../../../domain/invoice/invoice.ts';
import type { PageContext } from '../../console-route.ts';
import type { Values } from '../../forms/field.ts';
import { type FieldRules, findLengthErrors, translateErrors } from '../../forms/field-errors.ts';
import { emptyToNull, readTyped } from '../../forms/form-values.ts';
import { CUSTOMER_RULES } from '../../resources/customers.ts';
import { ACCOUNT_RULES } from '../../settings/forms/account-form.ts';

/** Values that were filled in where an invoice is created. An empty field changes nothing. */
export interface FilledIn {
  account: AccountPatch;
  customer: CustomerPatch;
  invoice: Pick<ConvertOptions, 'supplyDate' | 'notes'>;
  values: Values;
  errors: Values;
}

export function readFilledIn({ form, t, role }: PageContext): FilledIn {
  const values = readTyped(form, FILL_IN_FIELDS);
  const pick = (owner: string) =>
    Object.fromEntries(
      Object.entries(values).flatMap(([name, text]) =>
        text && name.startsWith(`${owner}.`) ? [[name.slice(owner.length + 1), text]] : [],
      ),
    );
  const { 'bank.iban': iban, ...fields } = role === 'owner' ? pick('account') : {};
  const account = { ...fields, ...(iban && { bank: { iban } }) } as AccountPatch;
  const customer = pick('customer') as CustomerPatch;
  const translate = (owner: string, found: ReturnType<typeof checkAccount>, rules: FieldRules) =>
    Object.entries(translateErrors(found, rules, pick(owner), t)).map(([name, text]) => [
      `${owner}.${name}`,
      text,
    ]);
  const errors: Values = {
    ...Object.fromEntries(translate('account', checkAccount(account), ACCOUNT_RULES)),
    ...Object.fromEntries(translate('customer', checkCustomerPatch(customer), CUSTOMER_RULES)),
    ...findLengthErrors(values, { notes: MAX_LENGTH.longText }, t),
  };
  if (values.supplyDate && !isCalendarDate(values.supplyDate)) errors.supplyDate = t.quote.dateWrong;
  const invoice = { supplyDate: emptyToNull(values.supplyDate), notes: emptyToNull(values.notes) };
  return { account, customer, invoice, values, errors };
}

/** Stores what was filled in about the account and the customer. */
export async function saveFilledIn(
  context: PageContext,
  customerId: string,
  { account, customer }: FilledIn,
): Promise<void> {
  const { deps, now } = context;
  if (Object.keys(account).length > 0) {
    await changeAccount(deps, context.account.id, { patch: account }, now);
  }
  if (Object.keys(customer).length > 0) {
    const change = { id: customerId, patch: customer, expectVersion: () => {} };
    await changeCustomer(deps, context.caller, change, now);
  }
}
