import type { Deps } from '../../../app/deps.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import { listSignerLinks, type SignerLink } from '../../../store/tables/links.ts';
import { buildLinkUrl } from '../../sending/links/links.ts';

/** Reads the open links of the signers of a quote. */
export function readSignerLinks(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  doc: string,
): Promise<SignerLink[]> {
  return listSignerLinks(db.read, accountId, JSON.parse(doc) as Quote);
}

/** Their URLs, by address. */
export async function readSignerUrls(
  deps: Deps,
  accountId: string,
  doc: string,
): Promise<Map<string, string>> {
  const links = await readSignerLinks(deps, accountId, doc);
  return new Map(links.map(({ id, email }) => [email, buildLinkUrl(deps, id)]));
}
