import type { Deps } from '../../deps.ts';
import { newId } from '../../domain/ids.ts';
import type { Actor } from '../../domain/quote/history.ts';
import { linksRevoked } from '../../domain/quote/problems.ts';
import type { Sql } from '../../store/database.ts';
import type { LogoBitmap } from '../../store/tables/account/logo-bitmaps.ts';
import type { StoredResponse } from '../../store/tables/idempotency.ts';
import { findLinkRecipient } from '../../store/tables/links.ts';
import { addRecipient } from '../../store/tables/mail/sendings.ts';
import type { StoredQuote } from '../../store/tables/quote/quotes.ts';
import { toRealTime } from '../account/account-time.ts';
import { ensureMailLogo } from '../account/mail-logo.ts';
import { requireAccount } from '../account/require-account.ts';
import { readParties } from '../document/parties.ts';
import { once, type ResponseOptions } from '../idempotency/once.ts';
import type { ChangeableQuote } from '../quote/change-quote.ts';
import { readShownQuote } from '../quote/read-quote.ts';
import { checkSendLimits, formatReminderPrefix } from '../send/send-limits.ts';
import { deliverNow } from './deliver-outbox.ts';
import { queueReminder } from './remind-customers.ts';

/** Sends the reminder immediately to the recipient of the last link. */
export async function remindNow<Response extends StoredResponse>(
  deps: Deps,
  owner: { accountId: string; actor: Actor },
  { quote, lock }: ChangeableQuote,
  { repeatable, respond, now }: ResponseOptions<StoredQuote, Response>,
): Promise<Response> {
  const { accountId } = owner;
  const { parties_sha256: partiesSha256 } = await readShownQuote(deps, accountId, quote.id, now);
  const { account } = await readParties(deps.db.read, accountId, { quote, partiesSha256 });
  const logo = await ensureMailLogo(deps, account);
  let queued: string | undefined;
  const response = await deps.db.write(
    async (tx) => {
      queued = undefined;
      return once(tx, repeatable, async () => {
        const stored = await lock(tx);
        queued = await queueRequestedReminder(tx, deps, { ...owner, logo }, stored, now);
        return respond(stored);
      });
    },
    { account: accountId },
  );
  if (queued) await deliverNow(deps, accountId, queued);
  return response;
}

async function queueRequestedReminder(
  tx: Sql,
  deps: Deps,
  { accountId, actor, logo }: { accountId: string; actor: Actor; logo: LogoBitmap | undefined },
  stored: StoredQuote,
  now: number,
): Promise<string> {
  const { quote, linkId } = stored;
  const recipient = linkId === null ? undefined : await findLinkRecipient(tx, accountId, quote.id, linkId);
  if (linkId === null || recipient === undefined) throw linksRevoked();
  await checkSendLimits(tx, deps, { accountId, to: recipient, cc: [] }, quote.id, now);
  const account = await requireAccount(tx, accountId);
  const dedupe = formatReminderPrefix(quote.id) + newId('mail', toRealTime(tx, now));
  const how = { recipient, linkId, dedupe, actor, logo };
  const id = await queueReminder(tx, deps, account, stored, how, now);
  await addRecipient(tx, accountId, id, recipient, toRealTime(tx, now));
  return id;
}
