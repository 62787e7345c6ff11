import { type PreviewInput, previewQuote } from '../../../../actions/quote/preview-quote.ts';
import { Problem } from '../../../../domain/errors.ts';
import { failOn } from '../../../../domain/field-errors.ts';
import { computeTotals } from '../../../../domain/money/totals.ts';
import { separatorsOf } from '../../../../i18n/read-number.ts';
import { compileCheck } from '../../../../schemas/check.ts';
import { PreviewQuote } from '../../../../schemas/quote.ts';
import { merge, type Side } from '../../../../web/console/editor/draft/compare.ts';
import type { Draft } from '../../../../web/console/editor/draft/draft.ts';
import { placeOf } from '../../../../web/console/editor/draft/place-of.ts';
import { isShared } from '../../../../web/console/editor/draft/shares.ts';
import { readDraft } from '../../../../web/console/editor/draft/to-body.ts';
import { draftIn } from '../../../../web/console/editor/form-draft.ts';
import { pageHeaders } from '../../../../web/headers.ts';
import { renderQuotePage } from '../../../../web/quote-page/quote-page.ts';
import { fromTemplate, quoteErrors } from '../../../routes/quotes/quote-body.ts';
import type { ConsoleRoute, PageReply, Visit } from '../console-route.ts';
import { isDeed, withDeed } from './form-deeds.ts';
import { editorOf, newDraft, type Opened, openQuoteDraft } from './open-editor.ts';
import { askerOf, changeByBody, createFromBody, customerIn } from './save-form.ts';

/** A quote of a thousand lines. */
const FORM_LIMIT = 8 * 1024 * 1024;
const checkPreview = compileCheck(PreviewQuote);

export const editorRoutes: ConsoleRoute[] = [
  {
    method: 'GET',
    path: '/quotes/new',
    least: 'member',
    handle: async (visit) => ({ page: editorOf(visit, await newDraft(visit)) }),
  },
  {
    method: 'POST',
    path: '/quotes/new',
    least: 'member',
    bodyLimit: FORM_LIMIT,
    handle: (visit) => submit(visit, newDraft),
  },
  { method: 'GET', path: '/quotes/:id/edit', least: 'member', handle: edit },
  {
    method: 'POST',
    path: '/quotes/:id/edit',
    least: 'member',
    bodyLimit: FORM_LIMIT,
    handle: (visit) => submit(visit, openQuoteDraft),
  },
  { method: 'POST', path: '/quotes/preview', least: 'member', bodyLimit: FORM_LIMIT, handle: preview },
];

/** What can no longer be changed is shown as it is. */
async function edit(visit: Visit): Promise<PageReply> {
  try {
    return { page: editorOf(visit, await openQuoteDraft(visit)) };
  } catch (error) {
    if (error instanceof Problem && error.status === 409)
      return { redirect: quoteAddress(visit, visit.params.id) };
    throw error;
  }
}

/** The form without scripts: a button changes the draft and brings it back, or saves it. */
async function submit(visit: Visit, open: (visit: Visit) => Promise<Opened>): Promise<PageReply> {
  const { form } = visit;
  const opened = await open(visit);
  const asked = form.do ?? 'save';
  const typed = draftIn(form);
  const base = opened.quote && baseIn(form.base);
  if (isDeed(asked)) return show(visit, opened, { draft: withDeed(typed, asked, visit.now), base });
  const merged = asked === 'merge' ? merge(typed, opened.draft, picksIn(form)) : typed;
  const { draft, found } = await customerIn(visit, merged);
  const reading = { separators: separatorsOf(visit.locale.tag), timeZone: visit.account.timeZone };
  const { body, flaws, keys } = readDraft(draft, reading);
  if (body && !isShared(body)) flaws.stages = 'stages';
  if (!body || Object.keys(flaws).length > 0 || found) {
    return show(visit, opened, { draft, base, flaws, ...(found && { found }) }, 400);
  }
  try {
    const before = base && readDraft(asked === 'merge' ? opened.draft : base, reading).body;
    const id = opened.quote ? opened.quote.id : await createFromBody(visit, body);
    if (opened.quote) await changeByBody(visit, body, before);
    return {
      redirect: asked === 'send' ? `${quoteAddress(visit, id)}/send` : `${quoteAddress(visit, id)}/edit`,
    };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.code === 'precondition_failed')
      return show(visit, opened, { draft, base, theirs: opened.draft }, 409);
    if (error.status !== 400) throw error;
    const places = error.errors.map(({ path, message }) => [placeOf(path, keys, draft) ?? 'rows', message]);
    return show(visit, opened, { draft, base, refusals: Object.fromEntries(places) }, 400);
  }
}

function show(visit: Visit, opened: Opened, plain: Parameters<typeof editorOf>[2], status = 200): PageReply {
  return { page: editorOf(visit, opened, plain), status };
}

/** The customer's page of a quote that is not stored. */
async function preview(visit: Visit): Promise<PageReply> {
  const { deps, account, form, now } = visit;
  const asker = askerOf(visit);
  const read = await fromTemplate(asker, { value: bodyIn(form.body), errors: [] });
  failOn(await quoteErrors(asker, read, checkPreview, read.value));
  const { quote, source } = await previewQuote(deps, account.id, read.value as PreviewInput, now);
  // As it will be once it is sent; nothing can be pressed in it, so it needs no scripts.
  const shown = { ...quote, status: 'SENT' as const, number: form.number?.slice(0, 100) || quote.number };
  const page = renderQuotePage({
    ...{ quote: shown, customer: source.customer, account: source.account, totals: computeTotals(quote) },
    ...{ acceptance: null, base: '', pdfUrl: '', documentSha256: '' },
    thread: { messages: [], hasEarlier: false, isLatest: true },
  });
  return { headers: PREVIEW_HEADERS, body: page.replaceAll(/<script [^>]*><\/script>\n/g, '') };
}

const PREVIEW_HEADERS = { ...pageHeaders, 'X-Frame-Options': 'SAMEORIGIN' };

function bodyIn(text: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '');
    if (value !== null && typeof value === 'object' && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // It is none either way.
  }
  throw new Problem('malformed_json', 'The field "body" is no JSON object.');
}

function picksIn(form: Visit['form']): Record<string, Side> {
  const picks = Object.entries(form).filter(([name]) => name.startsWith('pick:'));
  return Object.fromEntries(
    picks.map(([name, side]) => [name.slice(5), side === 'theirs' ? 'theirs' : 'mine']),
  );
}

function baseIn(text: string | undefined): Draft | null {
  try {
    const draft = JSON.parse(text ?? '');
    return Array.isArray(draft?.rows) && Array.isArray(draft?.stages) ? draft : null;
  } catch {
    return null;
  }
}

function quoteAddress({ base }: Visit, id: string | undefined): string {
  return `${base}/quotes/${encodeURIComponent(id ?? '')}`;
}
