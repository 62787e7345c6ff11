import type { Deps } from '../../../app/deps.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import { listSignerLinks, type SignerLink } from '../../../store/tables/links.ts';

/** Reads the open links of the signers of a quote. */
export function readSignerLinks(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  doc: string,
): Promise<SignerLink[]> {
  return listSignerLinks(db.read, accountId, JSON.parse(doc) as Quote);
}
