import { withPageLogo } from '../../../actions/account/plated-logo.ts';
import { findOfferedItems } from '../../../actions/catalogue/suggest-lines.ts';
import { type PreviewInput, previewQuote } from '../../../actions/quotes/preview-quote.ts';
import { completeFromTemplate, findQuoteErrors } from '../../../api/routes/quotes/quote-body.ts';
import { compileCheck } from '../../../api/schemas/check.ts';
import { PreviewQuote } from '../../../api/schemas/quote.ts';
import { Problem } from '../../../domain/errors.ts';
import { assertNoErrors } from '../../../domain/field-errors.ts';
import { computeTotals } from '../../../domain/money/totals.ts';
import { getSeparators } from '../../../i18n/parse-number.ts';
import { renderQuotePage } from '../../customer/quote/quote-page.ts';
import { pageHeaders } from '../../headers.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../console-route.ts';
import { readParts, type Upload } from '../forms/upload.ts';
import { isFullyAllocated } from './draft/allocation.ts';
import { mergeDrafts, type Side } from './draft/compare.ts';
import type { Draft } from './draft/draft.ts';
import { toDraftPath } from './draft/draft-path.ts';
import { type QuoteBody, readDraft, type TemplateBody } from './draft/to-body.ts';
import { applyDraftAction, isDraftAction } from './draft-actions.ts';
import {
  newDraft,
  newTemplateDraft,
  type Opened,
  openQuoteDraft,
  openTemplateDraft,
  renderEditor,
} from './open-editor.ts';
import { addOffer } from './plain/form-catalogue.ts';
import { parseDraft } from './plain/form-draft.ts';
import { attachFile, describeFileError, detachFile } from './plain/form-files.ts';
import { changeFromBody, createBodyContext, createFromBody, resolveCustomer } from './plain/save-form.ts';
import { changeTemplateFromBody, createTemplateFromBody } from './save-template.ts';
import { formatServerError } from './server-error-text.ts';
import { customerSuggestionRoute, suggestionRoute } from './suggestions.ts';

/** Enough for a quote with a thousand items and a file. */
const FORM_LIMIT = 19 * 1024 * 1024;
const checkPreview = compileCheck(PreviewQuote);

export const editorRoutes: ConsoleRoute[] = [
  {
    method: 'GET',
    path: '/quotes/new',
    minRole: 'member',
    handle: async (context) => ({ page: renderEditor(context, await newDraft(context)) }),
  },
  {
    method: 'POST',
    path: '/quotes/new',
    minRole: 'member',
    bodyLimit: FORM_LIMIT,
    handle: (context) => submit(context, newDraft),
  },
  { method: 'GET', path: '/quotes/:id/edit', minRole: 'member', handle: edit },
  {
    method: 'POST',
    path: '/quotes/:id/edit',
    minRole: 'member',
    bodyLimit: FORM_LIMIT,
    handle: (context) => submit(context, openQuoteDraft),
  },
  { method: 'POST', path: '/quotes/preview', minRole: 'member', bodyLimit: FORM_LIMIT, handle: preview },
  suggestionRoute,
  customerSuggestionRoute,
  {
    method: 'GET',
    path: '/templates/new',
    minRole: 'member',
    handle: async (context) => ({ page: renderEditor(context, await newTemplateDraft(context)) }),
  },
  {
    method: 'POST',
    path: '/templates/new',
    minRole: 'member',
    bodyLimit: FORM_LIMIT,
    handle: (context) => submit(context, (opening) => newTemplateDraft(opening)),
  },
  {
    method: 'GET',
    path: '/templates/:id/edit',
    minRole: 'member',
    handle: async (context) => ({ page: renderEditor(context, await openTemplateDraft(context)) }),
  },
  {
    method: 'POST',
    path: '/templates/:id/edit',
    minRole: 'member',
    bodyLimit: FORM_LIMIT,
    handle: (context) => submit(context, openTemplateDraft),
  },
];

/** Opens the editor, or the page of a quote that can no longer be changed. */
async function edit(context: PageContext): Promise<PageReply> {
  try {
    return { page: renderEditor(context, await openQuoteDraft(context)) };
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 409) throw error;
    const address = buildQuotePath(context, context.params.id);
    // A partly invoiced quote still has fields that may be changed there.
    return { redirect: error.code === 'partly_invoiced' ? `${address}/details` : address };
  }
}

/** A submitted form of the editor without scripts. */
interface Sent {
  context: PageContext;
  open(context: PageContext): Promise<Opened>;
  opened: Opened;
  asked: string;
  typed: Draft;
  /** The draft that the form was first shown with. */
  base: Draft | null;
  file: Upload | undefined;
}

/** Handles a button of the form, which either changes the draft and shows it again, or saves it. */
async function submit(asking: PageContext, open: Sent['open']): Promise<PageReply> {
  const parts = await readParts(asking.request);
  const form = { ...asking.form, ...parts.form };
  const context = { ...asking, form };
  const opened = await open(context);
  const base = opened.quote && readBase(form.base);
  const sent: Sent = {
    ...{ context, open, opened, base, file: parts.file },
    ...{ asked: form.do ?? 'save', typed: parseDraft(form) },
  };
  return (await runButton(sent)) ?? save(sent);
}

