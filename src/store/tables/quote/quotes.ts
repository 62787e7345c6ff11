import { Problem } from '../../../domain/errors.ts';
import {
  hasSignatures,
  parseSignatures,
  type StoredSignature,
} from '../../../domain/quote/acceptance/signers.ts';
import { areFiguresEqual, type ItemFigures, NO_FIGURES } from '../../../domain/quote/cost/item-costs.ts';
import { toSortedMargin } from '../../../domain/quote/cost/margins.ts';
import { computeEdition } from '../../../domain/quote/printed-quote.ts';
import { isDraft, keepsProposals, type Quote, type QuoteStatus } from '../../../domain/quote/quote.ts';
import { type StageSplit, splitQuote, updateSplit } from '../../../domain/quote/schedule/stage-split.ts';
import { SHAPES } from '../../../domain/stored-shape.ts';
import { formatPlaceholders, type Sql } from '../../database.ts';
import { addCounts, subtractCount } from '../../lists/quote-counts.ts';
import { BOUNDARY, toSearchForm } from '../../lists/text/search-form.ts';
import { storeCreatedEvent } from '../events/created-events.ts';
import { listSignerLinks, type SignerLink } from '../links.ts';
import { closeProposals } from '../proposals.ts';
import { countInitially, updateCounters } from '../statistics/outcomes.ts';
import { updateToInvoice } from '../statistics/to-invoice-sums.ts';
import { parseDoc, toCurrentDoc } from '../stored-docs.ts';
import { deleteFacts, insertFacts, replaceFacts } from './facts.ts';
import { parseFigures, storeItemFigures } from './item-costs.ts';

/** A row for a response: `doc` is the JSON of the API, sent unchanged. */
export interface QuoteRow {
  doc: string;
  status: QuoteStatus;
  valid_until: number;
  version: number;
  views: number;
  link_id: string | null;
  shape: number;
}

/** A quote loaded for a change. */
export interface StoredQuote {
  quote: Quote;
  version: number;
  views: number;
  linkId: string | null;
  /** Increases whenever the printed content changes. */
  edition: number;
  /** Hash of seller and customer as of sending; `null` if never sent. */
  partiesSha256: string | null;
  /** Reference printed by the last send. */
  sentReference: string | null;
  /** State in which the statistics count it. */
  counted: string | null;
  /** First event of the history, as JSON. */
  creation: string | null;
  /** Net and tax of the stages; `null` without a payment schedule. */
  split: StageSplit | null;
  /** Whether the customer asked for no more reminders. */
  areRemindersStopped: boolean;
  /** Number of the customer's requests for changes that nobody has answered. */
  openProposals: number;
  /** Costs and list prices of its items. */
  figures: ItemFigures;
  /** What was signed since the last edit, oldest first. */
  signatures: StoredSignature[];
  /** The last open link of each signer; empty for a quote without signers. */
  signerLinks: SignerLink[];
}

/** Fields that identify the document of a quote. */
export type FrozenContent = Pick<StoredQuote, 'edition' | 'partiesSha256' | 'sentReference'>;

/** A row with the fields that identify its document. */
export interface ShownQuoteRow extends QuoteRow {
  id: string;
  edition: number;
  parties_sha256: string | null;
  sent_reference: string | null;
  /** Time when the customer asked for no more reminders. */
  reminders_stopped_at: number | null;
  /** As JSON; `null` if nobody has signed. */
  signatures: string | null;
  open_proposals: number;
}

interface LoadedRow extends ShownQuoteRow {
  counted: string | null;
  creation: string | null;
  stage_split: string | null;
  figures: string | null;
}

const QUOTE_COLUMNS = 'doc, status, valid_until, version, views, link_id, shape';
const SHOWN_COLUMNS = `${QUOTE_COLUMNS}, quotes.id, edition, parties_sha256, sent_reference,
  reminders_stopped_at, open_proposals, signatures`;

/** Part of the statement of the quote, because most quotes have none. */
const FIGURES = '(SELECT doc FROM item_costs WHERE account_id = ? AND owner_id = ?) AS figures';

const FIND_QUOTE = `SELECT ${QUOTE_COLUMNS} FROM quotes WHERE account_id = ? AND id = ?`;

