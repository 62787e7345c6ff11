import { createHash } from 'node:crypto';
import type { Deps } from '../../deps.ts';
import type { Account } from '../../domain/account/account.ts';
import type { Customer } from '../../domain/customer.ts';
import type { DocumentSource, QuoteSource } from '../../domain/document.ts';
import type { Invoice } from '../../domain/invoice.ts';
import type { Acceptance } from '../../domain/quote/acceptance.ts';
import { isDraft, type Quote } from '../../domain/quote/quote.ts';
import { fileNameOf } from '../../pdf/file-name.ts';
import { TEMPLATE_VERSION } from '../../pdf/typst/template-version.ts';
import type { Sql } from '../../store/database.ts';
import { findAccount } from '../../store/tables/account/accounts.ts';
import { findCustomer } from '../../store/tables/customers.ts';
import {
  type DocumentRow,
  findDocument,
  insertDocument,
  touchDocument,
} from '../../store/tables/documents.ts';
import { findAcceptedSource } from '../../store/tables/quote/decisions.ts';

export interface HostedDocument {
  sourceSha256: string;
  /** Of the file itself. */
  sha256: string;
  fileName: string;
}

const TOUCH_AFTER_MS = 86_400_000;

const underWay = new Map<string, Promise<HostedDocument>>();

/** The document of a source: found by the hash of what it is made from, or set now and kept. */
export async function ensureDocument(
  deps: Deps,
  accountId: string,
  source: DocumentSource,
): Promise<HostedDocument> {
  const sourceSha256 = hashSource(source);
  const found =
    (await findDocument(deps.db.read, accountId, sourceSha256)) ??
    (source.account.logo === null
      ? undefined
      : await findDocument(deps.db.read, accountId, hashWithoutLogo(sourceSha256)));
  if (found) return useDocument(deps, accountId, found);
  const name = `${accountId}/${sourceSha256}`;
  let making = underWay.get(name);
  if (!making) {
    making = makeDocument(deps, accountId, source, sourceSha256).finally(() => underWay.delete(name));
    underWay.set(name, making);
  }
  return making;
}

async function useDocument(deps: Deps, accountId: string, found: DocumentRow): Promise<HostedDocument> {
  const { source_sha256: sourceSha256, sha256, file_name: fileName } = found;
  const now = deps.clock();
  if (now - found.used_at > TOUCH_AFTER_MS) {
    await deps.db.write((tx) => touchDocument(tx, accountId, sourceSha256, now), { account: accountId });
  }
  return { sourceSha256, sha256, fileName };
}

async function makeDocument(
  deps: Deps,
  accountId: string,
  source: DocumentSource,
  wholeSha256: string,
): Promise<HostedDocument> {
  const { db, log, metrics, renderer } = deps;
  let rendered: Awaited<ReturnType<typeof renderer.render>>;
  try {
    rendered = await renderer.render(source);
  } catch (error) {
    metrics.documents.inc({ outcome: (error as { reason?: string }).reason ?? 'failed' });
    throw error;
  }
  metrics.documents.inc({ outcome: rendered.standard });
  if (rendered.warnings.length > 0) log.warn({ warnings: rendered.warnings }, 'document with reservations');
  const { logoLeftOut } = rendered;
  if (logoLeftOut !== null) {
    metrics.logosLeftOut.inc();
    log.warn({ accountId, reason: logoLeftOut }, 'document set without the logo');
  }
  const sourceSha256 = logoLeftOut === null ? wholeSha256 : hashWithoutLogo(wholeSha256);
  const sha256 = createHash('sha256').update(rendered.pdf).digest('hex');
  const fileName = fileNameOf(source);
  const acceptedAt = (source.kind === 'quote' && source.acceptance?.at) || null;
  await db.write(
    (tx) =>
      insertDocument(tx, accountId, {
        source_sha256: sourceSha256,
        sha256,
        quote_id: source.kind === 'quote' ? source.quote.id : source.invoice.quoteId,
        accepted_at: acceptedAt,
        file_name: fileName,
        standard: rendered.standard,
        pdf: rendered.pdf,
        kept: acceptedAt === null ? 0 : 1,
        used_at: deps.clock(),
      }),
    { account: accountId },
  );
  // Another process may have been quicker: what the database has is the document.
  const stored = await findDocument(db.read, accountId, sourceSha256);
  return { sourceSha256, sha256: stored?.sha256 ?? sha256, fileName: stored?.file_name ?? fileName };
}

/** What the document of a quote is made from, as the quote is now; once it is accepted, as it was then. */
export async function quoteSource(sql: Sql, accountId: string, quote: Quote): Promise<QuoteSource> {
  const accepted = quote.acceptedAt === null ? undefined : await findAcceptedSource(sql, accountId, quote.id);
  return accepted ?? openSource(quote, await partiesOf(sql, accountId, quote.customerId));
}

export function openSource(
  quote: Quote,
  { account, customer }: { account: Account; customer: Customer },
): QuoteSource {
  return {
    kind: 'quote',
    quote: asPrinted(quote),
    customer: { ...customer, createdAt: '', updatedAt: '' },
    account: printedAccount(account),
    acceptance: null,
  };
}

/** The text that was agreed to, with the record of it. */
export function acceptedSource(seen: QuoteSource, quote: Quote, acceptance: Acceptance): QuoteSource {
  return {
    ...seen,
    quote: asPrinted(quote),
    // Where the customer sat is for the record, not for the paper.
    acceptance: { ...acceptance, ip: null, userAgent: null },
  };
}

export async function invoiceSource(sql: Sql, accountId: string, invoice: Invoice): Promise<DocumentSource> {
  const account = (await findAccount(sql, accountId))?.account;
  if (!account) throw new Error('an invoice without its account');
  const customer = { ...invoice.customer, createdAt: '', updatedAt: '' };
  return { kind: 'invoice', invoice, customer, account: printedAccount(account) };
}

export async function partiesOf(
  sql: Sql,
  accountId: string,
  customerId: string,
): Promise<{ account: Account; customer: Customer }> {
  const [stored, customer] = await Promise.all([
    findAccount(sql, accountId),
    findCustomer(sql, accountId, customerId),
  ]);
  if (!stored || !customer) throw new Error('a quote without its account or customer');
  return { account: stored.account, customer };
}

/** Without what is not on the paper, so that a look or an internal note does not make another document of it. */
function asPrinted(quote: Quote): Quote {
  const status = quote.acceptedAt !== null ? 'ACCEPTED' : isDraft(quote) ? 'DRAFT' : 'SENT';
  return {
    ...quote,
    status,
    notes: null,
    updatedAt: quote.createdAt,
    sentAt: null,
    declinedAt: null,
    convertedAt: null,
    invoiceId: null,
    viewedAt: null,
    declineReason: null,
  };
}

function printedAccount(account: Account): Account {
  return {
    ...account,
    kind: 'live',
    quoteNumberFormat: '',
    invoiceNumberFormat: '',
    defaultTerms: null,
    validityDays: 0,
    replyTo: null,
    reminderDays: null,
    createdAt: '',
    updatedAt: '',
  };
}

function hashSource(source: DocumentSource): string {
  return createHash('sha256').update(TEMPLATE_VERSION).update(JSON.stringify(source)).digest('hex');
}

/** The place of the document whose logo could not be drawn in time: the other one's stays free for it. */
function hashWithoutLogo(wholeSha256: string): string {
  return createHash('sha256').update(wholeSha256).update('without the logo').digest('hex');
}
