import { createHash, createHmac } from 'node:crypto';
import type { Deps } from '../../../app/deps.ts';
import { type DocumentKind, getDocumentKind } from '../../../domain/document.ts';
import { newId } from '../../../domain/ids.ts';
import type { Sql } from '../../../store/database.ts';
import { findLink, insertLink, isLinkOpen, type Link, setShownLink } from '../../../store/tables/links.ts';
import type { Sending } from '../../../store/tables/mail/sendings.ts';
import type { Secrets } from './sealed-token.ts';

/** Creates the id of a link, which ends with that of the secret, so that the token can be derived after a change of it. */
export function newLinkId({ secret }: Pick<Deps, 'secret'>, now: number): string {
  return `${newId('lnk', now)}.${identify(secret)}`;
}

/**
 * Derives the token of a link from its id and the secret of the service. The database stores only its hash, and the owner
 * can still see the link.
 */
export function deriveLinkToken(deps: Secrets, linkId: string): string {
  return createHmac('sha256', findSecret(deps, linkId)).update(`link:${linkId}`).digest('base64url');
}

export function findSecret({ secret, config: { previousSecret } }: Secrets, linkId: string): string {
  const [, id] = linkId.split('.');
  return previousSecret !== null && id === identify(previousSecret) ? previousSecret : secret;
}

function identify(secret: string): string {
  return createHmac('sha256', secret).update('link secret').digest('base64url').slice(0, 6);
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

const TOKEN = /^[\w-]{43}$/;

/** Finds an open link to a document of this kind. */
export async function findLinkByToken(
  { db }: Pick<Deps, 'db'>,
  token: string,
  kind: DocumentKind,
): Promise<Link | undefined> {
  const link = TOKEN.test(token) ? await findLink(db.read, hashToken(token)) : undefined;
  return link && getDocumentKind(link.document_id) === kind ? link : undefined;
}

/** Customer page of each kind of document. */
const PAGES: Record<DocumentKind, string> = { quote: '/q', invoice: '/i' };

export function buildLinkUrl(
  deps: Secrets & Pick<Deps, 'publicUrl'>,
  linkId: string,
  kind: DocumentKind = 'quote',
): string {
  return `${deps.publicUrl()}${getLinkPath(deps, linkId, kind)}`;
}

/** The path of a link inside the service, for pages of the service. */
export function getLinkPath(deps: Secrets, linkId: string, kind: DocumentKind): string {
  return `${PAGES[kind]}/${deriveLinkToken(deps, linkId)}`;
}

/** Opens a link for a recipient inside a transaction. */
export function openLink(
  tx: Sql,
  deps: Secrets,
  link: Pick<Link, 'account_id' | 'document_id' | 'id' | 'recipient' | 'created_at'>,
): Promise<void> {
  return insertLink(tx, { ...link, token_hash: hashToken(deriveLinkToken(deps, link.id)) });
}

/** Shows the owner the link of the last email that arrived or may have arrived, unless it was revoked since. */
export async function showLink(
  tx: Sql,
  accountId: string,
  { document_id: documentId, link_id: linkId }: Pick<Sending, 'document_id' | 'link_id'>,
): Promise<boolean> {
  const isOpen = await isLinkOpen(tx, accountId, documentId, linkId);
  if (isOpen) await setShownLink(tx, accountId, documentId, linkId);
  return isOpen;
}

/** URL of a page of settings in the console; `null` if there is no console. */
export function buildSettingsUrl(
  { config, publicUrl }: Pick<Deps, 'config' | 'publicUrl'>,
  accountId: string,
  page: 'mail',
): string | null {
  return config.console ? `${publicUrl()}/${accountId}/settings/${page}` : null;
}

/** URL of a document in the console; `null` if there is none. */
export function buildConsoleUrl(
  { config, publicUrl }: Pick<Deps, 'config' | 'publicUrl'>,
  accountId: string,
  documentId: string,
): string | null {
  const list = getDocumentKind(documentId) === 'invoice' ? 'invoices' : 'quotes';
  return config.console ? `${publicUrl()}/${accountId}/${list}/${documentId}` : null;
}
