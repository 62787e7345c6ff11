import type { Deps } from '../../app/deps.ts';
import { isPastDue, markOverdue } from '../../domain/invoice/balance.ts';
import type { Database, Sql } from '../../store/database.ts';
import {
  findInvoiceRow,
  type InvoiceRow,
  loadInvoice,
  type StoredInvoice,
} from '../../store/tables/invoice/invoices.ts';
import {
  findNewlyOverdue,
  findNextOverdue,
  listAheadAccountsOverdue,
} from '../../store/tables/invoice/overdue-invoices.ts';
import { getAccountTime } from '../account/account-time.ts';
import { storeInvoice } from './store-invoice.ts';

const BATCH = 200;

/** Locks the invoice and marks it as overdue if its due date has passed. Every change starts with this. */
export async function loadCurrentInvoice(
  tx: Sql,
  accountId: string,
  id: string,
  now: number,
): Promise<StoredInvoice | undefined> {
  const stored = await loadInvoice(tx, accountId, id);
  if (!stored || stored.invoice.overdue || !isPastDue(stored.invoice, stored.overdueAt, now)) return stored;
  const after = markOverdue(stored.invoice, stored.overdueAt ?? now);
  const owner = { accountId, actor: { type: 'system' } } as const;
  return storeInvoice(tx, owner, stored, after, { events: [], now });
}

/** Finds the row, and marks it as overdue first if its due date has passed. */
export async function findCurrentInvoiceRow(
  db: Database,
  accountId: string,
  id: string,
  now: number,
): Promise<InvoiceRow | undefined> {
  const row = await findInvoiceRow(db.read, accountId, id);
  if (!row || row.overdue === 1 || !isPastDue(row, row.overdue_at, now)) return row;
  await db.write((tx) => loadCurrentInvoice(tx, accountId, id, now), {
    account: accountId,
    evenIfClosed: true,
    evenIfMoved: true,
  });
  return findInvoiceRow(db.read, accountId, id);
}

/** Marks every invoice whose due date has passed, in one account or in all. */
async function markOverdueInvoices(db: Database, now: number, accountId?: string): Promise<void> {
  for (;;) {
    const due = await findNewlyOverdue(db.read, accountId, now, BATCH);
    if (due.length === 0) return;
    for (const [account, invoices] of Map.groupBy(due, ({ account_id }) => account_id)) {
      const mark = async (tx: Sql) => {
        for (const { id } of invoices) await loadCurrentInvoice(tx, account, id, now);
      };
      await db.write(mark, { account, evenIfClosed: true, evenIfMoved: true });
    }
  }
}

/** Marks the overdue invoices of one account. Usually there are none, which costs one short query. */
export async function markOverdueIfAny(db: Database, now: number, accountId: string): Promise<void> {
  const [due] = await findNewlyOverdue(db.read, accountId, now, 1);
  if (due) await markOverdueInvoices(db, now, accountId);
}

/** Marks all overdue invoices, including those of test accounts whose clock is ahead of real time. */
export async function markDueInvoices({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const next = await findNextOverdue(db.read);
  if (next !== undefined && next <= clock()) await markOverdueInvoices(db, clock());
  for (const accountId of await listAheadAccountsOverdue(db.read, clock())) {
    await markOverdueInvoices(db, await getAccountTime(db.read, accountId), accountId);
  }
}