export async function findQuoteRow(sql: Sql, accountId: string, id: string): Promise<QuoteRow | undefined> {
  const row = await sql.get<QuoteRow>(FIND_QUOTE, accountId, id);
  return row && { ...row, doc: toCurrentDoc('quote', row) };
}

export async function findShownQuoteRow(
  sql: Sql,
  accountId: string,
  id: string,
): Promise<ShownQuoteRow | undefined> {
  const row = await sql.get<ShownQuoteRow>(
    `SELECT ${SHOWN_COLUMNS} FROM quotes WHERE account_id = ? AND id = ?`,
    ...[accountId, id],
  );
  return row && { ...row, doc: toCurrentDoc('quote', row) };
}

/**
 * Loads the quote and locks it until the transaction ends. On PostgreSQL, a statement that waits for the lock still reads
 * the earlier costs, so transactions that store the quote must name the account to `write`: they wait before it.
 */
export async function loadQuote(tx: Sql, accountId: string, id: string): Promise<StoredQuote | undefined> {
  const row = await tx.get<LoadedRow>(
    `SELECT ${SHOWN_COLUMNS}, counted, creation, stage_split, ${FIGURES} FROM quotes
     WHERE account_id = ? AND id = ? ${tx.forUpdate}`,
    ...[accountId, id, accountId, id],
  );
  if (!row) return undefined;
  const { version, views, link_id: linkId, edition, counted, creation } = row;
  const { parties_sha256: partiesSha256, sent_reference: sentReference } = row;
  const quote = parseDoc('quote', row);
  const split = row.stage_split === null ? null : (JSON.parse(row.stage_split) as StageSplit);
  const areRemindersStopped = row.reminders_stopped_at !== null;
  const frozen = { edition, partiesSha256, sentReference };
  const figures = row.figures === null ? NO_FIGURES : parseFigures(row.figures);
  const { open_proposals: openProposals } = row;
  return {
    ...{ figures, quote, version, views, linkId, ...frozen },
    ...{ counted, creation, split, areRemindersStopped, openProposals },
    signatures: parseSignatures(row.signatures),
    signerLinks: quote.signers ? await listSignerLinks(tx, accountId, quote) : [],
  };
}

export interface InsertedQuote {
  id: string;
  /** JSON of the API. */
  doc: string;
}

/** JSON of a new quote and of its first event, stored unchanged, and its figures. */
export interface NewQuoteJson {
  doc: string;
  creation: string | null;
  figures?: ItemFigures;
}

/** Inserts quotes of one account, sorted by identifier. */
export async function insertQuotes(
  tx: Sql,
  accountId: string,
  quotes: readonly Quote[],
  texts: readonly NewQuoteJson[] = quotes.map((quote) => ({ doc: JSON.stringify(quote), creation: null })),
): Promise<InsertedQuote[]> {
  const rows = quotes.map((quote, index) => ({
    id: quote.id,
    search: searchText(quote),
    doc: texts[index]?.doc ?? '',
    margin: toSortedMargin(quote, (texts[index]?.figures ?? NO_FIGURES).costs),
  }));
  const values = quotes.flatMap((quote, index) => [
    ...[accountId, quote.id, quote.number, quote.status, quote.customerId, Date.parse(quote.validUntil), 1],
    ...[rows[index]?.search ?? '', rows[index]?.doc ?? '', SHAPES.quote, texts[index]?.creation ?? null],
    serializeSplit(splitQuote(quote)),
  ]);
  await Promise.all([
    tx.run(
      `INSERT INTO quotes
         (account_id, id, number, status, customer_id, valid_until, version, search, doc, shape, creation, stage_split)
       VALUES ${formatPlaceholders(quotes.length, 12)}`,
      ...values,
    ),
    addCounts(tx, accountId, quotes),
    insertFacts(tx, accountId, quotes, rows),
  ]);
  for (const [index, { id }] of quotes.entries()) {
    const { figures = NO_FIGURES } = texts[index] ?? {};
    if (figures !== NO_FIGURES) await storeItemFigures(tx, accountId, id, figures);
  }
  for (const [index, quote] of quotes.entries()) {
    if (isDraft(quote)) continue;
    await countInitially(tx, accountId, quote, texts[index]?.figures?.costs);
    await updateToInvoice(tx, accountId, undefined, quote);
  }
  return rows.map(({ id, doc }) => ({ id, doc }));
}

