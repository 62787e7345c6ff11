import { checkContent } from '../../../actions/quotes/content/check-content.ts';
import {
  type CompletedContent,
  completeFromTemplate,
} from '../../../actions/quotes/content/complete-content.ts';
import { assertNoErrors } from '../../../domain/field-errors.ts';
import { MAX_ITEMS } from '../../../domain/field-limits.ts';
import { MAX_SIGNERS } from '../../../domain/quote/acceptance/signers.ts';
import { setsCosts } from '../../../domain/quote/cost/item-costs.ts';
import { setStepPrice } from '../../../domain/quote/line/quantity-price-rules.ts';
import { costsForbidden } from '../../../domain/quote/problems.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import { MAX_STAGES } from '../../../domain/quote/schedule/payment-schedule.ts';
import { checkBody, hasTooManyFields, omitFields, type ReadBody, readBody } from '../../body.ts';
import type { Call } from '../../endpoint.ts';
import { SIGNER_READ_ONLY } from '../../schemas/acceptance/signers.ts';
import type { Check } from '../../schemas/check.ts';
import { ITEM_READ_ONLY } from '../../schemas/item.ts';
import { STAGE_READ_ONLY } from '../../schemas/quote/payment-schedule.ts';
import { QUOTE_READ_ONLY } from '../../schemas/quote.ts';

type Caller = Pick<Call, 'deps'> & { caller: Pick<Call['caller'], 'accountId' | 'seesCosts'> };

/** Fields that are ignored when a quote is created, so that a client can send a quote that it has read. */
export const IGNORED_ON_CREATE = [...QUOTE_READ_ONLY, 'status', 'answers'];

/** Reads a body without its read-only fields. Throws `forbidden` if it sets costs that the caller may not see. */
export function readContent(call: Call, names: readonly string[]): ReadBody {
  const body = readBody(call);
  if (!call.caller.seesCosts && setsCosts(body.value.items)) throw costsForbidden('items');
  return omitReadOnly(body, names);
}

/** Removes read-only fields, also from items and stages, so that a client can send back what it read. */
function omitReadOnly(body: ReadBody, names: readonly string[]): ReadBody {
  const value = omitFields(body.value, names);
  const items = mapObjects(value.items, MAX_ITEMS, (item) =>
    setStepPrice(omitFields(item, ITEM_READ_ONLY), item.quantity),
  );
  const paymentSchedule = mapObjects(value.paymentSchedule, MAX_STAGES, (stage) =>
    omitFields(stage, STAGE_READ_ONLY),
  );
  const signers = mapObjects(value.signers, MAX_SIGNERS, (signer) => omitFields(signer, SIGNER_READ_ONLY));
  if (items === value.items && paymentSchedule === value.paymentSchedule && signers === value.signers) {
    return { ...body, value };
  }
  return {
    ...body,
    value: {
      ...value,
      ...(items !== undefined && { items }),
      ...(paymentSchedule !== undefined && { paymentSchedule }),
      ...(signers !== undefined && { signers }),
    },
  };
}

/** Returns the same list if nothing of it changes. */
function mapObjects(
  list: unknown,
  most: number,
  change: (entry: Record<string, unknown>) => Record<string, unknown>,
): unknown {
  if (!Array.isArray(list) || list.length > most) return list;
  const isObject = (entry: unknown) => entry !== null && typeof entry === 'object' && !Array.isArray(entry);
  const left = list.map((entry) => (isObject(entry) ? change(entry) : entry));
  return left.some((entry, index) => entry !== list[index]) ? left : list;
}

/** Completes the body of a new quote, and throws if it is invalid. */
export async function completeNewQuote(
  { deps, caller }: Caller,
  body: ReadBody,
  check: Check,
): Promise<CompletedContent> {
  // A body with too many fields is rejected in any case and would take long to copy.
  const completed = hasTooManyFields(body.value) ? body : await completeFromTemplate(deps, caller, body);
  await assertContent({ deps, caller }, completed, check, completed.value);
  return completed;
}

/** Throws all errors of a body, by itself and merged with the current quote or template. */
export async function assertContent(
  { deps, caller }: Caller,
  body: ReadBody,
  check: Check,
  merged: Record<string, unknown>,
  current?: Quote,
): Promise<void> {
  const content = { value: body.value, merged, current };
  assertNoErrors(await checkContent(deps, caller.accountId, content, checkBody(body, check)));
}
