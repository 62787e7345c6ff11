import { approval } from './ar/approval.ts';
import { editor } from './ar/editor.ts';
import { forms, particulars } from './ar/forms.ts';
import { history } from './ar/history.ts';
import { home } from './ar/home.ts';
import { invoices } from './ar/invoices.ts';
import { erasure, nouns } from './ar/nouns.ts';
import { payments, statements } from './ar/payments.ts';
import { people } from './ar/people.ts';
import { quote } from './ar/quote.ts';
import { quotes } from './ar/quotes.ts';
import { mailAccount, send } from './ar/send.ts';
import { settings } from './ar/settings.ts';
import { shell } from './ar/shell.ts';
import { mailSignIn, signIn } from './ar/sign-in.ts';
import { webhooks } from './ar/webhooks.ts';
import type { en } from './en.ts';

export const ar: typeof en = {
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
