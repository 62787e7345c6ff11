import {
  changeCustomer,
  deleteCustomer,
  findCustomer,
  listCustomers,
  putCustomer,
  readCustomer,
} from '../../../actions/customers/customers.ts';
import { findCustomerGaps } from '../../../actions/invoices/einvoice/check-einvoice.ts';
import { listInvoices } from '../../../actions/invoices/invoices.ts';
import { readCustomerBalance } from '../../../actions/invoices/receivables.ts';
import { listQuotes, parseQuotes } from '../../../actions/quotes/list-quotes.ts';
import { checkCustomer } from '../../../api/schemas/customer.ts';
import type { CustomerInput, CustomerRecord } from '../../../domain/customer/customer.ts';
import { CUSTOMER_FIELDS } from '../../../domain/customer/customer-fields.ts';
import { newId } from '../../../domain/ids.ts';
import type { Invoice } from '../../../domain/invoice/invoice.ts';
import { consoleHeaders } from '../../headers.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../console-route.ts';
import { renderFoldedGaps } from '../forms/electronic-gaps.ts';
import type { Values } from '../forms/field.ts';
import { type FieldRules, translateErrors } from '../forms/field-errors.ts';
import { readFieldText, toRules } from '../forms/field-rules.ts';
import { emptyToNull, isProblem } from '../forms/form-values.ts';
import { ELECTRONIC_RULES, readElectronicAddress, toElectronicValues } from '../forms/particulars.ts';
import { findPriceListName, listChoices } from '../price-lists/choices.ts';
import { toViewer } from '../quote/show.ts';
import { renderCustomer, renderCustomerFields, renderCustomers } from './customer.ts';
import { customerErasurePages } from './erase-customer.ts';
import { type ConsoleResource, getId, resourceRoutes } from './resource-routes.ts';

const RULES = toRules(CUSTOMER_FIELDS);
export const CUSTOMER_RULES: FieldRules = {
  ...RULES,
  debtorNumber: { ...RULES.debtorNumber, wrong: 'range' },
  ...ELECTRONIC_RULES,
};
const FIELDS = Object.keys(CUSTOMER_RULES);
const MAX_SHOWN = 10;

const CUSTOMERS: ConsoleResource<CustomerRecord> = {
  section: 'customers',
  words: (t) => t.nouns.customers,
  getName: ({ name }) => name,
  async list({ deps, account }, page) {
    const { rows, total, isExact } = await listCustomers(deps, account.id, { ...page, sort: 'name' });
    return { entities: rows.map(({ doc }) => JSON.parse(doc) as CustomerRecord), total, isExact };
  },
  renderTable: (context, customers) => renderCustomers(context, customers),
  links: ({ base, t, role }) => [
    role === 'owner'
      ? { href: `${base}/settings/data`, text: t.nouns.customers.import }
      : { href: `${base}/customers.csv`, text: t.settings.data.exportCustomers },
  ],
  async find({ deps, account }, id) {
    const { doc, version } = await readCustomer(deps, account.id, id);
    return { entity: JSON.parse(doc) as CustomerRecord, version };
  },
  async renderOne(context, customer) {
    const { base, t, account, deps, now } = context;
    const { priceListId } = customer;
    const [quotes, invoices, balance, priceList] = await Promise.all([
      listCustomerQuotes(context, customer),
      listCustomerInvoices(context, customer),
      readCustomerBalance(deps, account.id, customer.id, now),
      priceListId === null ? undefined : findPriceListName(context, priceListId),
    ]);
    const electronic = findCustomerGaps({ account, customer });
    return {
      ...(customer.erasedAt === undefined && {
        main: {
          href: `${base}/quotes/new?customer=${encodeURIComponent(customer.id)}`,
          text: t.nouns.customers.newQuote,
        },
      }),
      body: renderCustomer(toViewer(context), customer, { quotes, invoices, balance, electronic, priceList }),
    };
  },
  fieldNames: FIELDS,
  blank: () => ({}),
  getValues: (_context, customer) => {
    const { id, createdAt, updatedAt, metadata, electronicAddress, ...fields } = customer;
    return { ...toTexts(fields), ...toElectronicValues(electronicAddress) };
  },
  renderFields: async (context, state) =>
    renderCustomerFields(context, state, await listChoices(context, state.values.priceListId)),
  read({ t, locale }, typed) {
    const { name = '', debtorNumber = '', ...rest } = typed;
    const optional = Object.entries(rest)
      .filter(([field]) => !field.startsWith('electronicAddress.'))
      .map(([field, text]) => [field, emptyToNull(text)] as const);
    const input = {
      ...{ name, ...Object.fromEntries(optional), electronicAddress: readElectronicAddress(typed) },
      debtorNumber: readFieldText(CUSTOMER_FIELDS.debtorNumber, debtorNumber, locale),
    };
    return { input, errors: translateErrors(checkCustomer(input), CUSTOMER_RULES, typed, t) };
  },
  async create(context, input) {
    const { deps, now } = context;
    const id = newId('cus', deps.clock());
    const wanted = { id, input: input as CustomerInput, expectVersion: () => {} };
    await putCustomer(deps, context.caller, wanted, now);
    return id;
  },
  async change(context, id, input, expectVersion) {
    const patch = input as CustomerInput;
    await changeCustomer(context.deps, context.caller, { id, patch, expectVersion }, context.now);
  },
  toFieldErrors({ t }, error) {
    if (isProblem(error, 'debtor_number_taken')) return { debtorNumber: t.forms.errors.debtorTaken };
    // The price list was deleted since the form was opened.
    return isProblem(error, 'validation_failed') ? { priceListId: t.forms.errors.choice } : undefined;
  },
  remove: (context, id, expectVersion) => deleteCustomer(context.deps, context.caller, id, expectVersion),
  explainConflict({ t }, error) {
    if (isProblem(error, 'customer_erased')) return t.erasure.isErased;
    return isProblem(error, 'customer_in_use') ? t.nouns.customers.inUse : undefined;
  },
};

export const customerPages: ConsoleRoute[] = [
  ...resourceRoutes(CUSTOMERS),
  ...customerErasurePages,
  { method: 'GET', path: '/customers/:id/electronic', minRole: 'member', handle: showElectronicGaps },
];

/** Renders what the invoices of a customer lack, for the editor of a quote. */
async function showElectronicGaps(context: PageContext): Promise<PageReply> {
  const { deps, account } = context;
  const id = getId(context);
  const customer = await findCustomer(deps, account.id, id);
  const found = customer ? findCustomerGaps({ account, customer }) : null;
  const note = renderFoldedGaps(context, found, { customerId: id });
  return { headers: consoleHeaders, body: note ? note.toString() : '' };
}

async function listCustomerQuotes({ deps, account, now }: PageContext, { id: customerId }: CustomerRecord) {
  const page = { limit: MAX_SHOWN, offset: 0, sort: '-createdAt', now } as const;
  const found = await listQuotes(deps, account.id, { customerId }, page);
  return { rows: parseQuotes(found), total: found.total };
}

async function listCustomerInvoices({ deps, account, now }: PageContext, { id: customerId }: CustomerRecord) {
  const page = { customerId, limit: MAX_SHOWN, offset: 0 };
  const { docs, total } = await listInvoices(deps, account.id, page, now);
  return { rows: docs.map((doc) => JSON.parse(doc) as Invoice), total };
}

function toTexts(fields: Record<string, string | number | null>): Values {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value === null ? '' : String(value)]),
  );
}
