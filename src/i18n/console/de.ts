import { approval } from './de/approval.ts';
import { editor } from './de/editor.ts';
import { forms, particulars } from './de/forms.ts';
import { history } from './de/history.ts';
import { home } from './de/home.ts';
import { invoices } from './de/invoices.ts';
import { erasure, nouns } from './de/nouns.ts';
import { payments, statements } from './de/payments.ts';
import { people } from './de/people.ts';
import { quote } from './de/quote.ts';
import { quotes } from './de/quotes.ts';
import { mailAccount, send } from './de/send.ts';
import { settings } from './de/settings.ts';
import { shell } from './de/shell.ts';
import { mailSignIn, signIn } from './de/sign-in.ts';
import { webhooks } from './de/webhooks.ts';
import type { en } from './en.ts';

export const de: typeof en = {
  shell,
  editor,
  history,
  quote,
  quotes,
  send,
  home,
  forms,
  erasure,
  nouns,
  invoices,
  mailSignIn,
  settings,
  mailAccount,
  particulars,
  payments,
  people,
  signIn,
  statements,
  webhooks,
  approval,
};
