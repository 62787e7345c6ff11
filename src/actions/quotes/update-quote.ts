import type { Deps } from '../../app/deps.ts';
import type { Account } from '../../domain/account/account.ts';
import { computeUpdatedAt } from '../../domain/clock.ts';
import { Problem } from '../../domain/errors.ts';
import { findPreviousValues } from '../../domain/events/feed-event.ts';
import { assertNoErrors } from '../../domain/field-errors.ts';
import { findMetadataErrors } from '../../domain/metadata.ts';
import { hasSignatures } from '../../domain/quote/acceptance/signers.ts';
import { findStatusErrors } from '../../domain/quote/acceptance/status-errors.ts';
import { listAttachmentHashes } from '../../domain/quote/attachment.ts';
import { describeChangedItems } from '../../domain/quote/changes.ts';
import { type PatchedQuote, patchQuote, type QuotePatch } from '../../domain/quote/compose-quote.ts';
import { areCostsEqual, composeFigures } from '../../domain/quote/cost/item-costs.ts';
import type { DecisionRecord } from '../../domain/quote/decision.ts';
import type { Actor } from '../../domain/quote/history.ts';
import { isChangeable } from '../../domain/quote/line/line-item.ts';
import { listSelection } from '../../domain/quote/line/selection.ts';
import { computeEdition } from '../../domain/quote/printed-quote.ts';
import { customerUnknown } from '../../domain/quote/problems.ts';
import {
  CONTENT_FIELDS,
  isAccepted,
  isConverted,
  isDecision,
  isExpired,
  type Quote,
} from '../../domain/quote/quote.ts';
import { findQuoteRuleErrors } from '../../domain/quote/quote-rules.ts';
import { pickAcceptedSums } from '../../domain/quote/recurring/recurring-fields.ts';
import { findCategoryPlaceErrors } from '../../domain/tax/category-places.ts';
import { completeTaxes } from '../../domain/tax/complete-taxes.ts';
import { addTaxParts, hasTaxParts } from '../../domain/tax/tax-parts.ts';
import type { Sql } from '../../store/database.ts';
import { findCustomer, findCustomerRow } from '../../store/tables/customers.ts';
import { markDocumentPermanent } from '../../store/tables/documents.ts';
import { markFormer } from '../../store/tables/erasure/owned-rows.ts';
import { findLinkRecipient, revokeDocumentLinks, revokeOtherLinks } from '../../store/tables/links.ts';
import { hideMessages } from '../../store/tables/quote/messages.ts';
import { deleteUnusedParties } from '../../store/tables/quote/parties.ts';
import { type FrozenContent, replaceQuote, type StoredQuote } from '../../store/tables/quote/quotes.ts';
import { toRealTime } from '../account/account-time.ts';
import { requireAccount } from '../account/require-account.ts';
import {
  applyApprovalRules,
  judgeChange,
  limitVerdicts,
} from '../agreement/approval/apply-approval-rules.ts';
import type { VerdictCaller } from '../agreement/approval/judge-for-caller.ts';
import { describeOffer } from '../agreement/evidence/describe-offer.ts';
import { storeDecision } from '../agreement/evidence/sign-decision.ts';
import { invoiceAcceptance } from '../agreement/invoice-acceptance.ts';
import { describeSignatures, listPassedOver } from '../agreement/signing/sign.ts';
import { assertNotErased } from '../customers/assert-not-erased.ts';
import { recordEvent } from '../events/record-event.ts';
import { type Keep, keepNothing } from '../repeat.ts';
import { ensureDocument, type HostedDocument } from '../sending/documents/ensure-document.ts';
import { readCurrentParties, readParties, storeParties } from '../sending/documents/parties.ts';
import {
  buildAcceptedSource,
  buildOfferSource,
  buildSource,
  toAcceptedText,
  withPrintedReference,
} from '../sending/documents/quote-document.ts';
import type { ChangeableQuote } from './change-quote.ts';
import { readShownQuote } from './read-quote.ts';

/** Names a change of costs in the history, which says no figures. */
const COSTS = 'costs' as const;
type EditedField = keyof Quote | typeof COSTS;

const MAX_TRIES = 5;
const SYSTEM = { type: 'system' } as const;

