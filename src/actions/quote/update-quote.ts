import type { Deps } from '../../deps.ts';
import { failOn } from '../../domain/field-errors.ts';
import { newId } from '../../domain/ids.ts';
import type { Acceptance } from '../../domain/quote/acceptance.ts';
import {
  patchQuote,
  type QuotePatch,
  quoteRuleErrors,
  statusErrors,
} from '../../domain/quote/compose-quote.ts';
import type { Actor } from '../../domain/quote/history.ts';
import { customerUnknown } from '../../domain/quote/problems.ts';
import { isDecision, isExpired, type Quote } from '../../domain/quote/quote.ts';
import type { Sql } from '../../store/database.ts';
import { findAccount } from '../../store/tables/account/accounts.ts';
import { findCustomerRow } from '../../store/tables/customers.ts';
import { addEvent } from '../../store/tables/events.ts';
import { addDecision } from '../../store/tables/quote/decisions.ts';
import { revokeQuoteLinks } from '../../store/tables/quote/links.ts';
import { replaceQuote, type StoredQuote } from '../../store/tables/quote/quotes.ts';
import { acceptedSource, openSource, partiesOf } from '../document/ensure-document.ts';
import type { ChangeableQuote } from './change-quote.ts';

/** Gives the stored quote back when the patch changes nothing. */
export function updateQuote(
  { db }: Pick<Deps, 'db'>,
  owner: { accountId: string; actor: Actor },
  { lock }: ChangeableQuote,
  patch: QuotePatch,
  now: number,
): Promise<StoredQuote> {
  return db.write(
    async (tx) => {
      const stored = await lock(tx);
      // Somebody else may have changed the other half of a rule meanwhile.
      failOn(quoteRuleErrors({ ...stored.quote, ...patch }));
      failOn(statusErrors(patch.status, stored.quote.status));
      return update(tx, owner, stored, patch, now);
    },
    { account: owner.accountId },
  );
}

async function update(
  tx: Sql,
  { accountId, actor }: { accountId: string; actor: Actor },
  stored: StoredQuote,
  patch: QuotePatch,
  now: number,
): Promise<StoredQuote> {
  const account = (await findAccount(tx, accountId))?.account;
  if (!account) throw new Error('a caller without an account');
  if (patch.customerId !== undefined && !(await findCustomerRow(tx, accountId, patch.customerId))) {
    throw customerUnknown();
  }
  const { quote, changed } = patchQuote(stored.quote, patch, account, now);
  if (changed.length === 0) return stored;
  await replaceQuote(tx, accountId, stored, quote);

  const fields = changed.filter((field) => field !== 'status');
  if (fields.length > 0) {
    await addEvent(
      tx,
      accountId,
      quote.id,
      { type: 'updated', actor, data: { fields, revision: quote.revision } },
      now,
    );
  }
  if (changed.includes('status')) await recordStatus(tx, accountId, actor, quote, now);
  // A link that one customer has must not show a quote that is another's.
  const isOthers = changed.includes('customerId');
  if (isOthers) await revokeQuoteLinks(tx, accountId, quote.id, now);
  return { ...stored, quote, version: stored.version + 1, ...(isOthers && { linkId: null }) };
}

async function recordStatus(
  tx: Sql,
  accountId: string,
  actor: Actor,
  quote: Quote,
  now: number,
): Promise<void> {
  if (isExpired(quote)) {
    await addEvent(
      tx,
      accountId,
      quote.id,
      { type: 'expired', actor: { type: 'system' }, data: { validUntil: quote.validUntil } },
      now,
    );
  }
  const { status } = quote;
  if (!isDecision(status)) return;
  const type = status === 'ACCEPTED' ? 'accepted' : 'declined';
  await addEvent(tx, accountId, quote.id, { type, actor, data: { revision: quote.revision } }, now);
  const record: Acceptance = {
    quoteId: quote.id,
    decision: status,
    by: 'owner',
    name: null,
    at: new Date(now).toISOString(),
    revision: quote.revision,
    documentSha256: null,
    signature: null,
    reason: null,
    ip: null,
    userAgent: null,
  };
  const parties = await partiesOf(tx, accountId, quote.customerId);
  const source = type === 'accepted' ? acceptedSource(openSource(quote, parties), quote, record) : null;
  await addDecision(tx, accountId, newId('ans', now), record, source);
}
