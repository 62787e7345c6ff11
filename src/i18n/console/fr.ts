import type { en } from './en.ts';
import { approval } from './fr/approval.ts';
import { editor } from './fr/editor.ts';
import { forms, particulars } from './fr/forms.ts';
import { history } from './fr/history.ts';
import { home } from './fr/home.ts';
import { invoices } from './fr/invoices.ts';
import { erasure, nouns } from './fr/nouns.ts';
import { payments, statements } from './fr/payments.ts';
import { people } from './fr/people.ts';
import { quote } from './fr/quote.ts';
import { quotes } from './fr/quotes.ts';
import { mailAccount, send } from './fr/send.ts';
import { settings } from './fr/settings.ts';
import { shell } from './fr/shell.ts';
import { mailSignIn, signIn } from './fr/sign-in.ts';
import { webhooks } from './fr/webhooks.ts';

export const fr: typeof en = {
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