/** Returns the stored quote if the patch has no effect. */
export async function updateQuote(
  deps: Deps,
  owner: VerdictCaller,
  found: ChangeableQuote,
  patch: QuotePatch,
  now: number,
  keep: Keep<StoredQuote> = keepNothing,
): Promise<StoredQuote> {
  await limitVerdicts(deps, owner, found.quote, patch);
  for (let current = found, tries = 1; tries <= MAX_TRIES; tries++) {
    const document = await renderSelection(deps, owner, current.quote, patch, now);
    const updated = await deps.db.write(
      async (tx) => {
        const stored = await current.lock(tx);
        if (isConverted(stored.quote)) return keep(tx, stored); // The first of repeated acceptances did it.
        // The quote has changed while its document was rendered: render it again.
        if (document && stored.version !== current.version) return undefined;
        const account = await requireAccount(tx, owner.accountId);
        const merged = completeTaxes({ ...stored.quote, ...patch }, account, stored.quote.items);
        // A concurrent request may have changed the other fields of a rule since the route checked them.
        assertNoErrors([
          ...findQuoteRuleErrors(merged),
          ...findCategoryPlaceErrors(patch.items, account, stored.quote.items),
          ...findStatusErrors(patch, stored.quote),
          ...findMetadataErrors(stored.quote.metadata, patch.metadata),
        ]);
        return keep(tx, await update(tx, deps, { ...owner, account }, stored, patch, document, now));
      },
      { account: owner.accountId },
    );
    if (updated) return updated;
    current = await current.again();
  }
  throw new Problem(
    'quote_changed',
    'The quote kept changing while its PDF was being generated. Nothing was changed. Try again.',
  );
}

/** Renders the document of the accepted selection first: an acceptance is never recorded without it. */
async function renderSelection(
  deps: Deps,
  { accountId, actor }: { accountId: string; actor: Actor },
  current: Quote,
  patch: QuotePatch,
  now: number,
): Promise<HostedDocument | undefined> {
  if (!isAccepted(patch)) return undefined;
  const account = await requireAccount(deps.db.read, accountId);
  const patched = patchQuote(current, patch, account, now, toRealTime(deps.db.read, now));
  const { quote, changed } = patched;
  // Once somebody has signed, the document is the one that they signed.
  if (hasSignatures(quote)) return undefined;
  if (!changed.includes('status') || !quote.items.some(isChangeable)) return undefined;
  if (!patch.items) await judgeChange(deps.db.read, deps, account, toApprovalChange(current, patched, actor));
  // The transaction rejects this.
  if (!(await findCustomerRow(deps.db.read, accountId, quote.customerId))) return undefined;
  const row = await readShownQuote(deps, accountId, current.id, now);
  const { parties_sha256: partiesSha256, sent_reference: sentReference } = row;
  const parties = await (isNewRevision(current, quote)
    ? readCurrentParties(deps.db.read, accountId, quote.customerId)
    : readParties(deps.db.read, accountId, { quote, partiesSha256 }));
  const printed = withPrintedReference({ quote: addTaxParts(quote, parties), sentReference });
  return ensureDocument(deps, accountId, buildOfferSource(printed, parties));
}

async function update(
  tx: Sql,
  deps: Deps,
  { accountId, actor, account }: { accountId: string; actor: Actor; account: Account },
  stored: StoredQuote,
  patch: QuotePatch,
  document: HostedDocument | undefined,
  now: number,
): Promise<StoredQuote> {
  if (patch.customerId !== undefined) {
    const customer = await findCustomer(tx, accountId, patch.customerId);
    if (!customer) throw customerUnknown();
    if (patch.customerId !== stored.quote.customerId) assertNotErased(customer);
  }
  const merged = patchQuote(stored.quote, patch, account, now, toRealTime(tx, now));
  const patched = { ...merged, quote: await addPartsByParties(tx, account, stored, merged.quote) };
  const { changed } = patched;
  const figures = patch.items
    ? composeFigures(patch.items, patched.quote, account, {
        items: stored.quote.items,
        figures: stored.figures,
      })
    : stored.figures;
  const isRecosted = !areCostsEqual(figures.costs, stored.figures.costs);
  if (changed.length === 0 && !isRecosted) return stored;
  const fields: EditedField[] = changed.filter((field) => field !== 'status');
  if (isRecosted) fields.push(COSTS);
  const judged = await applyApprovalRules(tx, deps, account, {
    ...toApprovalChange(stored.quote, patched, actor),
    ...{ isRecosted, figures },
  });
  const quote = { ...judged, updatedAt: computeUpdatedAt(stored.quote, now) };
  const edited = await storeEdited(tx, { accountId, actor }, stored, quote, fields, now, figures);
  const updated = changed.includes('status')
    ? await recordStatus(tx, deps, { accountId, actor }, edited, document, now)
    : edited;
  // The link of one customer must not show the quote of another, nor the messages of another.
  const isOtherCustomer = changed.includes('customerId');
  if (isOtherCustomer) {
    await revokeDocumentLinks(tx, accountId, quote.id, toRealTime(tx, now));
    await hideMessages(tx, { accountId, quoteId: quote.id });
    await markFormer(tx, accountId, quote.id, stored.quote.customerId);
  }
  // Who does not sign must not accept.
  const isSignedByOthers = changed.includes('signers');
  if (isSignedByOthers) await revokeOtherLinks(tx, accountId, quote, toRealTime(tx, now));
  return { ...updated, ...((isOtherCustomer || isSignedByOthers) && { linkId: null }) };
}

