import { withPageLogo } from '../../../actions/account/plated-logo.ts';
import { bundleEvidence } from '../../../actions/agreement/evidence/bundle-evidence.ts';
import { downloadAttachment } from '../../../actions/mail/replies/download-attachment.ts';
import { attachmentNotFound } from '../../../actions/quotes/attachments/change-attachments.ts';
import { openAttachment } from '../../../actions/quotes/attachments/read-attachment.ts';
import { showQuote } from '../../../actions/quotes/show-quote.ts';
import { getQuoteDocument, readPdf } from '../../../actions/sending/documents/find-document.ts';
import { findSentDocument } from '../../../actions/sending/documents/revision-document.ts';
import { computeTotals } from '../../../domain/money/totals.ts';
import { quoteNotFound } from '../../../domain/quote/problems.ts';
import { createDownloadHeaders } from '../../../http/headers/download-headers.ts';
import { createPdfHeaders } from '../../../http/headers/pdf-headers.ts';
import { createZipHeaders } from '../../../http/headers/zip-headers.ts';
import { renderQuotePreview } from '../../customer/quote/quote-page.ts';
import { previewHeaders } from '../../headers.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../console-route.ts';
import { showQuotePage } from './show.ts';

const one = '/quotes/:id';

/** Pages and files of a quote. */
export const quoteRoutes: ConsoleRoute[] = [
  { method: 'GET', path: one, minRole: 'reader', handle: (context) => showQuotePage(context) },
  { method: 'GET', path: `${one}/document`, minRole: 'reader', handle: document },
  { method: 'GET', path: `${one}/pdf`, minRole: 'reader', handle: pdf },
  { method: 'GET', path: `${one}/revisions/:index/pdf`, minRole: 'reader', handle: revisionPdf },
  { method: 'GET', path: `${one}/evidence`, minRole: 'member', handle: evidence },
  { method: 'GET', path: `${one}/attachments/:name`, minRole: 'reader', handle: attachment },
  {
    method: 'GET',
    path: `${one}/messages/:messageId/attachments/:index`,
    minRole: 'member',
    handle: mailedAttachment,
  },
];

/** Renders the quote as the customer sees it, for the frame on its page. */
async function document({ deps, account, params, base, now }: PageContext): Promise<PageReply> {
  const { quote, source, decision } = await showQuote(deps, account.id, params.id ?? '', now);
  const body = renderQuotePreview({
    quote,
    customer: source.customer,
    account: await withPageLogo(deps, source.account),
    totals: computeTotals(quote),
    decision,
    base: `${base}/quotes/${quote.id}`,
    pdfUrl: `${base}/quotes/${quote.id}/pdf`,
    documentSha256: '',
    thread: { messages: [], hasEarlier: false, isLatest: true },
  });
  return { headers: previewHeaders, body };
}

async function pdf({ deps, account, caller, params, now }: PageContext): Promise<PageReply> {
  const found = await getQuoteDocument(deps, caller, params.id ?? '', now);
  const bytes = await readPdf(deps, account.id, found);
  if (!bytes) throw new Error('the document is gone');
  return { headers: createPdfHeaders(found.fileName), body: bytes };
}

async function evidence({ deps, account, params, now }: PageContext): Promise<PageReply> {
  const { fileName, open } = await bundleEvidence(deps, account.id, params.id ?? '', now);
  return { headers: createZipHeaders(fileName), body: await open() };
}

async function revisionPdf({ deps, account, params, now }: PageContext): Promise<PageReply> {
  const { quote } = await showQuote(deps, account.id, params.id ?? '', now);
  const found = await findSentDocument(deps, account.id, quote.id, Number(params.index));
  const bytes = found && (await readPdf(deps, account.id, found));
  if (!bytes) throw quoteNotFound();
  return { headers: createPdfHeaders(found.fileName), body: bytes };
}

async function attachment({ deps, account, params, now }: PageContext): Promise<PageReply> {
  const { quote } = await showQuote(deps, account.id, params.id ?? '', now);
  const file = quote.attachments.find(({ name }) => name === params.name);
  const bytes = file && (await openAttachment(deps, account.id, file));
  if (!bytes) throw attachmentNotFound();
  return { headers: createDownloadHeaders(file), body: bytes };
}

/** A file of a message that came by email, fetched from the mailbox. */
async function mailedAttachment({ deps, account, params }: PageContext): Promise<PageReply> {
  const thread = { accountId: account.id, quoteId: params.id ?? '' };
  const { messageId = '', index = '' } = params;
  const { attachment, content } = await downloadAttachment(deps, thread, messageId, index);
  return { headers: createDownloadHeaders({ name: attachment.name, size: content.length }), body: content };
}
