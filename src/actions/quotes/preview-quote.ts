import type { Deps } from '../../app/deps.ts';
import type { Account } from '../../domain/account/account.ts';
import { type Customer, composeCustomer } from '../../domain/customer/customer.ts';
import type { QuoteSource } from '../../domain/document.ts';
import { newQuote, type QuoteInput } from '../../domain/quote/compose-quote.ts';
import { composeFigures, type ItemFigures } from '../../domain/quote/cost/item-costs.ts';
import type { Actor } from '../../domain/quote/history.ts';
import { customerUnknown } from '../../domain/quote/problems.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import { addTaxParts } from '../../domain/tax/tax-parts.ts';
import { findCustomer } from '../../store/tables/customers.ts';
import { completeInput } from '../account/account-taxes.ts';
import { newRealId } from '../account/account-time.ts';
import { requireAccount } from '../account/require-account.ts';
import { readApprovalMark } from '../agreement/approval/approval-mark.ts';
import { renderDocument } from '../sending/documents/ensure-document.ts';
import { buildSource } from '../sending/documents/quote-document.ts';

/** Input of a new quote whose customer is optional. */
export type PreviewInput = Omit<QuoteInput, 'customerId'> & { customerId?: string | null };

interface Parties {
  account: Account;
  customer: Customer;
}

/** Placeholder for values that do not exist yet. */
const PLACEHOLDER = '—';

/** Composes a quote and its PDF without storing them. */
export async function previewQuote(
  deps: Deps,
  { accountId, actor, seesCosts }: { accountId: string; actor: Actor; seesCosts: boolean },
  input: PreviewInput,
  now: number,
): Promise<Preview & { figures: ItemFigures }> {
  const account = await requireAccount(deps.db.read, accountId);
  const customer = await findPreviewCustomer(deps, account, input.customerId ?? null);
  const { quote, source, render } = composePreview(deps, account, customer, input, now);
  const figures = composeFigures(input.items, quote, account);
  // A preview leaves no trace: a caller who may not see costs could find them by trying prices until the mark changes.
  const known = { editor: actor, figures: seesCosts ? figures : { ...figures, costs: {} } };
  const pdf = async () => render(await readApprovalMark(deps.db.read, account, quote, known));
  return { quote, figures, source, pdf };
}

/** Composes a sample quote with account settings that are not stored either. */
export function previewSample(
  deps: Deps,
  account: Account,
  input: Omit<QuoteInput, 'customerId'>,
  { name, now }: { name: string; now: number },
): Preview & { customer: Customer } {
  const customer = composeCustomer(PLACEHOLDER, { name }, undefined, now);
  const { quote, source, render } = composePreview(deps, account, customer, input, now);
  return { customer, quote, source, pdf: () => render({}) };
}

interface Preview {
  quote: Quote;
  source: Parties;
  pdf: () => Promise<Uint8Array>;
}

function composePreview(
  deps: Deps,
  account: Account,
  customer: Customer,
  input: PreviewInput,
  now: number,
): Omit<Preview, 'pdf'> & { render: (mark: Pick<QuoteSource, 'isNotApproved'>) => Promise<Uint8Array> } {
  const named = { ...completeInput(input, account), customerId: customer.id };
  const id = newRealId(deps.db.read, 'quo', now);
  const composed = newQuote(named, account, { id, number: PLACEHOLDER, now });
  const quote = addTaxParts(composed, { account, customer });
  const source = buildSource(quote, { account, customer });
  return {
    quote,
    source: { account, customer },
    render: async (mark) => (await renderDocument(deps, account.id, { ...source, ...mark })).pdf,
  };
}

async function findPreviewCustomer(
  { db }: Pick<Deps, 'db'>,
  { id: accountId, createdAt: at }: Account,
  customerId: string | null,
): Promise<Customer> {
  if (customerId === null) return createPlaceholderCustomer(at);
  const found = await findCustomer(db.read, accountId, customerId);
  if (!found) throw customerUnknown();
  return found;
}

function createPlaceholderCustomer(at: string): Customer {
  return composeCustomer(PLACEHOLDER, { name: PLACEHOLDER }, undefined, Date.parse(at));
}
