import type { Deps } from '../../../app/deps.ts';
import { DAY_MS } from '../../../domain/calendar.ts';
import { getDocumentKind } from '../../../domain/document.ts';
import { type DocumentRow, readDocument } from '../../../store/tables/documents.ts';
import { countRevocations } from '../../../store/tables/links.ts';
import { seal, unseal } from '../links/sealed-token.ts';

export interface DocumentUrlParts {
  accountId: string;
  sourceSha256: string;
  /** Identifier of the quote or invoice. */
  documentId: string;
  /** Revocations of its links so far: the URL works until the next one. */
  revocations: number;
}

/**
 * Creates a PDF URL that needs no key, cannot be guessed, reveals nothing and expires. It also stops working when the
 * links of the document are revoked, or when the quote is deleted.
 */
export function createDocumentUrl(
  deps: Pick<Deps, 'secret' | 'publicUrl' | 'config' | 'clock'>,
  { accountId, sourceSha256, documentId, revocations }: DocumentUrlParts,
): { url: string; expiresAt: string } {
  const expires = deps.clock() + deps.config.pdfUrlDays * DAY_MS;
  const isInvoice = getDocumentKind(documentId) === 'invoice';
  // The row of a PDF names its quote, but not its invoice.
  const until = isInvoice ? [INVOICE_MARKER, documentId, String(revocations)] : [String(revocations)];
  const token = seal(deps.secret, 'document', [accountId, sourceSha256, String(expires), ...until]);
  return { url: `${deps.publicUrl()}/pdf/${token}`, expiresAt: new Date(expires).toISOString() };
}

/** Resolves a valid PDF URL. */
export async function resolveDocumentUrl(
  deps: Pick<Deps, 'secret' | 'config' | 'clock' | 'db'>,
  token: string,
): Promise<(DocumentRow & { pdf: Uint8Array }) | undefined> {
  const { clock, db } = deps;
  const [accountId, sourceSha256, expires, ...until] = unseal(deps, 'document', token) ?? [];
  if (!accountId || !sourceSha256 || !(Number(expires) > clock())) return undefined;
  const document = await readDocument(db.read, accountId, sourceSha256);
  const [marker, invoiceId, ofInvoice] = until;
  const isInvoice = marker === INVOICE_MARKER;
  if (!document) return undefined;
  const revocations = await countRevocations(db.read, accountId, invoiceId ?? document.quote_id);
  return (isInvoice ? ofInvoice : marker) === String(revocations) ? document : undefined;
}

const INVOICE_MARKER = 'invoice';
