import type { ListedPayment, Payment, PaymentSort } from '../../../domain/invoice/payment.ts';
import { formatLimit, type Sql, type SqlPart, type SqlValue } from '../../database.ts';
import { PAYMENT_COLUMNS, type PaymentRow, toPayment } from '../../tables/invoice/payments.ts';
import { LIST_LIMITS } from '../list-limits.ts';
import { type PageSlice, type PageTotal, toSeenTotal } from '../list-total.ts';

/** Filters of the payments of all invoices. Ranges include both ends. */
export interface PaymentFilter {
  invoiceId?: string | undefined;
  customerId?: string | undefined;
  currency?: string | undefined;
  method?: string | undefined;
  kind?: Payment['kind'] | undefined;
  provider?: Payment['provider'] | undefined;
  /** Bounds of the day of receipt, `YYYY-MM-DD`. */
  dateFrom?: string | undefined;
  dateTo?: string | undefined;
  /** Bounds of the time at which it was recorded, in milliseconds. */
  createdFrom?: number | undefined;
  createdTo?: number | undefined;
}

/** Lists a page of the payments of all invoices. */
export async function listAllPayments(
  sql: Sql,
  accountId: string,
  filter: PaymentFilter,
  { limit, offset, after, sort }: PageSlice & { sort: PaymentSort },
): Promise<PageTotal & { payments: ListedPayment[] }> {
  const [sign, order] = sort.startsWith('-') ? ['<', 'DESC'] : ['>', 'ASC'];
  const key = sort.endsWith('date') ? ['p.paid_on', 'p.id'] : ['p.id'];
  const matches = matchPayments(accountId, filter);
  const start = after === undefined ? [] : [after];
  const part = formatLimit(limit + 1, offset);
  // Only the payments of the page look up their invoices.
  const rows = await sql.all<PaymentRow & Pick<ListedPayment, 'customerId' | 'currency' | 'invoiceNumber'>>(
    `SELECT p.*, i.number AS "invoiceNumber" FROM (
       SELECT ${PAYMENT_COLUMNS}, customer_id AS "customerId", currency FROM payments AS p
       WHERE ${sql.inTime} AND ${matches.sql} ${start.length > 0 ? `AND p.id ${sign} ?` : ''}
       ORDER BY ${key.map((column) => `${column} ${order}`).join(', ')} ${part.sql}
     ) AS p CROSS JOIN invoices AS i WHERE i.account_id = ? AND i.id = p.invoice_id
     ORDER BY ${key.map((column) => `${column} ${order}`).join(', ')}`,
    ...[...matches.values, ...start, ...part.values, accountId],
  );
  const { n, isComplete } = await sql.count({
    sql: `FROM payments AS p WHERE ${sql.inTime} AND ${matches.sql} ${formatLimit(LIST_LIMITS.counted + 1).sql}`,
    values: matches.values,
  });
  return {
    payments: rows.slice(0, limit).map((row) => {
      const { customerId, currency, invoiceNumber } = row;
      return { ...toPayment(row), invoiceNumber, customerId, currency };
    }),
    ...toSeenTotal(
      rows.length,
      { limit, offset, after },
      { total: Math.min(n, LIST_LIMITS.counted), isExact: isComplete && n <= LIST_LIMITS.counted },
    ),
  };
}

/** An index yields the payments in each order, and they are counted up to a limit. */
export function isPlainPaymentPage(filter: PaymentFilter, { offset }: PageSlice): boolean {
  return offset <= LIST_LIMITS.near && Object.values(filter).every((value) => value === undefined);
}

function matchPayments(accountId: string, filter: PaymentFilter): SqlPart {
  const parts: [string, SqlValue | undefined][] = [
    ['p.account_id = ?', accountId],
    ['p.invoice_id = ?', filter.invoiceId],
    ['p.customer_id = ?', filter.customerId],
    ['p.currency = ?', filter.currency],
    ['p.method = ?', filter.method],
    ['p.kind = ?', filter.kind],
    ['p.provider = ?', filter.provider],
    ['p.paid_on >= ?', filter.dateFrom],
    ['p.paid_on <= ?', filter.dateTo],
    ['p.recorded_at >= ?', filter.createdFrom],
    ['p.recorded_at <= ?', filter.createdTo],
  ];
  const given = parts.filter((part): part is [string, SqlValue] => part[1] !== undefined);
  return {
    sql: ['p.removed_at IS NULL', ...given.map(([sql]) => sql)].join(' AND '),
    values: given.map(([, value]) => value),
  };
}
