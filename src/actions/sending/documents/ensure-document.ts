import { createHash } from 'node:crypto';
import { formatFileName } from '../../../adapters/pdf/file-name.ts';
import { measureSignature } from '../../../adapters/pdf/signature/detached-signature.ts';
import { signPdf } from '../../../adapters/pdf/signature/sign-pdf.ts';
import type { Deps } from '../../../app/deps.ts';
import { safeError } from '../../../app/telemetry/safe-error.ts';
import { addToCache } from '../../../domain/bounded-cache.ts';
import type { DocumentSource, RenderedDocument, RenderOptions } from '../../../domain/document.ts';
import { RenderError } from '../../../domain/render-error.ts';
import {
  type DocumentRow,
  findDocument,
  insertDocument,
  touchDocument,
} from '../../../store/tables/documents.ts';
import { hasRow } from '../../../store/tables/has-row.ts';
import { findLastDecision } from '../../../store/tables/quote/decisions.ts';
import {
  type DocumentRecord,
  findShownDocument,
  storeShownDocument,
} from '../../../store/tables/quote/shown-documents.ts';
import { findPdfSigner } from './pdf-signer.ts';

export interface HostedDocument {
  sourceSha256: string;
  /** SHA-256 of the file. */
  sha256: string;
  fileName: string;
}

const TOUCH_AFTER_MS = 86_400_000;

/** Documents that took too long, and until when they are not tried again: each try takes a thread for half a minute. */
const tooSlow = new Map<string, { until: number; error: RenderError }>();
const MAX_TOO_SLOW = 1000;
const RETRY_SLOW_MS = 3_600_000;

const rendering = new Map<string, Promise<HostedDocument>>();

/** Finds the document by the hash of its source, or renders and stores it. */
export async function ensureDocument(
  deps: Deps,
  accountId: string,
  source: DocumentSource,
): Promise<HostedDocument> {
  const sourceSha256 = hashSource(deps.renderer.version, source);
  const name = `${accountId}/${sourceSha256}`;
  // This comes before the read: a document in the database may not be on disk yet.
  const current = rendering.get(name);
  if (current) return current;
  const found =
    (await findDocument(deps.db.read, accountId, sourceSha256)) ??
    (source.account.logo === null
      ? undefined
      : await findDocument(deps.db.read, accountId, hashWithoutLogo(sourceSha256)));
  if (found) return markUsed(deps, accountId, found);
  let making = rendering.get(name);
  if (!making) {
    const slow = tooSlow.get(name);
    if (slow && deps.clock() < slow.until) throw slow.error;
    making = renderAndStore(deps, accountId, source, sourceSha256)
      .catch((error: unknown) => {
        if (error instanceof RenderError && error.reason === 'timeout')
          addToCache(tooSlow, MAX_TOO_SLOW, name, { until: deps.clock() + RETRY_SLOW_MS, error });
        throw error;
      })
      .finally(() => rendering.delete(name));
    rendering.set(name, making);
  }
  return making;
}

async function markUsed(deps: Deps, accountId: string, found: DocumentRow): Promise<HostedDocument> {
  const now = deps.clock();
  if (now - found.used_at > TOUCH_AFTER_MS) {
    await deps.db.write((tx) => touchDocument(tx, accountId, found.source_sha256, now), {
      ...{ account: accountId, evenIfClosed: true, evenIfMoved: true },
    });
  }
  return toHostedDocument(found);
}

/** Renders a document without storing it, and updates metrics and log. */
export async function renderDocument(
  { log, metrics, renderer }: Deps,
  accountId: string,
  source: DocumentSource,
  options?: RenderOptions,
): Promise<RenderedDocument> {
  let rendered: RenderedDocument;
  try {
    rendered = await renderer.render(source, options);
  } catch (error) {
    metrics.documents.inc({ outcome: (error as { reason?: string }).reason ?? 'failed' });
    // The response blames the document, so it is logged as no other error.
    if (error instanceof RenderError && error.reason === 'too_large' && error.cause)
      log.warn({ accountId, err: safeError(error) }, 'document beyond a limit of the typesetter');
    throw error;
  }
  metrics.documents.inc({ outcome: rendered.standard });
  if (rendered.warnings.length > 0)
    log.warn({ warnings: rendered.warnings }, 'document rendered with warnings');
  const { logoError } = rendered;
  if (logoError !== null) {
    metrics.omittedLogos.inc();
    log.warn({ accountId, reason: logoError }, 'document rendered without the logo');
  }
  return rendered;
}

