import { listAddressLines } from '../../../domain/account/particulars/postal-address.ts';
import type { Parties } from '../../../domain/document.ts';
import { findSigner, isSameAddress } from '../../../domain/quote/acceptance/signers.ts';
import type { AskedPerson, DecisionRecord } from '../../../domain/quote/decision.ts';
import type { Actor } from '../../../domain/quote/history.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import type { Sql } from '../../../store/database.ts';
import { listMailedLinks } from '../../../store/tables/mail/sent-mails.ts';

/** Describes whose offer was decided on and who was asked, so that the signed record says it without the document. */
export async function describeOffer(
  tx: Sql,
  accountId: string,
  quote: Quote,
  { account, customer }: Parties,
  actor?: Actor,
): Promise<Pick<DecisionRecord, 'version' | 'number' | 'seller' | 'asked' | 'recordedBy'>> {
  const recordedBy =
    actor && 'id' in actor ? { type: actor.type, id: actor.id, name: actor.name } : undefined;
  const { name, country, taxId } = account;
  const asked = (await listMailedLinks(tx, accountId, quote.id)).map((link): AskedPerson => {
    const { email, sent_at: sentAt, opened_at: openedAt, is_captured: isCaptured } = link;
    const isCustomer = customer.email !== null && isSameAddress(customer.email, email);
    return {
      name: findSigner(quote, email)?.name ?? (isCustomer ? customer.name : null),
      email,
      sentAt: new Date(sentAt).toISOString(),
      openedAt: openedAt === null ? null : new Date(openedAt).toISOString(),
      captured: isCaptured === 1,
    };
  });
  const address = listAddressLines(account).join('\n') || null;
  const seller = { name, address, country, taxId };
  return { version: 2, number: quote.number, seller, asked, ...(recordedBy && { recordedBy }) };
}
