import { createHash, randomUUID } from 'node:crypto';
import type { Account } from '../../../domain/account/account.ts';
import { memoize } from '../../../domain/bounded-cache.ts';
import {
  type ApprovalReason,
  type ApprovalRules,
  hasApprovalRules,
} from '../../../domain/quote/approval/approval.ts';
import {
  findApprovalReasons,
  formatApprovedContent,
} from '../../../domain/quote/approval/approval-reasons.ts';
import { isKeyInvolved } from '../../../domain/quote/approval/content-authors.ts';
import { findCrossedRules } from '../../../domain/quote/approval/worst-selection.ts';
import type { ItemFigures } from '../../../domain/quote/cost/item-costs.ts';
import type { Actor } from '../../../domain/quote/history.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import type { Sql } from '../../../store/database.ts';
import { findApproval, type StoredApproval } from '../../../store/tables/approvals.ts';
import { findCatalogueItems } from '../../../store/tables/catalogue-items.ts';
import { listApprovalEvents } from '../../../store/tables/events/events.ts';
import { findItemFigures } from '../../../store/tables/quote/item-costs.ts';

/** The judgement of the content of a quote by the rules of the account. */
export interface Judgement {
  /** The rules that it crosses; none if it needs no approval. */
  reasons: ApprovalReason[];
  isApproved: boolean;
  /** Whether it must be approved and is not. */
  needsApproval: boolean;
  /** Hash of the content; `null` if the account has no rules. */
  sha256: string | null;
  /** The request and the decision about exactly this content. */
  stored: StoredApproval | undefined;
}

const UNRULED: Judgement = {
  reasons: [],
  isApproved: false,
  needsApproval: false,
  sha256: null,
  stored: undefined,
};

/**
 * The rules about amounts that contents cross, by all that these are judged by: one request judges a content several times,
 * most changes are about texts, and a thousand items with steps take a tenth of a second.
 */
const verdicts = new Map<string, ReadonlySet<ApprovalReason>>();
const MAX_VERDICTS = 1000;

/** The facts that are about to be stored with the content. */
export interface KnownChange {
  figures?: ItemFigures;
  editor?: Actor;
}

/** Judges the content at the worst selection of the customer. Runs no statement for accounts without rules. */
export async function judgeApproval(
  sql: Sql,
  account: Account,
  quote: Quote,
  known: KnownChange = {},
): Promise<Judgement> {
  const { id: accountId, approval: rules, currency, pricesIncludeTax } = account;
  if (!hasApprovalRules(rules) && !quote.approval) return UNRULED;
  const figures = known.figures ?? (await findItemFigures(sql, accountId, quote.id));
  const sha256 = hashContent(quote, figures);
  const [stored, catalogue, events] = await Promise.all([
    findApproval(sql, accountId, quote.id, sha256),
    rules.discountFrom === null
      ? new Map()
      : findCatalogueItems(sql, accountId, listCatalogueIds(quote), quote),
    rules.madeByKeys ? listApprovalEvents(sql, accountId, quote.id) : [],
  ]);
  const isMadeByKey = known.editor?.type === 'key' || isKeyInvolved(events);
  const content = { quote, figures, catalogue, isMadeByKey, currency, pricesIncludeTax };
  const name = hashAmounts(quote, figures, rules);
  const byAmount = memoize(verdicts, MAX_VERDICTS, name, () => findCrossedRules(quote, figures.costs, rules));
  const reasons = findApprovalReasons(rules, content, byAmount);
  const isApproved = stored?.approval.state === 'approved';
  return { reasons, isApproved, needsApproval: reasons.length > 0 && !isApproved, sha256, stored };
}

/**
 * Returns the hash of the content that an approval is bound to. Everybody who reads the quote sees it, and most costs
 * could be found by trying if they were hashed without a salt. Costs get theirs when they are stored: before that, the
 * hash is that of no approval.
 */
function hashContent(quote: Quote, { costs, salt = randomUUID() }: ItemFigures): string {
  const secret = Object.keys(costs).length === 0 ? '' : salt;
  return createHash('sha256').update(formatApprovedContent(quote, costs)).update(secret).digest('hex');
}

/** For this process only: nobody else may see a hash of costs. */
function hashAmounts(quote: Quote, { costs }: ItemFigures, rules: ApprovalRules): string {
  const { items, discountType, discountValue, pricesIncludeTax } = quote;
  const lines = items.map(({ description, section, sku, unit, taxReason, ...line }) => line);
  const judged = [lines, discountType, discountValue, pricesIncludeTax, costs, rules];
  return createHash('sha256').update(JSON.stringify(judged)).digest('hex');
}

function listCatalogueIds({ items }: Quote): string[] {
  return [...new Set(items.flatMap(({ catalogueItemId }) => catalogueItemId ?? []))];
}