/** Renders the confirmation of an acceptance, which is signed if the installation has a certificate for that. */
async function renderSigned(
  deps: Deps,
  accountId: string,
  source: DocumentSource,
): Promise<RenderedDocument> {
  const signer = findPdfSigner(deps);
  if (!signer) return renderDocument(deps, accountId, source);
  const options = { signatureBytes: measureSignature(signer) };
  const rendered = await renderDocument(deps, accountId, source, options);
  const signed = await signPdf(rendered.pdf, signer, deps.clock());
  if (!signed) deps.log.warn({ accountId }, 'the confirmation is not signed: the file has no place for it');
  return { ...rendered, ...signed };
}

async function renderAndStore(
  deps: Deps,
  accountId: string,
  source: DocumentSource,
  wholeSha256: string,
): Promise<HostedDocument> {
  const { db } = deps;
  const acceptedAt = (source.kind === 'quote' && source.acceptance?.at) || null;
  const rendered = await (acceptedAt === null
    ? renderDocument(deps, accountId, source)
    : renderSigned(deps, accountId, source));
  const { logoError, sha256 } = rendered;
  const sourceSha256 = logoError === null ? wholeSha256 : hashWithoutLogo(wholeSha256);
  const fileName = formatFileName(source);
  const quoteId = source.kind === 'quote' ? source.quote.id : source.invoice.quoteId;
  const isOurs = await db.write(
    async (tx) => {
      // The quote may have been erased in the meantime, and nothing would find the document any more. What was accepted is
      // kept of a quote that was deleted.
      const isKnown =
        (await hasRow(tx, 'quotes', accountId, quoteId)) ||
        (acceptedAt !== null && (await findLastDecision(tx, accountId, quoteId)) !== undefined);
      if (!isKnown) return true;
      return insertDocument(tx, accountId, {
        source_sha256: sourceSha256,
        sha256,
        quote_id: quoteId,
        accepted_at: acceptedAt,
        file_name: fileName,
        standard: rendered.standard,
        pdf: rendered.pdf,
        kept: acceptedAt === null ? 0 : 1,
        used_at: deps.clock(),
      });
    },
    { account: accountId, isRecomputable: true, evenIfClosed: true, evenIfMoved: true },
  );
  // Another process may have been faster: the stored document wins.
  const stored = isOurs ? undefined : await findDocument(db.read, accountId, sourceSha256);
  return { sourceSha256, sha256: stored?.sha256 ?? sha256, fileName: stored?.file_name ?? fileName };
}

/** Returns the document of record: a document that was shown once never changes, even with a newer version of the service. */
export async function ensureShownDocument(
  deps: Deps,
  accountId: string,
  record: DocumentRecord,
  source: DocumentSource | (() => Promise<DocumentSource>),
): Promise<HostedDocument> {
  const { read } = deps.db;
  const found = await findShownDocument(read, accountId, record);
  if (found) return toHostedDocument(found);
  const made = await ensureDocument(deps, accountId, typeof source === 'function' ? await source() : source);
  await deps.db.write((tx) => storeShownDocument(tx, accountId, record, made.sourceSha256), {
    ...{ account: accountId, evenIfClosed: true, evenIfMoved: true },
  });
  // Another process may have been faster: its document is the one of record.
  const shown = await findShownDocument(read, accountId, record);
  return shown ? toHostedDocument(shown) : made;
}

export function toHostedDocument({
  source_sha256: sourceSha256,
  sha256,
  file_name: fileName,
}: DocumentRow): HostedDocument {
  return { sourceSha256, sha256, fileName };
}

function hashSource(version: string, source: DocumentSource): string {
  return createHash('sha256').update(version).update(JSON.stringify(source)).digest('hex');
}

/** Key of a document without its logo, which could not be drawn in time: the document with the logo keeps its own key. */
function hashWithoutLogo(wholeSha256: string): string {
  return createHash('sha256').update(wholeSha256).update('without the logo').digest('hex');
}
