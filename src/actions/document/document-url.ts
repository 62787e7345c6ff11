import type { Deps } from '../../deps.ts';
import { DAY_MS } from '../../domain/calendar.ts';
import { type DocumentRow, readDocument } from '../../store/tables/documents.ts';
import { countRevocations } from '../../store/tables/links.ts';
import { seal, unseal } from '../link/sealed-token.ts';

export interface DocumentUrlParts {
  accountId: string;
  sourceSha256: string;
  /** Revocations of the quote's links so far: the URL works until the next one. `null` for an invoice, which has no links. */
  revocations: number | null;
}

/**
 * Creates a PDF URL that needs no key, cannot be guessed, reveals nothing and expires. The URL of a quote also stops
 * working when the quote is deleted or its links are revoked.
 */
export function createDocumentUrl(
  deps: Pick<Deps, 'secret' | 'publicUrl' | 'config' | 'clock'>,
  { accountId, sourceSha256, revocations }: DocumentUrlParts,
): { url: string; expiresAt: string } {
  const expires = deps.clock() + deps.config.pdfUrlDays * DAY_MS;
  const parts = [
    accountId,
    sourceSha256,
    String(expires),
    revocations === null ? INVOICE_MARKER : String(revocations),
  ];
  const token = seal(deps.secret, 'document', parts);
  return { url: `${deps.publicUrl()}/pdf/${token}`, expiresAt: new Date(expires).toISOString() };
}

/** Resolves a valid PDF URL. */
export async function resolveDocumentUrl(
  { secret, clock, db }: Pick<Deps, 'secret' | 'clock' | 'db'>,
  token: string,
): Promise<(DocumentRow & { pdf: Uint8Array }) | undefined> {
  const [accountId, sourceSha256, expires, until = NO_REVOCATIONS] = unseal(secret, 'document', token) ?? [];
  if (!accountId || !sourceSha256 || !(Number(expires) > clock())) return undefined;
  const document = await readDocument(db.read, accountId, sourceSha256);
  if (!document || until === INVOICE_MARKER) return document;
  const revocations = await countRevocations(db.read, accountId, document.quote_id);
  return until === String(revocations) ? document : undefined;
}

const INVOICE_MARKER = 'invoice';
/** Default for URLs of version 0.1.0, which do not contain the number of revocations. */
const NO_REVOCATIONS = '0';