/** Adds the parts of the tax by the parties of the document, which are read only if the tax of the country has parts. */
async function addPartsByParties(
  tx: Sql,
  account: Account,
  { quote: before, partiesSha256 }: Pick<StoredQuote, 'quote' | 'partiesSha256'>,
  quote: Quote,
): Promise<Quote> {
  if (quote === before || !hasTaxParts(account)) return quote;
  const parties = isNewRevision(before, quote)
    ? await readCurrentParties(tx, account.id, quote.customerId)
    : await readParties(tx, account.id, { quote, partiesSha256 });
  return addTaxParts(quote, parties);
}

function toApprovalChange(before: Quote, { quote, changed }: PatchedQuote, editor: Actor) {
  const isEdited = CONTENT_FIELDS.some((field) => changed.includes(field));
  return { before, after: quote, isEdited, editor };
}

/** Stores the changed quote with its document fields, and records the event, inside a transaction. */
export async function storeEdited(
  tx: Sql,
  { accountId, actor }: { accountId: string; actor: Actor },
  stored: StoredQuote,
  quote: Quote,
  fields: EditedField[],
  now: number,
  figures = stored.figures,
): Promise<StoredQuote> {
  const frozen = await freeze(tx, accountId, stored, quote);
  const updated = await replaceQuote(tx, accountId, stored, quote, frozen, figures);
  if (frozen.partiesSha256 !== stored.partiesSha256) {
    await deleteUnusedParties(tx, accountId, [stored.partiesSha256]);
  }
  if (fields.length > 0) {
    const items = fields.includes('items') ? describeChangedItems(stored.quote.items, quote.items) : {};
    const data = { fields, revision: quote.revision, ...items };
    const previous = findPreviousValues<Quote>(stored.quote, quote, ['items', 'updatedAt']);
    const event = { type: 'updated', actor, data } as const;
    await recordEvent(tx, accountId, updated, event, { at: now, now }, { previous });
  }
  return updated;
}

/** A new revision of a quote that was sent gets the current account and customer. */
async function freeze(tx: Sql, accountId: string, stored: StoredQuote, quote: Quote): Promise<FrozenContent> {
  const partiesSha256 = isNewRevision(stored.quote, quote)
    ? await storeParties(tx, accountId, await readCurrentParties(tx, accountId, quote.customerId))
    : stored.partiesSha256;
  return computeEdition(stored, quote, partiesSha256);
}

function isNewRevision(before: Quote, after: Quote): boolean {
  return before.sentAt !== null && after.revision !== before.revision;
}

/** Records the new status and what follows from it. Returns the quote after that. */
async function recordStatus(
  tx: Sql,
  deps: Deps,
  { accountId, actor }: { accountId: string; actor: Actor },
  updated: StoredQuote,
  document: HostedDocument | undefined,
  now: number,
): Promise<StoredQuote> {
  const { quote, linkId } = updated;
  if (isExpired(quote)) {
    const expired = { type: 'expired', actor: SYSTEM, data: { validUntil: quote.validUntil } } as const;
    await recordEvent(tx, accountId, updated, expired, { at: now, now });
  }
  const { status } = quote;
  if (!isDecision(status)) return updated;
  const type = isAccepted(quote) ? 'accepted' : 'declined';
  const { revision, answers = {} } = quote;
  const event = { type, actor, data: { revision, ...(quote.answers && { answers }) } } as const;
  await recordEvent(tx, accountId, updated, event, { at: now, now });
  const parties = await readParties(tx, accountId, updated);
  const record: DecisionRecord = {
    quoteId: quote.id,
    decision: status,
    ...{ by: 'owner', via: null },
    name: null,
    at: new Date(now).toISOString(),
    revision,
    answers,
    ...(isAccepted(quote)
      ? { selection: listSelection(quote.items), ...pickAcceptedSums(quote) }
      : { selection: null, total: null }),
    documentSha256: document?.sha256 ?? updated.signatures[0]?.documentSha256 ?? null,
    attachments: listAttachmentHashes(quote.attachments),
    ...{ offerSha256: null, signature: null, reason: null, ip: null, userAgent: null },
    ...describeSignatures(quote, updated.signatures),
    ...(await describeOffer(tx, accountId, quote, parties, actor)),
    ...(isAccepted(quote) && quote.signers && { passedOver: listPassedOver(quote.signers) }),
  };
  if (document) await markDocumentPermanent(tx, accountId, document.sha256);
  const accepted =
    type === 'accepted'
      ? toAcceptedText(
          buildAcceptedSource(buildSource(withPrintedReference(updated), parties), quote, record),
          await storeParties(tx, accountId, parties),
        )
      : null;
  await storeDecision(tx, deps, accountId, record, accepted, now);
  if (!isAccepted(quote)) return updated;
  const recipient =
    quote.signers || linkId === null ? undefined : await findLinkRecipient(tx, accountId, quote.id, linkId);
  return (await invoiceAcceptance(tx, deps, accountId, updated, { recipient, now })).stored;
}