/** Returns `undefined` if the button saves the quote. */
async function runButton(sent: Sent): Promise<PageReply | undefined> {
  const { context, open, opened, asked, typed } = sent;
  const [kind, of = ''] = asked.split(/:(.*)/s);
  if (isDraftAction(asked)) return showAgain(sent, { draft: applyDraftAction(typed, asked, context.now) });
  if (kind === 'take') return showAgain(sent, { draft: await addOffer(context, typed, of) });
  if (kind === 'find') {
    const search = context.form.catalogueSearch?.trim() ?? '';
    const items = await findOfferedItems(context.deps, context.account.id, {
      ...{ text: search, currency: typed.currency },
    });
    return showAgain(sent, { draft: typed, offers: { search, items } });
  }
  if (kind !== 'detach' || !opened.quote) return undefined;
  try {
    await detachFile(context, of);
  } catch (error) {
    if (error instanceof Problem && error.code === 'precondition_failed') return showTheirs(sent, typed);
    if (!(error instanceof Problem) || error.code !== 'not_found') throw error;
  }
  return showAgain({ ...sent, opened: await open(context) }, { draft: typed });
}

async function save(sent: Sent): Promise<PageReply> {
  const { context, opened, asked, typed, base } = sent;
  const merged = asked === 'merge' ? mergeDrafts(typed, opened.draft, readPicks(context.form)) : typed;
  const isTemplate = opened.kind === 'template';
  const { draft, found } = isTemplate ? { draft: merged } : await resolveCustomer(context, merged);
  const reading = {
    ...{ kind: opened.kind, timeZone: context.account.timeZone },
    separators: getSeparators(context.locale.tag),
  };
  const { body, errors, keys } = readDraft(draft, reading);
  if (body && !isFullyAllocated(body)) errors.stages = 'stages';
  if (!body || Object.keys(errors).length > 0 || found) {
    return showAgain(sent, { draft, errors, ...(found && { found }) }, 400);
  }
  try {
    const before = base && readDraft(asked === 'merge' ? opened.draft : base, reading).body;
    if (!('customerId' in body)) return await saveTemplate(sent, body, before as TemplateBody | null);
    const id = opened.quote ? opened.quote.id : await createFromBody(context, body);
    if (opened.quote) await changeFromBody(context, body, before as QuoteBody | null);
    return await attachAndGo(sent, id);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.code === 'precondition_failed') return showTheirs(sent, draft);
    if (error.status !== 400) throw error;
    const places = error.errors.map((wrong) => [
      toDraftPath(wrong.path, keys, draft) ?? 'rows',
      formatServerError(context.t.editor, wrong),
    ]);
    return showAgain(sent, { draft, refusals: Object.fromEntries(places) }, 400);
  }
}

async function saveTemplate(
  { context, opened, asked }: Sent,
  body: TemplateBody,
  before: TemplateBody | null,
): Promise<PageReply> {
  const id = opened.quote ? opened.quote.id : await createTemplateFromBody(context, body);
  if (opened.quote) await changeTemplateFromBody(context, body, before);
  const { base } = context;
  return {
    redirect: asked === 'send' ? `${base}/quotes/new?template=${id}` : `${base}/templates/${id}/edit`,
  };
}

/** Attaches the file to the saved quote. If the file is rejected, the form reports it. */
async function attachAndGo({ context, asked, file }: Sent, id: string): Promise<PageReply> {
  const address = buildQuotePath(context, id);
  if (!file) return { redirect: asked === 'send' ? `${address}/send` : `${address}/edit` };
  try {
    await attachFile(context, id, file);
    return { redirect: asked === 'send' ? `${address}/send` : `${address}/edit` };
  } catch (error) {
    const refusals = { file: describeFileError(context, error) };
    const saved = { ...context, params: { ...context.params, id } };
    return show(saved, await openQuoteDraft(saved), { refusals }, 400);
  }
}

function showTheirs(sent: Sent, draft: Draft): PageReply {
  return showAgain(sent, { draft, theirs: sent.opened.draft }, 409);
}

/** Shows the form as it was sent. Browsers do not keep a chosen file, so the form asks for it again. */
function showAgain(
  { context, opened, base, file }: Sent,
  plain: Parameters<typeof renderEditor>[2],
  status = 200,
): PageReply {
  const refusals = { ...(file && { file: context.t.editor.chooseFileAgain }), ...plain?.refusals };
  return show(context, opened, { ...plain, base, refusals }, status);
}

function show(
  context: PageContext,
  opened: Opened,
  plain: Parameters<typeof renderEditor>[2],
  status = 200,
): PageReply {
  return { page: renderEditor(context, opened, plain), status };
}

/** Renders the customer page of a quote that is not stored. */
async function preview(context: PageContext): Promise<PageReply> {
  const { deps, account, actor, seesCosts, form, now } = context;
  const asker = createBodyContext(context);
  const read = await completeFromTemplate(asker, { value: parseBody(form.body), errors: [] });
  assertNoErrors(await findQuoteErrors(asker, read, checkPreview, read.value));
  const owner = { accountId: account.id, actor, seesCosts };
  const { quote, source } = await previewQuote(deps, owner, read.value as PreviewInput, now);
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

function readPicks(form: PageContext['form']): Record<string, Side> {
  const picks = Object.entries(form).filter(([name]) => name.startsWith('pick:'));
  return Object.fromEntries(
    picks.map(([name, side]) => [name.slice(5), side === 'theirs' ? 'theirs' : 'mine']),
  );
}

function readBase(text: string | undefined): Draft | null {
  try {
    const draft = JSON.parse(text ?? '');
    return Array.isArray(draft?.rows) && Array.isArray(draft?.stages) ? draft : null;
  } catch {
    return null;
  }
}

function buildQuotePath({ base }: PageContext, id: string | undefined): string {
  return `${base}/quotes/${encodeURIComponent(id ?? '')}`;
}
