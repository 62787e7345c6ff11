import { findReasonsToApprove } from '../../../actions/agreement/approval/read-approval.ts';
import { readOpenProposals } from '../../../actions/agreement/proposals/read-proposals.ts';
import { findCostedTemplate, listTemplates, readTemplate } from '../../../actions/catalogue/templates.ts';
import { findCustomer } from '../../../actions/customers/customers.ts';
import { findCustomerGaps } from '../../../actions/invoices/einvoice/check-einvoice.ts';
import { readFigures } from '../../../actions/quotes/costs/read-figures.ts';
import { addTemplateCosts } from '../../../actions/quotes/costs/show-costs.ts';
import { readQuote } from '../../../actions/quotes/read-quote.ts';
import { formatEtag } from '../../../api/etag.ts';
import { addDays, toCalendarDate } from '../../../domain/calendar.ts';
import type { QuoteTemplate } from '../../../domain/catalogue/template.ts';
import type { CustomerRecord } from '../../../domain/customer/customer.ts';
import { type ApprovalReason, hasApprovalRules } from '../../../domain/quote/approval/approval.ts';
import { NO_FIGURES } from '../../../domain/quote/cost/item-costs.ts';
import type { ItemInput, LineItem } from '../../../domain/quote/line/line-item.ts';
import { assertNotConverted, assertNotPartlyInvoiced } from '../../../domain/quote/problems.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import { addTaxDefaults } from '../../../domain/tax/tax-defaults.ts';
import { formatNumberInput } from '../../../i18n/format-input.ts';
import type { PageContext } from '../console-route.ts';
import { renderFoldedGaps } from '../forms/electronic-gaps.ts';
import { renderApprovalNote } from '../quote/approval.ts';
import type { ConsolePage } from '../shell.ts';
import type { Draft, DraftKind } from './draft/draft.ts';
import { omitNulls, toDraft, toTemplateDraft, type Writer } from './draft/from-quote.ts';
import type { EditorData, StoredQuote } from './editor-data.ts';
import { buildEditorPage, type EditorFrame } from './editor-page.ts';

/** An existing quote or template, or a new one that is not stored yet. */
export interface Opened {
  kind: DraftKind;
  draft: Draft;
  /** The draft as the customer asked for it. */
  proposed?: Draft;
  quote: StoredQuote | null;
  usualTax: string;
  /** The chosen customer. */
  customer: CustomerRecord | undefined;
  /** Templates that a new quote can start from. */
  templates: EditorFrame['templates'];
  /** Why the stored quote needs approval; `undefined` if the account has no rules. */
  approvalReasons?: readonly ApprovalReason[] | undefined;
}

/** Templates that the page of a new quote links to; all others are in the list. */
const MAX_TEMPLATES = 6;

/** Opens a quote for editing. Throws if it can no longer be changed. */
export async function openQuoteDraft(context: PageContext): Promise<Opened> {
  const { deps, account, params, now } = context;
  const row = await readQuote(deps, account.id, params.id ?? '', now);
  const quote = JSON.parse(row.doc) as Quote;
  assertNotConverted(quote);
  assertNotPartlyInvoiced(quote);
  const { id, number, status, revision, sentAt, attachments } = quote;
  const customer = await findCustomer(deps, account.id, quote.customerId);
  const approvalReasons = await findReasonsToApprove(deps, account, context, quote);
  const toItemDraft = async (items: readonly LineItem[]) =>
    toDraft(
      { ...quote, items: await addItemCosts(context, quote.id, items) },
      ...([customer?.name ?? '', account.currency, toWriter(context)] as const),
    );
  const open = context.query.proposal ? await readOpenProposals(deps, account.id, quote, false) : [];
  const proposed = open.find(({ proposal }) => proposal.id === context.query.proposal)?.proposed;
  return {
    kind: 'quote',
    draft: await toItemDraft(quote.items),
    ...(proposed && { proposed: await toItemDraft(proposed.items) }),
    customer,
    quote: { id, number, status, revision, attachments, wasSent: sentAt !== null, etag: formatEtag(row) },
    usualTax: formatNumberInput(quote.items[0]?.taxRate ?? 0, context.locale.tag),
    templates: [],
    approvalReasons,
  };
}

