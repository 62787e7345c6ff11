import { createHash, randomUUID } from 'node:crypto';
import type { Account } from '../../../domain/account/account.ts';
import { type ApprovalReason, hasApprovalRules } from '../../../domain/quote/approval/approval.ts';
import {
  findApprovalReasons,
  formatApprovedContent,
} from '../../../domain/quote/approval/approval-reasons.ts';
import { isKeyInvolved } from '../../../domain/quote/approval/content-authors.ts';
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
  const reasons = findApprovalReasons(rules, content);
  const isApproved = stored?.approval.state === 'approved';
  return { reasons, isApproved, needsApproval: reasons.length > 0 && !isApproved, sha256, stored };
}

/**
 * Returns the hash of the content that an approval is bound to. Everybody who reads the quote sees it, and most costs
 * could be found by trying if they were hashed without a salt. Costs get theirs when they are stored: before that, the
 * hash is that of no approval.
 */
function hashContent(quote: Quote, { costs, salt = randomUUID() }: ItemFigures): string {
  const content = formatApprovedContent(quote, costs);
  const secret = Object.keys(costs).length === 0 ? '' : salt;
  return createHash('sha256').update(content).update(secret).digest('hex');
}

function listCatalogueIds({ items }: Quote): string[] {
  return [...new Set(items.flatMap(({ catalogueItemId }) => catalogueItemId ?? []))];
}
