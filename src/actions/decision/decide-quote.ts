import type { Deps } from '../../deps.ts';
import { changedAt } from '../../domain/clock.ts';
import type { QuoteSource } from '../../domain/document.ts';
import { newId } from '../../domain/ids.ts';
import {
  isAnythingSelected,
  type LineChoice,
  selectionErrors,
  selectionOf,
  withSelection,
} from '../../domain/line/selection.ts';
import type { Acceptance } from '../../domain/quote/acceptance.ts';
import { namedAttachments } from '../../domain/quote/attachment.ts';
import { asMoved, withChoices, withoutDecision } from '../../domain/quote/compose-quote.ts';
import { asPrinted } from '../../domain/quote/printed-quote.ts';
import { isDraft, isExpired, isOpen, type Quote, TRANSITIONS } from '../../domain/quote/quote.ts';
import { acceptedCopyMail } from '../../mail/letters/accepted-copy.ts';
import { decisionNoticeMail } from '../../mail/letters/decision-notice.ts';
import type { Sql } from '../../store/database.ts';
import type { LogoBitmap } from '../../store/tables/account/logo-bitmaps.ts';
import { keepDocument } from '../../store/tables/documents.ts';
import { addDecision } from '../../store/tables/quote/decisions.ts';
import { findLinkRecipient, type Link } from '../../store/tables/quote/links.ts';
import { nextEdition, replaceQuote, type StoredQuote } from '../../store/tables/quote/quotes.ts';
import { addRevision } from '../../store/tables/quote/revisions.ts';
import { accountNow, realTime } from '../account/account-time.ts';
import { accountForMail, ensureMailLogo } from '../account/mail-logo.ts';
import { ensureDocument, type HostedDocument } from '../document/ensure-document.ts';
import { keepParties } from '../document/parties.ts';
import { acceptedSource, recordOf, textOf } from '../document/quote-document.ts';
import { recordEvent } from '../event/record-event.ts';
import { publicQuoteUrl } from '../link/links.ts';
import { type OpenedQuote, openQuote } from '../link/open-quote.ts';
import { findOwnerAddress, queueMail } from '../outbox/queue-mail.ts';
import { loadSettledQuote } from '../quote/settle-expiry.ts';

/** The customer's input on the page, and the revision that they saw. */
export type CustomerDecision = Pick<
  Acceptance,
  'decision' | 'name' | 'reason' | 'signature' | 'revision' | 'ip' | 'userAgent'
> & {
  /** SHA-256 of the PDF that they saw. */
  documentSha256: string;
  /** Chosen items; items that are not listed stay as shown. */
  selection: LineChoice[];
};

/**
 * `done`: recorded. `changed`: the content is not what they saw. `decided`: another decision was first. `closed`: expired,
 * or in revision. `unselected`: no item is chosen. `gone`: the quote is deleted or the link is revoked.
 */
export type DecisionResult = 'done' | 'changed' | 'decided' | 'closed' | 'unselected' | 'gone';

const MAX_TRIES = 5;

/** Retries if the quote has changed in the meantime: the decision is valid as long as the content is the same. */
export async function decideQuote(
  deps: Deps,
  opened: OpenedQuote,
  given: CustomerDecision,
): Promise<DecisionResult> {
  const { link } = opened;
  let shown: OpenedQuote | undefined = opened;
  for (let tries = 0; shown && tries < MAX_TRIES; tries++) {
    const current: Shown = { ...shown, logo: await ensureMailLogo(deps, shown.source.account) };
    const chosen = await chosenBy(deps, given, current);
    const result = await deps.db.write(
      async (tx) => recordDecision(tx, deps, given, current, chosen, await accountNow(tx, link.account_id)),
      { account: link.account_id },
    );
    if (result !== 'stale') return result;
    shown = await openQuote(deps, link);
  }
  return shown ? 'changed' : 'gone';
}

/** An opened quote with the logo for emails. */
type Shown = OpenedQuote & { logo: LogoBitmap | undefined };

/** The customer's selection and the PDF of exactly this selection. */
interface Chosen {
  choices: LineChoice[];
  document: HostedDocument;
}

/** A selection that differs from the offer has its own PDF, which is rendered before anything is recorded. */
async function chosenBy(
  deps: Deps,
  { decision, selection, revision, documentSha256 }: CustomerDecision,
  { link, quote, source, document }: OpenedQuote,
): Promise<Chosen> {
  const shown = { choices: [], document };
  const isOfThisText = revision === quote.revision && documentSha256 === document.sha256;
  const isTaken = decision === 'ACCEPTED' && isOpen(quote) && isOfThisText;
  if (!isTaken || selectionErrors(quote.items, selection).length > 0) return shown;
  const chosen = withChoices(quote, selection);
  if (JSON.stringify(chosen.items) === JSON.stringify(quote.items)) return shown;
  const made = await ensureDocument(deps, link.account_id, { ...source, quote: asPrinted(chosen) });
  return { choices: selection, document: made };
}

/**
 * Records the decision on the content of `shown` inside a transaction, and queues its emails. `stale`: the quote is no
 * longer at the version of `shown` and must be opened again.
 */
