import type { Invoice } from '../../../domain/invoice/invoice.ts';
import type { ApprovalReason, QuoteApproval } from '../../../domain/quote/approval/approval.ts';
import type { ContentChanges } from '../../../domain/quote/changes.ts';
import type { QuoteMargin } from '../../../domain/quote/cost/margins.ts';
import type { DecisionRecord } from '../../../domain/quote/decision.ts';
import type { HistoryEvent } from '../../../domain/quote/history.ts';
import type { Message } from '../../../domain/quote/message.ts';
import type { Proposal } from '../../../domain/quote/proposal/proposal.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import type { ContentSums } from '../../../domain/quote/recurring/recurring-fields.ts';
import type { QuoteViewer } from '../quote-viewer.ts';
import type { ConsolePage } from '../shell.ts';

/** A request for changes, and what it would change. */
export interface ProposedChanges {
  proposal: Proposal;
  proposed: Quote;
  changes: ContentChanges;
  /** `null` for people who may not see them, and while they are not known. */
  margins: { before: QuoteMargin; after: QuoteMargin } | null;
}

/** A revision that was sent, and its changes since the previous one. */
export interface SentRevision {
  /** Position among the sent revisions, from 0. */
  index: number;
  revision: number;
  sentAt: string;
  sentTo: string;
  quote: ContentSums;
  /** `null` for the first one. */
  changes: ContentChanges | null;
}

/** The approval of a quote as one person sees it. */
export interface ApprovalView {
  /** The rules that the content crosses. */
  reasons: readonly ApprovalReason[];
  /** Whether it must be approved and is not. */
  needsApproval: boolean;
  /** Whether it may have to be approved, which only those who may see costs are told. */
  mayNeedApproval: boolean;
  /** The last request or decision about the current content. */
  approval: QuoteApproval | null;
  /** Others who may approve. */
  others: readonly { id: string; name: string }[];
  /** Those of them who can still be asked about the current content. */
  askable: readonly { id: string; name: string }[];
  /** Whether those who are asked get an email. */
  isMailed: boolean;
  /** Why the person cannot decide; `null` if they can. */
  obstacle: 'right' | 'asked' | 'changed' | null;
  /** Changes since the last approval; `null` if nothing was approved before. */
  changes: ContentChanges | null;
}

/** Data of the quote page. */
export interface QuoteView extends QuoteViewer {
  quote: Quote;
  /** The invoices of the quote, without credit notes, oldest first. */
  invoices: readonly Invoice[];
  version: number;
  views: number;
  customerName: string;
  /** Record of the decision, if there is one. */
  decision: DecisionRecord | null;
  /** Whether there was ever a decision, also on an earlier revision. */
  hasEvidence: boolean;
  /** Recipient of the current link; `null` if there is no active link. */
  recipient: string | null;
  /** Enhanced status code of the email with that link, if it came back from its recipient. */
  bounce: { status: string | null; response: string | null } | null;
  /** Whether the last email with the quote was not delivered, and not on purpose. */
  isUndelivered: boolean;
  /** Whether the customer asked for no more reminders. */
  areRemindersStopped: boolean;
  /** The customer link, only for people who may write. */
  publicUrl: string | null;
  /** The links of signers by their address, only for people who may write. */
  signerUrls: ReadonlyMap<string, string>;
  /** Whether someone gets an email when the customer decides. */
  notifiesOwner: boolean;
  /** Newest first. */
  events: HistoryEvent[];
  hasEarlier: boolean;
  isLatest: boolean;
  /** Messages that the events refer to, by id. */
  messages: ReadonlyMap<string, Message>;
  unread: number;
  /** Newest first. */
  revisions: SentRevision[];
  /** Unsent changes since the last revision of a quote that is being revised. */
  changesNow: ContentChanges | null;
  /** `null` if approval is not a subject. */
  approval: ApprovalView | null;
  /** What customers ask for and nobody has answered, latest first. */
  proposals: readonly ProposedChanges[];
  /** Idempotency key of the forms on this page. */
  once: string;
  /** Query of the list that the person came from. */
  listQuery: string;
  notice?: ConsolePage['notice'];
  /** A rejected message, to show it again. */
  reply?: { text: string; error: string };
}
