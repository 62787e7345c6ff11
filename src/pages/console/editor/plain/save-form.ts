import { createHash, randomUUID } from 'node:crypto';
import { findCustomer, putCustomer } from '../../../../actions/customers/customers.ts';
import { suggestCustomers } from '../../../../actions/customers/suggest-customers.ts';
import { findChangeableQuote } from '../../../../actions/quotes/change-quote.ts';
import { createQuote } from '../../../../actions/quotes/create-quote.ts';
import { updateQuote } from '../../../../actions/quotes/update-quote.ts';
import { costsForbidden } from '../../../../api/cost-response.ts';
import { addCatalogueFields, findQuoteErrors, toInput } from '../../../../api/routes/quotes/quote-body.ts';
import { compileCheck } from '../../../../api/schemas/check.ts';
import { CreateQuote, PatchQuote } from '../../../../api/schemas/quote.ts';
import { Problem } from '../../../../domain/errors.ts';
import { assertNoErrors } from '../../../../domain/field-errors.ts';
import { setsCosts } from '../../../../domain/quote/cost/item-costs.ts';
import { assertNotPartlyInvoiced } from '../../../../domain/quote/problems.ts';
import type { PageContext } from '../../console-route.ts';
import { submitOnce, toRepeatable } from '../../quote/steps/forms.ts';
import type { Draft } from '../draft/draft.ts';
import { diffBody, type QuoteBody } from '../draft/to-body.ts';

const checkCreate = compileCheck(CreateQuote);
const checkPatch = compileCheck(PatchQuote);

/** Creates the quote and returns its id. Submitting the same form again returns the same quote. */
export async function createFromBody(context: PageContext, body: QuoteBody): Promise<string> {
  assertCostsAllowed(context, body);
  const { deps, account, actor } = context;
  const asker = createBodyContext(context);
  const read = await addCatalogueFields(asker, { value: toPlainJson(body), errors: [] }, {});
  assertNoErrors(await findQuoteErrors(asker, read, checkCreate, read.value));
  const wanted = { actor, input: toInput(read) as CreateQuote };
  const repeatable = toRepeatable(context);
  const response = { status: 201, headers: { Location: '{id}' }, hasQuote: false };
  const { headers } = await submitOnce(context, repeatable, () =>
    createQuote(deps, account.id, wanted, repeatable, response),
  );
  return String(headers?.Location);
}

/** Changes only the fields that differ. Throws `precondition_failed` if the quote has changed since the form was shown. */
export async function changeFromBody(
  context: PageContext,
  body: QuoteBody,
  before: QuoteBody | null,
): Promise<void> {
  assertCostsAllowed(context, body);
  const { deps, account, actor, params, form, now } = context;
  const asker = createBodyContext(context);
  const found = await findChangeableQuote({
    ...{ deps, accountId: account.id, quoteId: params.id ?? '', assertAllowed: assertNotPartlyInvoiced, now },
    expectVersion: (version) => {
      if (String(version) !== form.version) {
        throw new Problem('precondition_failed', 'The quote has changed since the form was shown.');
      }
    },
  });
  const patch = toPlainJson(diffBody(before, body));
  const read = await addCatalogueFields(asker, { value: patch, errors: [] }, found.quote);
  assertNoErrors(
    await findQuoteErrors(asker, read, checkPatch, { ...found.quote, ...read.value }, found.quote),
  );
  await updateQuote(deps, { accountId: account.id, actor }, found, toInput(read) as PatchQuote, now);
}

/** A form that a person wrote by hand may contain costs that they may not set. */
export function assertCostsAllowed({ seesCosts }: PageContext, { items }: Pick<QuoteBody, 'items'>): void {
  if (!seesCosts && setsCosts(items)) throw costsForbidden('items');
}

/** Customers that a typed name offers. */
const MAX_FOUND = 10;

export interface FoundCustomer {
  id: string;
  name: string;
  email: string | null;
}

/** Finds the customer by the name in the form, or the customers to choose from. */
export async function resolveCustomer(
  context: PageContext,
  draft: Draft,
): Promise<{ draft: Draft; found?: FoundCustomer[] }> {
  const { deps, account, form, now } = context;
  const name = draft.customerName.trim();
  // An email address is typed for a new customer only, so it selects that option.
  const isNew = draft.customerId === 'new' || (draft.customerId === '' && Boolean(form.newEmail?.trim()));
  if (isNew && name !== '' && name === form.customerWas?.trim()) {
    const input = { name, email: form.newEmail?.trim() || null };
    const id = `cus_${form.once ? deriveId(form.once) : randomUUID()}`;
    const owner = { accountId: account.id, actor: context.actor };
    await putCustomer(deps, owner, { id, input, expectVersion: () => {} }, now);
    return { draft: { ...draft, customerId: id } };
  }
  if (
    name === '' ||
    (draft.customerId !== '' && draft.customerId !== 'new' && name === form.customerWas?.trim())
  ) {
    return { draft: name === '' ? { ...draft, customerId: '' } : await fillInName(context, draft) };
  }
  const found = await suggestCustomers(deps, account.id, name, MAX_FOUND);
  const [only, ...others] = found.filter((customer) => customer.name.toLowerCase() === name.toLowerCase());
  if (only && others.length === 0)
    return { draft: { ...draft, customerId: only.id, customerName: only.name } };
  return { draft: { ...draft, customerId: '' }, found };
}

/** Derives an id from the form's token, so that submitting the form twice creates one customer. */
function deriveId(once: string): string {
  return createHash('sha256').update(once).digest('hex').slice(0, 24);
}

/** Fills in the name of a customer that was chosen with a radio button. */
async function fillInName({ deps, account }: PageContext, draft: Draft): Promise<Draft> {
  const found = await findCustomer(deps, account.id, draft.customerId);
  return found ? { ...draft, customerName: found.name } : draft;
}

export function createBodyContext({ deps, account, seesCosts, now }: PageContext) {
  return { deps, caller: { accountId: account.id, seesCosts }, now };
}

/** Converts the body to plain JSON, as if it had come in a request. */
export function toPlainJson(body: object): Record<string, unknown> {
  return JSON.parse(JSON.stringify(body));
}
