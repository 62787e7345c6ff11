import { writeFile } from 'node:fs/promises';
import type { Account } from '../../domain/account/account.ts';
import type { Invoice } from '../../domain/invoice/invoice.ts';
import type { Payment } from '../../domain/invoice/payment.ts';
import { currencyDecimals, parseDecimalAmount } from '../../domain/money/currency.ts';
import type { Database } from '../../store/database.ts';
import { callService } from '../call-service.ts';
import { type Input, UsageError } from '../command.ts';
import { printJson } from '../terminal/output.ts';
import { requireAccount, withDatabase } from '../with-database.ts';
import { findInvoice, formatAmount } from './find.ts';

/** Runs work on the named invoice. */
function withInvoice(
  { args, text }: Input,
  work: (db: Database, account: Account, invoice: Invoice) => Promise<void>,
): Promise<void> {
  return withDatabase(async (db) => {
    const account = await requireAccount(db.read, text('account'));
    await work(db, account, await findInvoice(db, account, args[0] ?? ''));
  });
}

export function issue(input: Input): Promise<void> {
  const { text, flag } = input;
  return withInvoice(input, async (db, account, { id }) => {
    const reply = await callService(db, account, {
      ...{ url: text('url'), name: 'proffer invoices issue', method: 'POST' },
      ...{ path: `/invoices/${id}/issue`, body: { issueDate: text('date') } },
    });
    const issued = (await reply.json()) as Invoice;
    if (flag('json')) printJson(issued);
    else process.stdout.write(`${issued.number} is ${issued.status}, issued on ${issued.issueDate}\n`);
  });
}

export function send(input: Input): Promise<void> {
  const { text, flag } = input;
  return withInvoice(input, async (db, account, { id }) => {
    const body = { email: text('email'), message: text('message') };
    const reply = await callService(db, account, {
      ...{ url: text('url'), name: 'proffer invoices send', method: 'POST', body },
      path: `/invoices/${id}/send`,
    });
    const sent = (await reply.json()) as Invoice;
    if (flag('json')) printJson(sent);
    else process.stdout.write(`${sent.number} is ${sent.status} and sent\n`);
  });
}

export function remind(input: Input): Promise<void> {
  const { text, flag } = input;
  return withInvoice(input, async (db, account, { id }) => {
    const reply = await callService(db, account, {
      ...{ url: text('url'), name: 'proffer invoices remind', method: 'POST', body: {} },
      path: `/invoices/${id}/remind`,
    });
    const invoice = (await reply.json()) as Invoice;
    if (flag('json')) printJson(invoice);
    else process.stdout.write(`The reminder of ${invoice.number} is on its way\n`);
  });
}

export function pay(input: Input): Promise<void> {
  const { text, flag } = input;
  return withInvoice(input, async (db, account, invoice) => {
    const body = {
      amount: parseAmount(text('amount'), invoice) ?? invoice.amountDue,
      date: text('date'),
      method: text('method'),
      reference: text('reference'),
    };
    const reply = await callService(db, account, {
      ...{ url: text('url'), name: 'proffer invoices pay', method: 'POST', body },
      path: `/invoices/${invoice.id}/payments`,
    });
    const payment = (await reply.json()) as Payment;
    if (flag('json')) return printJson(payment);
    const left = formatAmount(invoice.amountDue - payment.amount, invoice);
    process.stdout.write(
      `${formatAmount(payment.amount, invoice)} recorded for ${invoice.number}, ${left} due\n`,
    );
  });
}

export function credit(input: Input): Promise<void> {
  const { text, flag } = input;
  return withInvoice(input, async (db, account, invoice) => {
    const body = { amount: parseAmount(text('amount'), invoice), reason: text('reason') };
    const reply = await callService(db, account, {
      ...{ url: text('url'), name: 'proffer invoices credit', method: 'POST', body },
      path: `/invoices/${invoice.id}/credit`,
    });
    const note = (await reply.json()) as Invoice;
    if (flag('json')) return printJson(note);
    process.stdout.write(`${note.number} credits ${formatAmount(note.total, note)} of ${invoice.number}\n`);
  });
}

export function pdf(input: Input): Promise<void> {
  const { args, text, flag } = input;
  return withInvoice(input, async (db, account, { id }) => {
    const reply = await callService(db, account, {
      ...{ url: text('url'), name: 'proffer invoices pdf', method: 'GET' },
      ...{ path: `/invoices/${id}/pdf`, accept: 'application/pdf' },
    });
    const bytes = new Uint8Array(await reply.arrayBuffer());
    await writeFile(args[1] ?? '', bytes, { flag: flag('force') ? 'w' : 'wx', mode: 0o600 });
  });
}

/** Parses a decimal amount such as 119.00 into the smallest unit of the currency. */
function parseAmount(text: string | undefined, { currency }: Invoice): number | undefined {
  const amount = text === undefined ? undefined : parseDecimalAmount(text, currency);
  if (text === undefined || amount !== undefined) return amount;
  const decimals = currencyDecimals(currency);
  throw new UsageError(`--amount must be a number with at most ${decimals} decimals, not "${text}"`);
}
