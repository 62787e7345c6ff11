import type { Deps } from '../../app/deps.ts';
import type { Account } from '../../domain/account/account.ts';
import { assertNoErrors } from '../../domain/field-errors.ts';
import { listChangedFields, patchInvoice } from '../../domain/invoice/compose-invoice.ts';
import { chooseDueTerms, type DueTerms } from '../../domain/invoice/due-date.ts';
import { type Invoice, type InvoicePatch, isDraftInvoice } from '../../domain/invoice/invoice.ts';
import { findMetadataErrors } from '../../domain/metadata.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import type { Sql } from '../../store/database.ts';
import type { StoredInvoice } from '../../store/tables/invoice/invoices.ts';
import { findQuoteRow } from '../../store/tables/quote/quotes.ts';
import { requireAccount } from '../account/require-account.ts';
import { findDefaultMethod } from '../payments/default-method.ts';
import type { ChangeableInvoice } from './change-invoice.ts';
import { type InvoiceOwner, storeInvoice } from './store-invoice.ts';

/** Changes a draft, or the metadata of any invoice. Returns the stored invoice if nothing changes. */
export function changeInvoice(
  { db }: Pick<Deps, 'db'>,
  owner: InvoiceOwner,
  patch: InvoicePatch,
  { lock }: Pick<ChangeableInvoice, 'lock'>,
  now: number,
): Promise<StoredInvoice> {
  return db.write(async (tx) => change(tx, owner, await lock(tx), patch, now), { account: owner.accountId });
}

async function change(
  tx: Sql,
  owner: InvoiceOwner,
  stored: StoredInvoice,
  patch: InvoicePatch,
  now: number,
): Promise<StoredInvoice> {
  const { accountId, actor } = owner;
  const { invoice } = stored;
  // A concurrent request may have added keys since the route checked them.
  assertNoErrors(findMetadataErrors(invoice.metadata, patch.metadata));
  const account = await requireAccount(tx, accountId);
  const terms = await chooseTerms(tx, account, stored, patch);
  const defaults = { dueDate: terms.dueDate, paymentMethod: await findDefaultMethod(tx, account) };
  // Fields that a client sends back unchanged are not changes of an issued invoice.
  const wanted = isDraftInvoice(invoice) ? patch : { metadata: patch.metadata };
  const after = patchInvoice(invoice, omitUndefined(wanted), defaults, now);
  if (after === invoice) return stored;
  const fields = listChangedFields(invoice, after);
  return storeInvoice(tx, owner, stored, after, {
    events: [{ type: 'updated', actor, data: { fields } }],
    state: { dueDays: terms.dueDays },
    now,
  });
}

/** Returns the due date that `null` resets to, and whether the one of the patch moves with the issue date. */
async function chooseTerms(
  tx: Sql,
  account: Account,
  { invoice, dueDays }: StoredInvoice,
  { dueDate }: InvoicePatch,
): Promise<{ dueDate: Invoice['dueDate']; dueDays: DueTerms['dueDays'] }> {
  if (dueDate === undefined || dueDate === invoice.dueDate) return { dueDate: invoice.dueDate, dueDays };
  if (dueDate !== null) return { dueDate, dueDays: null };
  const row = await findQuoteRow(tx, account.id, invoice.quoteId);
  const quote = JSON.parse(row?.doc ?? '{}') as Quote;
  const stage = quote.paymentSchedule?.[invoice.stage?.index ?? -1];
  return chooseDueTerms(null, stage, quote, { ...account, today: invoice.issueDate });
}

function omitUndefined(patch: InvoicePatch | { metadata: InvoicePatch['metadata'] }): InvoicePatch {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
}
