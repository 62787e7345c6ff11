import { createTemplate } from '../../../actions/catalogue/templates.ts';
import { readFigures } from '../../../actions/quotes/costs/read-figures.ts';
import { readQuote } from '../../../actions/quotes/read-quote.ts';
import type { Keep } from '../../../actions/repeat.ts';
import type { QuoteTemplate, TemplateInput } from '../../../domain/catalogue/template.ts';
import type { ItemCosts } from '../../../domain/quote/cost/item-costs.ts';
import { copyQuoteInput } from '../../../domain/quote/duplicate.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import { CONTENT_TEXT_NAMES, mapTexts } from '../../../domain/quote/quote-texts.ts';
import type { PageContext } from '../console-route.ts';

/** Saves the content of the quote as a template. */
export async function createTemplateFromQuote(
  { deps, account, params, now }: PageContext,
  keep: Keep<QuoteTemplate>,
): Promise<QuoteTemplate> {
  const { doc } = await readQuote(deps, account.id, params.id ?? '', now);
  const quote = JSON.parse(doc) as Quote;
  const { costs } = await readFigures(deps, account.id, quote.id);
  return createTemplate(deps, account.id, toTemplateInput(quote, costs), now, keep);
}

/** The content of a quote as a template, named by its title. */
function toTemplateInput(quote: Quote, costs: ItemCosts): TemplateInput {
  const { title, items, discountType, discountValue, currency, paymentSchedule, ...more } = copyQuoteInput(
    quote,
    null,
    { costs, listPrices: {} },
  );
  const { pricesIncludeTax, invoiceOnAcceptance, show, acceptanceFields = [], ...texts } = more;
  return {
    ...{
      name: title,
      title,
      items,
      discountType,
      discountValue,
      currency,
      paymentSchedule,
      pricesIncludeTax,
      invoiceOnAcceptance,
      show,
      acceptanceFields,
    },
    ...mapTexts(CONTENT_TEXT_NAMES, (name) => texts[name] ?? null),
  };
}
