import { approval } from './en/approval.ts';
import { editor } from './en/editor.ts';
import { forms, particulars } from './en/forms.ts';
import { history } from './en/history.ts';
import { home } from './en/home.ts';
import { invoices } from './en/invoices.ts';
import { erasure, nouns } from './en/nouns.ts';
import { payments, statements } from './en/payments.ts';
import { people } from './en/people.ts';
import { quote } from './en/quote.ts';
import { quotes } from './en/quotes.ts';
import { mailAccount, send } from './en/send.ts';
import { settings } from './en/settings.ts';
import { shell } from './en/shell.ts';
import { mailSignIn, signIn } from './en/sign-in.ts';
import { webhooks } from './en/webhooks.ts';

/** The console texts by area. The compiler requires the other languages to have the same shape. */
export const en = {
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
