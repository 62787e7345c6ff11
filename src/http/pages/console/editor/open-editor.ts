import { readCustomer } from '../../../../actions/customer/customers.ts';
import { readQuote } from '../../../../actions/quote/read-quote.ts';
import { findTemplate } from '../../../../actions/template/templates.ts';
import { addDays, calendarDate } from '../../../../domain/calendar.ts';
import type { CustomerRecord } from '../../../../domain/customer.ts';
import { Problem } from '../../../../domain/errors.ts';
import { isCurrency } from '../../../../domain/money/currency.ts';
import { refuseConverted, refusePartlyInvoiced } from '../../../../domain/quote/problems.ts';
import type { Quote } from '../../../../domain/quote/quote.ts';
import { separatorsOf } from '../../../../i18n/read-number.ts';
import { writeNumber } from '../../../../i18n/write-number.ts';
import { type Draft, withBlankLine } from '../../../../web/console/editor/draft/draft.ts';
import { draftOf, type WrittenQuote } from '../../../../web/console/editor/draft/from-quote.ts';
import type { EditorData, StoredQuote } from '../../../../web/console/editor/editor-data.ts';
import { editorPage } from '../../../../web/console/editor/editor-page.ts';
import type { PlainView } from '../../../../web/console/editor/plain-form.ts';
import type { ConsolePage } from '../../../../web/console/shell.ts';
import { etagOf } from '../../../api/etag.ts';
import type { PageContext } from '../console-route.ts';
import { newOnce } from '../quote/forms.ts';

/** An existing quote, or a new one that is not stored yet. */
export interface Opened {
  draft: Draft;
  quote: StoredQuote | null;
  usualTax: string;
}

/** Opens a quote for editing. Throws if it can no longer be changed. */
export async function openQuoteDraft(context: PageContext): Promise<Opened> {
  const { deps, account, params, now } = context;
  const row = await readQuote(deps, account.id, params.id ?? '', now);
  const quote = JSON.parse(row.doc) as Quote;
  refuseConverted(quote);
  refusePartlyInvoiced(quote);
  const { id, number, status, revision, sentAt, attachments } = quote;
  const name = await customerName(context, quote.customerId);
  return {
    draft: draftOf(quote, name, account.currency, writerOf(context)),
    quote: { id, number, status, revision, attachments, wasSent: sentAt !== null, etag: etagOf(row) },
    usualTax: writeNumber(quote.items[0]?.taxRate ?? 0, context.locale.tag),
  };
}

/** Creates a draft with the values of the template and the customer in the URL. */
export async function newDraft(context: PageContext): Promise<Opened> {
  const { deps, account, query, now, locale } = context;
  const template = query.template ? await findTemplate(deps, account.id, query.template) : undefined;
  const customerId = query.customer ?? '';
  const name = customerId ? await customerName(context, customerId) : '';
  const days = template?.validityDays ?? account.validityDays;
  const quote = {
    ...(template && withoutNulls(template)),
    customerId: name ? customerId : '',
    terms: template?.terms ?? account.defaultTerms,
  };
  const draft = draftOf(quote, name, account.currency, writerOf(context));
  const validUntil = addDays(calendarDate(now, account.timeZone), days);
  const tax = template?.items[0]?.taxRate ?? 0;
  return {
    draft: { ...draft, validUntil },
    quote: null,
    usualTax: tax > 0 ? writeNumber(tax, locale.tag) : '',
  };
}

export function editorOf(context: PageContext, opened: Opened, plain: Partial<PlainView> = {}): ConsolePage {
  const { account, person, locale, say, base } = context;
  const { quote, usualTax } = opened;
  const draft = plain.draft ?? opened.draft;
  const words = say.editor;
  const data: EditorData = {
    ...{ accountId: account.id, userId: person.user.id, timeZone: account.timeZone, locale },
    ...{ say: words, draft, usualTax, quote },
  };
  const path = quote ? `quotes/${quote.id}/edit` : 'quotes/new';
  return editorPage(
    data,
    {
      ...{
        say: words,
        locale,
        separators: separatorsOf(locale.tag),
        quote,
        flaws: {},
        refusals: {},
        once: newOnce(),
      },
      ...{ base: quote && opened.draft, action: `${base}/${path}` },
      currency: isCurrency(draft.currency) ? draft.currency : account.currency,
      ...plain,
      draft: { ...draft, rows: withBlankLine(draft.rows, () => `line-${draft.rows.length}-${context.now}`) },
    },
    { base },
  );
}

function writerOf({ locale, account }: PageContext): { tag: string; timeZone: string } {
  return { tag: locale.tag, timeZone: account.timeZone };
}

async function customerName({ deps, account }: PageContext, id: string): Promise<string> {
  try {
    const { doc } = await readCustomer(deps, account.id, id);
    return (JSON.parse(doc) as CustomerRecord).name;
  } catch (error) {
    if (error instanceof Problem) return '';
    throw error;
  }
}

function withoutNulls(template: object): WrittenQuote {
  return Object.fromEntries(Object.entries(template).filter(([, value]) => value !== null));
}