/** Compare-and-set on the version. Returns the stored quote. */
export async function replaceQuote(
  tx: Sql,
  accountId: string,
  before: StoredQuote,
  after: Quote,
  frozen: FrozenContent = computeEdition(before, after, before.partiesSha256),
  figures: ItemFigures = before.figures,
): Promise<StoredQuote> {
  const search = searchText(after);
  const split = updateSplit(before, after);
  // They are void once the quote says that nobody has signed.
  const signatures = hasSignatures(after) ? before.signatures : [];
  if (before.version === 1) await storeCreatedEvent(tx, accountId, before);
  const counted = await updateCounters(tx, accountId, before, after, figures.costs);
  await updateToInvoice(tx, accountId, before.quote, after);
  const openProposals =
    before.openProposals > 0 && !keepsProposals(before.quote, after) ? 0 : before.openProposals;
  if (openProposals < before.openProposals) await closeProposals(tx, accountId, after.id);
  const changed = await tx.run(
    `UPDATE quotes SET status = ?, customer_id = ?, valid_until = ?, invoice_id = ?, version = version + 1,
       search = ?, doc = ?, shape = ?, edition = ?, parties_sha256 = ?, sent_reference = ?, counted = ?,
       stage_split = ?, signatures = ?, told_until = CASE WHEN told_until = ? THEN told_until END,
       reminders_stopped_at = CASE WHEN customer_id = ? THEN reminders_stopped_at END,
       open_proposals = ?
     WHERE account_id = ? AND id = ? AND version = ?`,
    ...[after.status, after.customerId, Date.parse(after.validUntil), after.invoiceId],
    search,
    JSON.stringify(after),
    SHAPES.quote,
    ...[frozen.edition, frozen.partiesSha256, frozen.sentReference],
    counted,
    serializeSplit(split),
    signatures.length > 0 ? JSON.stringify(signatures) : null,
    Date.parse(after.validUntil),
    after.customerId,
    openProposals,
    accountId,
    after.id,
    before.version,
  );
  expectChanged(changed);
  if (!areFiguresEqual(figures, before.figures)) await storeItemFigures(tx, accountId, after.id, figures);
  const isCountedOtherwise =
    after.status !== before.quote.status || after.customerId !== before.quote.customerId;
  const margin = toSortedMargin(after, figures.costs);
  await replaceFacts(tx, accountId, before.quote, after, { search, margin });
  if (isCountedOtherwise) {
    await subtractCount(tx, accountId, before.quote);
    await addCounts(tx, accountId, [after]);
  }
  // Another customer has not asked for anything.
  const areRemindersStopped = before.areRemindersStopped && after.customerId === before.quote.customerId;
  const version = before.version + 1;
  const marks = { counted, split, areRemindersStopped, openProposals, signatures };
  return { ...before, ...frozen, quote: after, figures, version, ...marks };
}

/** The number stays used: the sequence never goes back. */
export async function deleteQuote(tx: Sql, accountId: string, stored: StoredQuote): Promise<void> {
  if (stored.version === 1) await storeCreatedEvent(tx, accountId, stored);
  const changed = await tx.run(
    'DELETE FROM quotes WHERE account_id = ? AND id = ? AND version = ?',
    ...[accountId, stored.quote.id, stored.version],
  );
  expectChanged(changed);
  await updateCounters(tx, accountId, stored, undefined);
  await updateToInvoice(tx, accountId, stored.quote, undefined);
  await Promise.all([subtractCount(tx, accountId, stored.quote), deleteFacts(tx, accountId, stored.quote)]);
}

/** Throws if another request was first, which cannot happen while the quote is locked. */
function expectChanged(rows: number): void {
  if (rows === 0) throw new Problem('quote_changed', 'The quote changed during the request. Try again.');
}

function serializeSplit(split: StageSplit | null): string | null {
  return split && JSON.stringify(split);
}

function searchText(quote: Quote): string {
  return toSearchForm(quote.number) + BOUNDARY + toSearchForm(quote.title);
}
