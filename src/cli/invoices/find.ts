import { getAccountTime } from '../../actions/account/account-time.ts';
import { findInvoiceByIdOrNumber } from '../../actions/invoices/invoices.ts';
import type { Account } from '../../domain/account/account.ts';
import type { Invoice } from '../../domain/invoice/invoice.ts';
import { formatMoney } from '../../domain/money/currency.ts';
import type { Database } from '../../store/database.ts';
import { CliError } from '../command.ts';
import { toPrintable } from '../terminal/output.ts';

export async function findInvoice(db: Database, { id }: Account, name: string): Promise<Invoice> {
  const invoice = await findInvoiceByIdOrNumber({ db }, id, name, await getAccountTime(db.read, id));
  if (invoice) return invoice;
  throw new CliError(`there is no invoice ${toPrintable(name)} in ${id}. See: proffer invoices list`);
}

export function formatAmount(minor: number, { currency }: Pick<Invoice, 'currency'>): string {
  return formatMoney(minor, currency);
}
