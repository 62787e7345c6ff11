import { findCustomer } from '../../../../actions/customer/customers.ts';
import { findCustomerGaps } from '../../../../actions/einvoice/check-einvoice.ts';
import { readQuote } from '../../../../actions/quote/read-quote.ts';
import { findTemplate } from '../../../../actions/template/templates.ts';
import { addDays, toCalendarDate } from '../../../../domain/calendar.ts';
import type { CustomerRecord } from '../../../../domain/customer.ts';
import { isCurrency } from '../../../../domain/money/currency.ts';
import { assertNotConverted, assertNotPartlyInvoiced } from '../../../../domain/quote/problems.ts';
import type { Quote } from '../../../../domain/quote/quote.ts';
import { addTaxDefaults } from '../../../../domain/tax/tax-defaults.ts';
import { formatNumberInput } from '../../../../i18n/format-input.ts';
import { getSeparators } from '../../../../i18n/parse-number.ts';
import { type Draft, withBlankLine } from '../../../../web/console/editor/draft/draft.ts';
import { toDraft, type WrittenQuote } from '../../../../web/console/editor/draft/from-quote.ts';
import type { EditorData, StoredQuote } from '../../../../web/console/editor/editor-data.ts';
import { buildEditorPage } from '../../../../web/console/editor/editor-page.ts';
import type { PlainView } from '../../../../web/console/editor/plain-view.ts';
import { renderFoldedGaps } from '../../../../web/console/form/electronic-gaps.ts';
import type { ConsolePage } from '../../../../web/console/shell.ts';
import { formatEtag } from '../../../api/etag.ts';
import type { PageContext } from '../console-route.ts';
import { createFormToken } from '../quote/forms.ts';

/** An existing quote, or a new one that is not stored yet. */
export interface Opened {
  draft: Draft;
  quote: StoredQuote | null;
  usualTax: string;
  /** The chosen customer. */
  customer: CustomerRecord | undefined;
}

/** Opens a quote for editing. Throws if it can no longer be changed. */
export async function openQuoteDraft(context: PageContext): Promise<Opened> {
  const { deps, account, params, now } = context;
  const row = await readQuote(deps, account.id, params.id ?? '', now);
  const quote = JSON.parse(row.doc) as Quote;
  assertNotConverted(quote);
  assertNotPartlyInvoiced(quote);
  const { id, number, status, revision, sentAt, attachments } = quote;
  const customer = await findCustomer(deps, account.id, quote.customerId);
  return {
    draft: toDraft(quote, customer?.name ?? '', account.currency, toWriter(context)),
    customer,
    quote: { id, number, status, revision, attachments, wasSent: sentAt !== null, etag: formatEtag(row) },
    usualTax: formatNumberInput(quote.items[0]?.taxRate ?? 0, context.locale.tag),
  };
}

/** Creates a draft with the values of the template and the customer in the URL. */
export async function newDraft(context: PageContext): Promise<Opened> {
  const { deps, account, query, now, locale } = context;
  const template = query.template ? await findTemplate(deps, account.id, query.template) : undefined;
  const customer = query.customer ? await findCustomer(deps, account.id, query.customer) : undefined;
  const days = template?.validityDays ?? account.validityDays;
  const quote = {
    ...(template && omitNulls(template)),
    customerId: customer?.id ?? '',
    terms: template?.terms ?? account.defaultTerms,
    pricesIncludeTax: template?.pricesIncludeTax ?? account.pricesIncludeTax,
    items: addTaxDefaults(template?.items ?? [], account),
  };
  const draft = toDraft(quote, customer?.name ?? '', account.currency, toWriter(context));
  const validUntil = addDays(toCalendarDate(now, account.timeZone), days);
  const tax = quote.items[0]?.taxRate ?? account.defaultTaxRate ?? 0;
  return {
    draft: { ...draft, validUntil },
    quote: null,
    customer,
    usualTax: tax > 0 ? formatNumberInput(tax, locale.tag) : '',
  };
}

export function renderEditor(
  context: PageContext,
  opened: Opened,
  plain: Partial<PlainView> = {},
): ConsolePage {
  const { account, person, locale, t, base } = context;
  const { quote, usualTax, customer } = opened;
  const draft = plain.draft ?? opened.draft;
  const words = t.editor;
  const data: EditorData = {
    ...{ accountId: account.id, userId: person.user.id, timeZone: account.timeZone, locale },
    ...{ t: words, draft, usualTax, quote },
  };
  const path = quote ? `quotes/${quote.id}/edit` : 'quotes/new';
  return buildEditorPage(
    data,
    {
      ...{
        t: words,
        locale,
        separators: getSeparators(locale.tag),
        quote,
        errors: {},
        refusals: {},
        once: createFormToken(),
      },
      ...{ base: quote && opened.draft, action: `${base}/${path}` },
      currency: isCurrency(draft.currency) ? draft.currency : account.currency,
      ...plain,
      draft: { ...draft, rows: withBlankLine(draft.rows, () => `line-${draft.rows.length}-${context.now}`) },
    },
    {
      base,
      electronic: customer
        ? renderFoldedGaps(context, findCustomerGaps({ account, customer }), { customerId: customer.id })
        : false,
    },
  );
}

function toWriter({ locale, account }: PageContext): { tag: string; timeZone: string } {
  return { tag: locale.tag, timeZone: account.timeZone };
}

function omitNulls(template: object): WrittenQuote {
  return Object.fromEntries(Object.entries(template).filter(([, value]) => value !== null));
}
