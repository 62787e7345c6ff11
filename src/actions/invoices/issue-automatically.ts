import type { Deps } from '../../app/deps.ts';
import { Problem } from '../../domain/errors.ts';
import type { Sql } from '../../store/database.ts';
import { loadInvoice, type StoredInvoice } from '../../store/tables/invoice/invoices.ts';
import { setShownLink } from '../../store/tables/links.ts';
import { toRealTime } from '../account/account-time.ts';
import { newLinkId, openLink } from '../sending/links/links.ts';
import { issueStored } from './issue-invoice.ts';
import type { InvoiceOwner } from './store-invoice.ts';

/** Returns the draft unchanged if it lacks something: all checks of an issue come before its first write. */
export async function issueIfPossible(
  tx: Sql,
  owner: InvoiceOwner,
  invoiceId: string,
  now: number,
): Promise<StoredInvoice> {
  const draft = await loadInvoice(tx, owner.accountId, invoiceId);
  if (!draft) throw new Error('the new invoice does not exist');
  try {
    return await issueStored(tx, owner, draft, {}, now);
  } catch (error) {
    if (error instanceof Problem) return draft;
    throw error;
  }
}

/** Opens the link that the email to the customer shows, and the page of the quote. */
export async function linkInvoice(
  tx: Sql,
  deps: Pick<Deps, 'config' | 'secret'>,
  accountId: string,
  invoiceId: string,
  recipient: string,
  now: number,
): Promise<string> {
  const at = toRealTime(tx, now);
  const id = newLinkId(deps, at);
  await openLink(tx, deps, {
    account_id: accountId,
    document_id: invoiceId,
    id,
    recipient,
    created_at: at,
  });
  await setShownLink(tx, accountId, invoiceId, id);
  return id;
}
