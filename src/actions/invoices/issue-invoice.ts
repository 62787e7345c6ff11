import type { Deps } from '../../app/deps.ts';
import type { Account } from '../../domain/account/account.ts';
import { findIncompleteErrors } from '../../domain/account/particulars/find-incomplete.ts';
import type { MissingParticular } from '../../domain/account/particulars/find-missing.ts';
import { chooseEInvoiceFormat } from '../../domain/account/particulars/particulars.ts';
import { addDays, toCalendarDate } from '../../domain/calendar.ts';
import { assertNoErrors } from '../../domain/field-errors.ts';
import { computeOverdueAt, isPastDue } from '../../domain/invoice/balance.ts';
import { isDraftInvoice, type PreviousInvoice } from '../../domain/invoice/invoice.ts';
import { findIssueDateErrors, issueDraft } from '../../domain/invoice/issue.ts';
import { assertComplete, periodExported } from '../../domain/invoice/problems.ts';
import { addZeroCategory } from '../../domain/tax/add-zero-category.ts';
import { addTaxParts } from '../../domain/tax/tax-parts.ts';
import type { Sql } from '../../store/database.ts';
import { findDownload } from '../../store/tables/books/downloads.ts';
import { findLaterIssueDate, listQuoteInvoices } from '../../store/tables/invoice/find-invoices.ts';
import type { StoredInvoice } from '../../store/tables/invoice/invoices.ts';
import { deleteUnusedParties } from '../../store/tables/quote/parties.ts';
import { giveDebtorNumber } from '../customers/debtor-numbers.ts';
import { type Keep, keepNothing } from '../repeat.ts';
import { readCurrentParties, storeParties } from '../sending/documents/parties.ts';
import type { ChangeableInvoice } from './change-invoice.ts';
import { assertWritable, keepXml } from './einvoice/check-einvoice.ts';
import { readMissingParticulars } from './missing-particulars.ts';
import { type InvoiceOwner, storeInvoice } from './store-invoice.ts';

export interface IssueOptions {
  /** Default: today in the account's time zone. */
  issueDate?: string | null;
  /** Whether the date may lie in a period that was downloaded for the accountant. */
  confirm?: boolean;
}

/** Issues an invoice once: a repeat returns it unchanged. */
export function issueInvoice(
  { db }: Pick<Deps, 'db'>,
  owner: InvoiceOwner,
  options: IssueOptions,
  { lock }: Pick<ChangeableInvoice, 'lock'>,
  now: number,
  keep: Keep<Issued> = keepNothing,
): Promise<Issued> {
  return db.write(
    async (tx) => {
      const stored = await issueStored(tx, owner, await lock(tx), options, now);
      return keep(tx, { stored, missing: await readMissingParticulars(tx, owner.accountId, stored) });
    },
    { account: owner.accountId },
  );
}

export interface Issued {
  stored: StoredInvoice;
  /** Particulars that the law requires and the invoice lacks. It is issued nevertheless. */
  missing: MissingParticular[];
}

/**
 * Issues a locked draft in its transaction: from then on seller, customer and content are those of this moment. An
 * invoice that is issued already is returned unchanged.
 */
export async function issueStored(
  tx: Sql,
  owner: InvoiceOwner,
  stored: StoredInvoice,
  options: IssueOptions,
  now: number,
): Promise<StoredInvoice> {
  if (!isDraftInvoice(stored.invoice)) return stored;
  const { accountId, actor } = owner;
  const current = await readCurrentParties(tx, accountId, stored.invoice.customerId);
  const { account } = current;
  const debtorNumber = await giveDebtorNumber(tx, owner, account, current.customer, now);
  const customer = { ...current.customer, debtorNumber };
  const parties = { account, customer };
  const invoice = addTaxParts(addZeroCategory(stored.invoice, account.zeroTaxCategory), parties);
  const eInvoice = chooseEInvoiceFormat(account, customer);
  // An electronic invoice needs that and more.
  if (eInvoice === null) assertComplete(findIncompleteErrors(invoice, account, customer));
  const issueDate = await chooseIssueDate(tx, account, stored, options, now);
  const dueDate = stored.dueDays === null ? invoice.dueDate : addDays(issueDate, stored.dueDays);
  const previousInvoices = await readPreviousInvoices(tx, accountId, stored);
  const issued = issueDraft(invoice, { issueDate, dueDate, customer, previousInvoices, eInvoice }, now);
  assertWritable({ invoice: issued, account, customer });
  const overdueAt = dueDate === null ? null : computeOverdueAt(dueDate, account.timeZone);
  const overdue = isPastDue(issued, overdueAt, now);
  const result = await storeInvoice(
    tx,
    owner,
    stored,
    { ...issued, overdue },
    {
      events: [{ type: 'issued', actor, data: { issueDate } }],
      state: {
        ...{ hasCurrentParties: false, overdueAt, edition: stored.edition + 1 },
        partiesSha256: await storeParties(tx, accountId, parties),
      },
      now,
    },
  );
  await keepXml(tx, accountId, { invoice: issued, account, customer });
  await deleteUnusedParties(tx, accountId, [stored.partiesSha256]);
  return result;
}

async function chooseIssueDate(
  tx: Sql,
  { id, timeZone }: Account,
  { series }: StoredInvoice,
  { issueDate, confirm = false }: IssueOptions,
  now: number,
): Promise<string> {
  const today = toCalendarDate(now, timeZone);
  const chosen = issueDate ?? today;
  const latest = await findLaterIssueDate(tx, id, series, chosen);
  assertNoErrors(findIssueDateErrors(chosen, { today, latest }));
  const download = issueDate == null || confirm ? undefined : await findDownload(tx, id, chosen);
  if (download) throw periodExported(chosen, download);
  return chosen;
}

/** Reads the dates of the earlier invoices again: they may have been issued since the conversion. */
async function readPreviousInvoices(
  tx: Sql,
  accountId: string,
  { invoice }: StoredInvoice,
): Promise<PreviousInvoice[]> {
  if (invoice.previousInvoices.length === 0) return [];
  const known = new Set(invoice.previousInvoices.map(({ id }) => id));
  const invoices = await listQuoteInvoices(tx, accountId, invoice.quoteId);
  return invoices.filter(({ id }) => known.has(id)).map(toPreviousInvoice);
}

/** Returns an invoice as later ones of the same quote list it. */
export function toPreviousInvoice({
  id,
  number,
  stage,
  total,
  issueDate,
  taxes,
}: PreviousInvoice): PreviousInvoice {
  return { id, number, stage, total, issueDate, taxes };
}
