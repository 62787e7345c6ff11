import type { en } from './en.ts';
import { approval } from './es/approval.ts';
import { editor } from './es/editor.ts';
import { forms, particulars } from './es/forms.ts';
import { history } from './es/history.ts';
import { home } from './es/home.ts';
import { invoices } from './es/invoices.ts';
import { erasure, nouns } from './es/nouns.ts';
import { payments, statements } from './es/payments.ts';
import { people } from './es/people.ts';
import { quote } from './es/quote.ts';
import { quotes } from './es/quotes.ts';
import { mailAccount, send } from './es/send.ts';
import { settings } from './es/settings.ts';
import { shell } from './es/shell.ts';
import { mailSignIn, signIn } from './es/sign-in.ts';
import { webhooks } from './es/webhooks.ts';

export const es: typeof en = {
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
