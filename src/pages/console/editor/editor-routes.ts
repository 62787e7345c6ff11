import { withPageLogo } from '../../../actions/account/plated-logo.ts';
import { type PreviewInput, previewQuote } from '../../../actions/quotes/preview-quote.ts';
import { completeNewQuote } from '../../../api/routes/quotes/quote-body.ts';
import { compileCheck } from '../../../api/schemas/check.ts';
import { PreviewQuote } from '../../../api/schemas/quote.ts';
import { Problem } from '../../../domain/errors.ts';
import { computeTotals } from '../../../domain/money/totals.ts';
import { renderQuotePage } from '../../customer/quote/quote-page.ts';
import { pageHeaders } from '../../headers.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../console-route.ts';
import {
  newDraft,
  newTemplateDraft,
  openQuoteDraft,
  openTemplateDraft,
  renderEditor,
} from './open-editor.ts';
import { customerSuggestionRoute, linePriceRoute, suggestionRoute } from './suggestions.ts';

/** Enough for a quote with a thousand items. */
const PREVIEW_LIMIT = 19 * 1024 * 1024;
const checkPreview = compileCheck(PreviewQuote);

export const editorRoutes: ConsoleRoute[] = [
  {
    method: 'GET',
    path: '/quotes/new',
    minRole: 'member',
    handle: async (context) => ({ page: renderEditor(context, await newDraft(context)) }),
  },
  { method: 'GET', path: '/quotes/:id/edit', minRole: 'member', handle: edit },
  { method: 'POST', path: '/quotes/preview', minRole: 'member', bodyLimit: PREVIEW_LIMIT, handle: preview },
  suggestionRoute,
  customerSuggestionRoute,
  linePriceRoute,
  {
    method: 'GET',
    path: '/templates/new',
    minRole: 'member',
    handle: async (context) => ({ page: renderEditor(context, await newTemplateDraft(context)) }),
  },
  {
    method: 'GET',
    path: '/templates/:id/edit',
    minRole: 'member',
    handle: async (context) => ({ page: renderEditor(context, await openTemplateDraft(context)) }),
  },
];

/** Opens the editor, or the page of a quote that can no longer be changed. */
async function edit(context: PageContext): Promise<PageReply> {
  try {
    return { page: renderEditor(context, await openQuoteDraft(context)) };
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 409) throw error;
    const address = `${context.base}/quotes/${encodeURIComponent(context.params.id ?? '')}`;
    // A partly invoiced quote still has fields that may be changed there.
    return { redirect: error.code === 'partly_invoiced' ? `${address}/details` : address };
  }
}

/** Renders the customer page of a quote that is not stored. */
async function preview(context: PageContext): Promise<PageReply> {
  const { deps, caller, form, now } = context;
  const body = { value: parseBody(form.body), errors: [] };
  const { value } = await completeNewQuote({ deps, caller }, body, checkPreview);
  const { quote, source } = await previewQuote(deps, caller, value as PreviewInput, now);
  // Shown as if it were sent. Nothing in it can be clicked, so it needs no scripts.
  const shown = { ...quote, status: 'SENT' as const, number: form.number?.slice(0, 100) || quote.number };
  const page = renderQuotePage({
    ...{ quote: shown, customer: source.customer, totals: computeTotals(quote) },
    account: await withPageLogo(deps, source.account),
    ...{ decision: null, base: '', pdfUrl: '', documentSha256: '' },
    thread: { messages: [], hasEarlier: false, isLatest: true },
  });
  return { headers: PREVIEW_HEADERS, body: page.replaceAll(/<script [^>]*><\/script>\n/g, '') };
}

const PREVIEW_HEADERS = { ...pageHeaders, 'X-Frame-Options': 'SAMEORIGIN' };

function parseBody(text: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '');
    if (value !== null && typeof value === 'object' && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // The error below covers invalid JSON, too.
  }
  throw new Problem('malformed_json', 'The field "body" is not a JSON object.');
}
