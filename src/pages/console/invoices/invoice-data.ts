import { findChangeableInvoice } from '../../../actions/invoices/change-invoice.ts';
import { readInvoice } from '../../../actions/invoices/invoices.ts';
import { changeInvoice } from '../../../actions/invoices/patch-invoice.ts';
import { MAX_LENGTH } from '../../../domain/field-limits.ts';
import type { Invoice } from '../../../domain/invoice/invoice.ts';
import type { MetadataChange } from '../../../domain/metadata.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../console-route.ts';
import type { Values } from '../forms/field.ts';
import { readTyped } from '../forms/form-values.ts';
import { submitForm } from '../forms/submit.ts';
import { MAX_ROWS } from './invoice.ts';
import { renderInvoicePage } from './show-invoice.ts';
import { toDataValues } from './stored-invoice.ts';

const DATA_FIELDS = Array.from({ length: MAX_ROWS }, (_, row) => [
  `data.${row}.key`,
  `data.${row}.value`,
]).flat();

/** Changes the metadata, which is possible for every invoice. */
export const invoiceDataRoute: ConsoleRoute = {
  method: 'POST',
  path: '/invoices/:id/data',
  minRole: 'member',
  handle: changeData,
};

async function changeData(context: PageContext): Promise<PageReply> {
  const { deps, account, base, params, now } = context;
  const id = params.id ?? '';
  const read = async () => {
    const { doc, version } = await readInvoice(deps, account.id, id, now);
    const invoice = JSON.parse(doc) as Invoice;
    return { invoice, version, values: toDataValues(invoice) };
  };
  const { invoice } = await read();
  const typed = readTyped(context.form, DATA_FIELDS);
  const { data, errors } = readData(context, typed);
  return submitForm(context, {
    typed,
    errors,
    stored: read,
    show: (state, seen) => renderInvoicePage(context, { data: state, seen }),
    save: async (expectVersion) => {
      const removed = Object.keys(invoice.metadata).map((key) => [key, null]);
      const change: MetadataChange = { ...Object.fromEntries(removed), ...data };
      const found = await findChangeableInvoice({
        ...{ deps, accountId: account.id, invoiceId: id, assertAllowed: () => {}, expectVersion, now },
      });
      await changeInvoice(deps, context.caller, { metadata: change }, found, now);
      return `${base}/invoices/${id}?done=saved`;
    },
  });
}

function readData({ t }: PageContext, typed: Values): { data: Record<string, string>; errors: Values } {
  const { errors: words } = t.forms;
  const data = new Map<string, string>();
  const errors: Values = {};
  for (let row = 0; row < MAX_ROWS; row++) {
    const [name, valueName] = [`data.${row}.key`, `data.${row}.value`];
    const [key = '', value = ''] = [typed[name], typed[valueName]];
    if (key === '' && value === '') continue;
    if (key === '' || [...key].length > MAX_LENGTH.metadataKey || data.has(key)) errors[name] = words.key;
    if ([...value].length > MAX_LENGTH.metadataValue)
      errors[valueName] = words.tooLong.replace('{max}', String(MAX_LENGTH.metadataValue));
    data.set(key, value);
  }
  return { data: Object.fromEntries(data), errors };
}
