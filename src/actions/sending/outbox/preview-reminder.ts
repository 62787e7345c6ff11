import { formatFactsForCustomer } from '../../../adapters/mail/letters/quote-facts.ts';
import { composeReminder } from '../../../adapters/mail/letters/reminder.ts';
import type { Deps } from '../../../app/deps.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import { findLinkRecipient } from '../../../store/tables/links.ts';
import { readShownQuote } from '../../quotes/read-quote.ts';
import { readParties } from '../documents/parties.ts';

export interface ReminderPreview {
  /** `null` if the customer has no link. */
  recipient: string | null;
  /** Number of times that the customer has opened the quote. */
  views: number;
  subject: string;
  intro: string;
}

/** Returns the reminder that the customer would get now. */
export async function previewReminder(
  deps: Deps,
  accountId: string,
  quote: Quote,
  now: number,
): Promise<ReminderPreview> {
  const row = await readShownQuote(deps, accountId, quote.id, now);
  const parties = await readParties(deps.db.read, accountId, { quote, partiesSha256: row.parties_sha256 });
  const data = { ...parties, quote, now };
  const recipient =
    row.link_id === null
      ? undefined
      : await findLinkRecipient(deps.db.read, accountId, quote.id, row.link_id);
  return {
    recipient: recipient ?? null,
    views: row.views,
    ...composeReminder(data, formatFactsForCustomer(data)),
  };
}
