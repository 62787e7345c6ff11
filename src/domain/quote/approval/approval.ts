import type { Actor } from '../history.ts';

/** The rules that say which content must be approved before it is sent or agreed on. `null` switches a rule off. */
export interface ApprovalRules {
  /** In the smallest unit of the account's currency. A quote in another currency always needs approval. */
  totalFrom: number | null;
  /** Percent of all discounts together. A price below the catalogue's also needs approval. */
  discountFrom: number | null;
  /** Percent of the net total. An item without a cost also needs approval. */
  marginBelow: number | null;
  /** Quotes that a key created or changed. */
  madeByKeys: boolean | null;
}

/** A rule that the content of a quote crosses. */
export type ApprovalReason = keyof ApprovalRules;

/** Changes of the rules. Absent fields stay unchanged. */
export type ApprovalRulesPatch = { [Rule in ApprovalReason]?: ApprovalRules[Rule] };

export const APPROVAL_STATES = ['requested', 'approved', 'rejected'] as const;

/** The last request or decision about exactly the content that the quote has now. */
export interface QuoteApproval {
  state: (typeof APPROVAL_STATES)[number];
  revision: number;
  /** Hash of the content, with costs: another content needs another approval. */
  sha256: string;
  /** `null` if it was decided without a request. */
  requestedBy: Actor | null;
  requestedAt: string | null;
  note: string | null;
  decidedBy: Actor | null;
  decidedAt: string | null;
  decisionNote: string | null;
}

export const NO_APPROVAL_RULES: ApprovalRules = {
  totalFrom: null,
  discountFrom: null,
  marginBelow: null,
  madeByKeys: null,
};

export function hasApprovalRules(rules: ApprovalRules): boolean {
  const { totalFrom, discountFrom, marginBelow, madeByKeys } = rules;
  return totalFrom !== null || discountFrom !== null || marginBelow !== null || madeByKeys === true;
}

/** Whether only people may change the rules in this way: a key must not lift the rule about what keys make. */
export function isChangeForPeople(before: ApprovalRules, after: ApprovalRules): boolean {
  return before.madeByKeys === true && JSON.stringify(before) !== JSON.stringify(after);
}

/** Merges field by field; `null` switches all rules off. */
export function patchApprovalRules(rules: ApprovalRules, patch: ApprovalRulesPatch | null): ApprovalRules {
  if (patch === null) return NO_APPROVAL_RULES;
  const {
    totalFrom = rules.totalFrom,
    discountFrom = rules.discountFrom,
    marginBelow = rules.marginBelow,
    madeByKeys = rules.madeByKeys,
  } = patch;
  return { totalFrom, discountFrom, marginBelow, madeByKeys };
}
