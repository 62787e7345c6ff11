import type { Deps } from '../../app/deps.ts';
import { chooseEInvoiceFormat } from '../../domain/account/particulars/particulars.ts';
import { toCalendarDate } from '../../domain/calendar.ts';
import { changeBalance } from '../../domain/invoice/balance.ts';
import { composeCreditNote } from '../../domain/invoice/compose-credit-note.ts';
import type { Invoice } from '../../domain/invoice/invoice.ts';
import { moreThanInvoiced } from '../../domain/invoice/problems.ts';
import { addTaxParts } from '../../domain/tax/tax-parts.ts';
import type { Sql } from '../../store/database.ts';
import { insertInvoice, type StoredInvoice } from '../../store/tables/invoice/invoices.ts';
import { reserveNumber } from '../../store/tables/sequences.ts';
import { newRealId } from '../account/account-time.ts';
import { recordInvoiceEvents } from '../events/record-invoice-event.ts';
import { type Keep, keepNothing } from '../repeat.ts';
import { readCurrentParties, storeParties } from '../sending/documents/parties.ts';
import type { ChangeableInvoice } from './change-invoice.ts';
import { assertWritable, keepXml } from './einvoice/check-einvoice.ts';
import { type InvoiceOwner, storeInvoice } from './store-invoice.ts';

export interface CreditOptions {
  /** Tax included, in the smallest currency unit. Default: all that is not yet credited. */
  amount?: number | null;
  reason?: string | null;
}

/** Creates a credit note, which is issued at once. */
export function creditInvoice(
  { db }: Pick<Deps, 'db'>,
  owner: InvoiceOwner,
  options: CreditOptions,
  { lock }: Pick<ChangeableInvoice, 'lock'>,
  now: number,
  keep: Keep<Invoice> = keepNothing,
): Promise<Invoice> {
  return db.write(
    async (tx) => {
      return keep(tx, await credit(tx, owner, await lock(tx), options, now));
    },
    { account: owner.accountId },
  );
}

async function credit(
  tx: Sql,
  owner: InvoiceOwner,
  stored: StoredInvoice,
  options: CreditOptions,
  now: number,
): Promise<Invoice> {
  const { accountId, actor } = owner;
  const { invoice } = stored;
  const left = invoice.total - invoice.amountCredited;
  const amount = options.amount ?? left;
  if (left === 0 || amount > left) throw moreThanInvoiced(left, invoice.currency);
  const parties = await readCurrentParties(tx, accountId, invoice.customerId);
  const { account, customer } = parties;
  const reserved = await reserveNumber(tx, account, 'creditNote', now);
  const composed = composeCreditNote(invoice, stored.creditedGroups, amount, {
    id: newRealId(tx, 'inv', now),
    number: reserved.number,
    issueDate: toCalendarDate(now, account.timeZone),
    at: new Date(now).toISOString(),
    customer,
    reason: options.reason ?? null,
    eInvoice: chooseEInvoiceFormat(account, customer),
  });
  const { creditedGroups } = composed;
  const creditNote = addTaxParts(composed.creditNote, parties);
  const source = { invoice: creditNote, account, customer, creditedInvoice: invoice };
  assertWritable(source);
  await insertInvoice(tx, accountId, creditNote, {
    ...{ edition: 0, hasCurrentParties: false, dueDays: null, overdueAt: null, isOverdueAnnounced: false },
    ...{ creditedGroups: [], series: { key: reserved.series, n: reserved.n } },
    partiesSha256: await storeParties(tx, accountId, parties),
  });
  await keepXml(tx, accountId, source);
  const { issueDate } = creditNote;
  await recordInvoiceEvents(
    tx,
    accountId,
    creditNote,
    [{ type: 'created', actor, data: { issueDate } }],
    now,
  );
  const amountCredited = invoice.amountCredited + amount;
  const after = changeBalance(invoice, { ...invoice, amountCredited }, stored.overdueAt, now);
  const data = {
    creditNoteId: creditNote.id,
    creditNoteNumber: creditNote.number,
    amount,
    reason: creditNote.creditReason,
  };
  const event = { type: 'credited', actor, data, feed: { creditNote } } as const;
  await storeInvoice(tx, owner, stored, after, { events: [event], state: { creditedGroups }, now });
  return creditNote;
}
