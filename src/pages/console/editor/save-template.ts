import { changeTemplate, createTemplate, readTemplate } from '../../../actions/catalogue/templates.ts';
import { addCatalogueFields, findQuoteErrors } from '../../../api/routes/quotes/quote-body.ts';
import { checkNewTemplate, checkTemplatePatch } from '../../../api/schemas/catalogue/template.ts';
import type { Check } from '../../../api/schemas/check.ts';
import type { QuoteTemplate, TemplateInput, TemplatePatch } from '../../../domain/catalogue/template.ts';
import { assertNoErrors } from '../../../domain/field-errors.ts';
import type { ItemCosts } from '../../../domain/quote/cost/item-costs.ts';
import { copyQuoteInput } from '../../../domain/quote/duplicate.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import { CONTENT_TEXT_NAMES, mapTexts } from '../../../domain/quote/quote-texts.ts';
import type { PageContext } from '../console-route.ts';
import { createVersionCheck } from '../forms/form-values.ts';
import { createRedirect, submitOnce, toRepeatable } from '../quote/steps/forms.ts';
import { diffBody, type TemplateBody } from './draft/to-body.ts';
import { assertCostsAllowed, createBodyContext, toPlainJson } from './plain/save-form.ts';

/** Creates the template and returns its id. Submitting the same form again returns the same template. */
export async function createTemplateFromBody(context: PageContext, body: TemplateBody): Promise<string> {
  assertCostsAllowed(context, body);
  const input = await checkTemplate(context, toPlainJson(body), checkNewTemplate, {});
  const repeatable = toRepeatable(context);
  const { headers } = await submitOnce(context, repeatable, () =>
    storeTemplate(context, input as TemplateInput, { repeatable, location: '{id}' }),
  );
  return String(headers?.Location);
}

/** Creates a template. `{id}` stands for its identifier in the location of the response. */
export function storeTemplate(
  { deps, account, now }: PageContext,
  input: TemplateInput,
  { repeatable, location }: { repeatable: ReturnType<typeof toRepeatable>; location: string },
) {
  const respond = ({ id }: QuoteTemplate) => createRedirect(location.replace('{id}', id));
  return createTemplate(deps, account.id, input, { repeatable, now, respond });
}

/** Changes only the fields that differ. Throws `precondition_failed` if the template has changed since the form was shown. */
export async function changeTemplateFromBody(
  context: PageContext,
  body: TemplateBody,
  before: TemplateBody | null,
): Promise<void> {
  assertCostsAllowed(context, body);
  const { deps, account, params, form, now } = context;
  const id = params.id ?? '';
  const current = JSON.parse((await readTemplate(deps, account.id, id)).doc) as QuoteTemplate;
  const patch = await checkTemplate(
    context,
    toPlainJson(diffBody(before, body)),
    checkTemplatePatch,
    current,
  );
  const expectVersion = createVersionCheck(form);
  await changeTemplate(deps, account.id, { id, patch: patch as TemplatePatch, expectVersion }, now);
}

/** Validates the body, merged with the current template, as the API does. */
async function checkTemplate(
  context: PageContext,
  value: Record<string, unknown>,
  check: Check,
  current: Partial<QuoteTemplate>,
): Promise<Record<string, unknown>> {
  const asker = createBodyContext(context);
  const read = await addCatalogueFields(asker, { value, errors: [] }, current);
  const merged: Record<string, unknown> = { ...current, ...read.value };
  assertNoErrors(await findQuoteErrors(asker, read, check, { ...merged, items: merged.items ?? [] }));
  return read.value;
}

/** The content of a quote as a template, named by its title. */
export function toTemplateInput(quote: Quote, costs: ItemCosts): TemplateInput {
  const { title, items, discountType, discountValue, currency, paymentSchedule, ...more } = copyQuoteInput(
    quote,
    null,
    { costs, listPrices: {} },
  );
  const { pricesIncludeTax, invoiceOnAcceptance, show, ...texts } = more;
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
    },
    ...mapTexts(CONTENT_TEXT_NAMES, (name) => texts[name] ?? null),
  };
}
