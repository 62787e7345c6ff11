import type { Deps } from '../deps.ts';
import type { Account } from '../domain/account.ts';
import { DAY_MS } from '../domain/calendar.ts';
import type { Quote } from '../domain/quote.ts';
import { reminderMail } from '../mail/reminder-mail.ts';
import { accountsWithReminders } from '../store/accounts.ts';
import { findLinkRecipient } from '../store/links.ts';
import { findEndingQuotes } from '../store/quotes.ts';
import { partiesOf } from './ensure-document.ts';
import { publicQuoteUrl } from './links.ts';
import { ownerAddress, queueMail } from './queue-mail.ts';
import { loadSettledQuote } from './settle-expiry.ts';

/** Queues a mail for each open quote whose validity ends soon, once for each validity. */
export async function remindCustomers(deps: Deps): Promise<void> {
  const now = deps.clock();
  for (const account of await accountsWithReminders(deps.db.read)) {
    const until = now + (account.reminderDays ?? 0) * DAY_MS;
    for (const id of await findEndingQuotes(deps.db.read, account.id, now, until)) {
      await remind(deps, account, id, now);
    }
  }
}

async function remind(deps: Deps, account: Account, quoteId: string, now: number): Promise<void> {
  await deps.db.write(
    async (tx) => {
      const stored = await loadSettledQuote(tx, account.id, quoteId, now);
      if (stored?.quote.status !== 'SENT' || stored.linkId === null) return;
      const recipient = await findLinkRecipient(tx, account.id, quoteId, stored.linkId);
      if (recipient === undefined || wasSentLately(stored.quote, account)) return;
      const { customer } = await partiesOf(tx, account.id, stored.quote.customerId);
      const publicUrl = publicQuoteUrl(deps, stored.linkId);
      await queueMail(
        tx,
        deps,
        account,
        {
          kind: 'reminder',
          quoteId,
          to: { name: customer.name, address: recipient },
          replyTo: ownerAddress(account),
          content: reminderMail({ quote: stored.quote, customer, account, publicUrl }),
          dedupe: `reminder:${quoteId}:${stored.quote.validUntil}`,
        },
        now,
      );
    },
    { account: account.id },
  );
}

/** Sent within the reminder's own distance to the end: the quote itself was the reminder. */
function wasSentLately(quote: Quote, account: Account): boolean {
  const firstReminder = Date.parse(quote.validUntil) - (account.reminderDays ?? 0) * DAY_MS;
  return quote.sentAt !== null && Date.parse(quote.sentAt) >= firstReminder;
}