async function recordDecision(
  tx: Sql,
  deps: Deps,
  given: CustomerDecision,
  { link, version, source: seen, document: shown, logo }: Shown,
  { choices, document }: Chosen,
  now: number,
): Promise<DecisionResult | 'stale'> {
  const { account_id: accountId, quote_id: quoteId } = link;
  const stored = await loadSettledQuote(tx, accountId, quoteId, now);
  if (!stored || (await findLinkRecipient(tx, accountId, quoteId, link.id)) === undefined) return 'gone';
  const event = given.decision === 'ACCEPTED' ? 'customerAccept' : 'customerDecline';
  if (TRANSITIONS[stored.quote.status][event] === 'refused') {
    return isDraft(stored.quote) || isExpired(stored.quote) ? 'closed' : 'decided';
  }
  if (stored.version !== version) return 'stale';
  if (given.revision !== stored.quote.revision || given.documentSha256 !== shown.sha256) {
    return 'changed';
  }
  const isAccepted = given.decision === 'ACCEPTED';
  if (isAccepted && selectionErrors(stored.quote.items, given.selection).length > 0) {
    const isEmpty = !isAnythingSelected(withSelection(stored.quote.items, given.selection));
    return isEmpty ? 'unselected' : 'changed';
  }

  const at = new Date(now).toISOString();
  const quote: Quote = {
    ...withoutDecision(asMoved(withChoices(stored.quote, choices), event)),
    ...(isAccepted
      ? { acceptedAt: at, acceptedBy: given.name }
      : { declinedAt: at, declineReason: given.reason }),
    updatedAt: changedAt(stored.quote, now),
  };
  const partiesSha256 = await keepParties(tx, accountId, seen);
  const edition = nextEdition(stored, quote, stored.partiesSha256);
  const decided = await replaceQuote(tx, accountId, stored, quote, { ...edition, partiesSha256 });
  const record: Acceptance = {
    ...{ quoteId, by: 'customer', at, ...given },
    selection: isAccepted ? selectionOf(quote.items) : null,
    total: isAccepted ? quote.total : null,
    documentSha256: document.sha256,
    offerSha256: shown.sha256,
    attachments: namedAttachments(stored.quote.attachments),
  };
  const source = isAccepted ? acceptedSource(seen, quote, record) : null;
  await addDecision(
    tx,
    accountId,
    newId('ans', realTime(tx, now)),
    record,
    source && textOf(source, partiesSha256),
  );
  await keepText(tx, link, { ...stored, partiesSha256 }, shown.sha256, at);
  await keepDocument(tx, accountId, document.sha256);
  await recordEvent(tx, accountId, decided, historyOf(record), { at: now, now });
  await tellBoth(tx, deps, { link, logo }, decided, record, source ?? seen, now);
  return 'done';
}

/** Stores the content that was decided on as a revision: it may have been edited after the send and read only on the page. */
async function keepText(
  tx: Sql,
  link: Link,
  { quote, edition, partiesSha256 }: StoredQuote,
  documentSha256: string,
  at: string,
): Promise<void> {
  await keepDocument(tx, link.account_id, documentSha256);
  await addRevision(tx, link.account_id, quote.id, {
    revision: quote.revision,
    sentAt: at,
    sentTo: link.recipient,
    documentSha256,
    quote,
    edition,
    partiesSha256,
  });
}

function historyOf(record: Acceptance) {
  const { name, reason, revision, documentSha256 } = record;
  return record.decision === 'ACCEPTED'
    ? ({ type: 'accepted', actor: { type: 'customer' }, data: { name, revision, documentSha256 } } as const)
    : ({ type: 'declined', actor: { type: 'customer' }, data: { reason, revision } } as const);
}

/** Queues a copy of the acceptance for the customer and a notice with the PDF for the owner. */
async function tellBoth(
  tx: Sql,
  deps: Deps,
  { link, logo }: Pick<Shown, 'link' | 'logo'>,
  decided: StoredQuote,
  acceptance: Acceptance,
  document: QuoteSource,
  now: number,
): Promise<void> {
  const { quote } = decided;
  const { customer } = document;
  const account = await accountForMail(tx, document.account, logo);
  const owner = await findOwnerAddress(tx, link.account_id);
  const attached = { quoteId: quote.id, document, record: recordOf(decided) };
  const parties = { quote, customer, account };
  if (acceptance.decision === 'ACCEPTED') {
    const to = { name: acceptance.name, address: link.recipient };
    const content = acceptedCopyMail({ ...parties, acceptance, publicUrl: publicQuoteUrl(deps, link.id) });
    const copy = { kind: 'accepted_copy', to, replyTo: owner, content, ...attached } as const;
    await queueMail(tx, deps, account, copy, now);
  }
  if (!owner) return;
  const { replyTo, ...content } = decisionNoticeMail({ ...parties, acceptance });
  const notice = { kind: 'answer_notice', to: owner, replyTo, content, ...attached } as const;
  await queueMail(tx, deps, account, notice, now);
}
