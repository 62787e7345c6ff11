import type { FeedType } from '../../domain/events/feed-event.ts';
import type { BounceReason } from '../../domain/mail/bounce-reason.ts';
import type { HistoryEvent } from '../../domain/quote/history.ts';
import type { TextName } from '../../domain/quote/quote-texts.ts';
import acceptance from './en/acceptance.json' with { type: 'json' };
import accounts from './en/accounts.json' with { type: 'json' };
import approval from './en/approval.json' with { type: 'json' };
import apps from './en/apps.json' with { type: 'json' };
import books from './en/books.json' with { type: 'json' };
import editor from './en/editor.json' with { type: 'json' };
import erasure from './en/erasure.json' with { type: 'json' };
import forms from './en/forms.json' with { type: 'json' };
import history from './en/history.json' with { type: 'json' };
import home from './en/home.json' with { type: 'json' };
import installation from './en/installation.json' with { type: 'json' };
import invoices from './en/invoices.json' with { type: 'json' };
import mailAccount from './en/mail-account.json' with { type: 'json' };
import mailSignIn from './en/mail-sign-in.json' with { type: 'json' };
import notifications from './en/notifications.json' with { type: 'json' };
import nouns from './en/nouns.json' with { type: 'json' };
import operator from './en/operator.json' with { type: 'json' };
import particulars from './en/particulars.json' with { type: 'json' };
import payments from './en/payments.json' with { type: 'json' };
import people from './en/people.json' with { type: 'json' };
import priceLists from './en/price-lists.json' with { type: 'json' };
import proposal from './en/proposal.json' with { type: 'json' };
import quote from './en/quote.json' with { type: 'json' };
import quotes from './en/quotes.json' with { type: 'json' };
import send from './en/send.json' with { type: 'json' };
import settings from './en/settings.json' with { type: 'json' };
import shell from './en/shell.json' with { type: 'json' };
import signIn from './en/sign-in.json' with { type: 'json' };
import statements from './en/statements.json' with { type: 'json' };
import webhookMail from './en/webhook-mail.json' with { type: 'json' };
import webhooks from './en/webhooks.json' with { type: 'json' };

type HistoryType = HistoryEvent['type'];

/** The English texts of the console by area, which say what the other languages have. */
export const en = {
  acceptance,
  accounts,
  approval,
  apps,
  books,
  editor,
  erasure,
  forms,
  history,
  home,
  installation,
  invoices,
  mailAccount,
  mailSignIn,
  nouns,
  notifications,
  operator,
  particulars,
  payments,
  people,
  priceLists,
  proposal,
  quote,
  quotes,
  send,
  settings,
  shell,
  signIn,
  statements,
  webhookMail,
  webhooks,
} satisfies {
  history: Record<Exclude<HistoryType, 'question' | 'message_sent'>, string> & {
    bounceReasons: Record<BounceReason, string>;
    glance: Record<HistoryType, string>;
    fields: Record<TextName | 'anything', string>;
  };
  home: { events: Record<FeedType, string> };
} & Record<string, object>;