export async function openTemplateDraft(context: PageContext): Promise<Opened> {
  const { deps, account, params } = context;
  const row = await readTemplate(deps, account.id, params.id ?? '');
  const template = JSON.parse(row.doc) as QuoteTemplate;
  const { id, name } = template;
  const { costs } = context.seesCosts ? await readFigures(deps, account.id, id) : NO_FIGURES;
  const items = addTemplateCosts(template.items, costs);
  return {
    ...(await newTemplateDraft(context, { ...template, items })),
    quote: { ...NEVER_SENT, id, number: name, etag: formatEtag(row) },
  };
}

const NEVER_SENT = {
  status: 'DRAFT',
  revision: 1,
  wasSent: false,
  attachments: [],
} as const satisfies Partial<StoredQuote>;

export async function newTemplateDraft(
  context: PageContext,
  template: Partial<QuoteTemplate> = {},
): Promise<Opened> {
  return {
    kind: 'template',
    draft: toTemplateDraft(template, context.account, toWriter(context)),
    ...{ quote: null, customer: undefined, usualTax: '', templates: [] },
  };
}

/** Creates a draft with the values of the template and the customer in the URL. */
export async function newDraft(context: PageContext): Promise<Opened> {
  const { deps, account, query, now, locale } = context;
  const template = query.template ? await findCostedTemplate(deps, account.id, query.template) : undefined;
  const customer = query.customer ? await findCustomer(deps, account.id, query.customer) : undefined;
  const days = template?.validityDays ?? account.validityDays;
  const quote = {
    ...(template && omitNulls(template)),
    customerId: customer?.id ?? '',
    terms: template?.terms ?? account.defaultTerms,
    pricesIncludeTax: template?.pricesIncludeTax ?? account.pricesIncludeTax,
    invoiceOnAcceptance: template?.invoiceOnAcceptance ?? account.invoiceOnAcceptance,
    items: addTaxDefaults(template?.items ?? [], account),
  };
  const draft = toDraft(quote, customer?.name ?? '', account.currency, toWriter(context));
  const validUntil = addDays(toCalendarDate(now, account.timeZone), days);
  const tax = quote.items[0]?.taxRate ?? 0;
  const { docs } = await listTemplates(deps, account.id, { limit: MAX_TEMPLATES, offset: 0 });
  return {
    kind: 'quote',
    draft: {
      ...{ ...draft, validUntil },
      ...(template?.acceptanceFields && { acceptanceFields: template.acceptanceFields }),
    },
    quote: null,
    approvalReasons: hasApprovalRules(account.approval) ? [] : undefined,
    customer,
    usualTax: tax > 0 ? formatNumberInput(tax, locale.tag) : '',
    templates: docs.map((doc) => JSON.parse(doc) as QuoteTemplate),
  };
}

export function renderEditor(context: PageContext, opened: Opened): ConsolePage {
  const { account, person, locale, t, base, query, seesCosts } = context;
  const { kind, draft, proposed, quote, usualTax, templates, customer } = opened;
  const { defaultTaxRate } = account;
  const defaultTax = defaultTaxRate === null ? null : formatNumberInput(defaultTaxRate, locale.tag);
  const data: EditorData = {
    ...{ accountId: account.id, userId: person.user.id, timeZone: account.timeZone, locale },
    ...{ kind, t: t.editor, draft, usualTax, quote, defaultTax, seesCosts },
    ...(proposed && { proposed }),
  };
  return buildEditorPage(data, {
    ...{ base, templates, notice: findNotice(context, query.notice) },
    electronic: customer
      ? renderFoldedGaps(context, findCustomerGaps({ account, customer }), { customerId: customer.id })
      : false,
    approval: opened.approvalReasons && renderApprovalNote(context, opened.approvalReasons),
  });
}

/** Adds the costs of a quote, for people who may see them. */
async function addItemCosts(
  { deps, account, seesCosts }: PageContext,
  quoteId: string,
  items: readonly LineItem[],
): Promise<ItemInput[]> {
  if (!seesCosts) return [...items];
  const { costs } = await readFigures(deps, account.id, quoteId);
  return items.map((item) => ({ ...item, cost: costs[item.id] ?? null }));
}

/** Says where the draft comes from. */
function findNotice({ t }: PageContext, notice: string | undefined): ConsolePage['notice'] {
  if (notice === 'copy') return { tone: 'good', text: t.quote.didDuplicate };
  if (notice === 'template') return { tone: 'good', text: t.quote.didSaveTemplate };
  return undefined;
}

function toWriter({ locale, account, seesCosts }: PageContext): Writer {
  return { tag: locale.tag, timeZone: account.timeZone, seesCosts };
}
