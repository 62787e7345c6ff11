import { renderEmailFailedEmail } from '../../../adapters/mail/letters/email-failed.ts';
import type { Deps } from '../../../app/deps.ts';
import { getDocumentKind } from '../../../domain/document.ts';
import type { Sql } from '../../../store/database.ts';
import { findAccount } from '../../../store/tables/account/accounts.ts';
import { loadInvoice } from '../../../store/tables/invoice/invoices.ts';
import { loadQuote } from '../../../store/tables/quote/quotes.ts';
import { withMailLogo } from '../../account/mail-logo.ts';
import { buildConsoleUrl } from '../links/links.ts';
import { mailOwner } from './mail-owner.ts';

/**
 * Notifies the business of an email that failed while nobody waited for it, inside the transaction that records the failure.
 * A person who waits for an email sees the failure in the response.
 */
export async function notifyFailed(
  tx: Sql,
  deps: Pick<Deps, 'config' | 'mailer' | 'secret' | 'publicUrl'>,
  accountId: string,
  { documentId, to, response }: { documentId: string; to: string; response: string | null },
  now: number,
): Promise<void> {
  const [stored, document] = await Promise.all([
    findAccount(tx, accountId),
    documentId === '' ? undefined : loadDocument(tx, accountId, documentId),
  ]);
  if (!stored || !document) return;
  const account = await withMailLogo(tx, stored.account);
  const consoleUrl = buildConsoleUrl(deps, accountId, documentId);
  const content = renderEmailFailedEmail({ account, document, to, response, consoleUrl });
  await mailOwner(tx, deps, account, { kind: 'email_failed', documentId, content }, now);
}

async function loadDocument(tx: Sql, accountId: string, id: string) {
  if (getDocumentKind(id) === 'quote') return (await loadQuote(tx, accountId, id))?.quote;
  return (await loadInvoice(tx, accountId, id))?.invoice;
}
