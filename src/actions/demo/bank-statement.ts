import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deps } from '../../app/deps.ts';
import { DAY_MS, toCalendarDate } from '../../domain/calendar.ts';
import { type Invoice, isOpenInvoice } from '../../domain/invoice/invoice.ts';
import { html } from '../../domain/markup/html.ts';
import { formatDecimalAmount } from '../../domain/money/currency.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import { readAccount } from '../account/change-account.ts';
import { findCustomer } from '../customers/customers.ts';
import { readInvoice } from '../invoices/invoices.ts';
import { readQuote } from '../quotes/read-quote.ts';
import type { Demo } from './demo.ts';

/** Invoices that the statement pays. */
const MAX_PAID = 5;
/** Rent of the workshop, in euros. */
const RENT = 2400;

interface StatementLine {
  /** Such as `1234.50`. */
  amount: string;
  isCredit: boolean;
  name: string;
  text: string;
}

/** Returns where the statement is, which is written when the demo is complete. */
export function locateBankStatement({ dataDir }: Deps['config']): string {
  return join(dataDir, 'bank-statement.xml');
}

/** Writes a statement (CAMT.053) with payments of open invoices, one that names none, and one that leaves the account. */
export async function writeBankStatement(
  deps: Deps,
  { texts, startedAt }: Demo,
  accountId: string,
  quoteIds: readonly (string | null)[],
): Promise<void> {
  const { account } = await readAccount(deps, accountId);
  const { rent, unknown } = texts.statement;
  const own = texts.customers.at(-1)?.[0] ?? '';
  const rentAmount = formatDecimalAmount(Math.round(RENT * texts.priceFactor) * 100, account.currency);
  const lines: StatementLine[] = [
    ...(await listPayments(deps, accountId, quoteIds)),
    { amount: formatDecimalAmount(12_000, account.currency), isCredit: true, name: own, text: unknown },
    { amount: rentAmount, isCredit: false, name: texts.business.name, text: rent },
  ];
  const day = toCalendarDate(startedAt - DAY_MS, account.timeZone);
  const iban = account.bank && 'iban' in account.bank ? account.bank.iban : '';
  const file = locateBankStatement(deps.config);
  // Renamed, so that nobody reads half of it.
  await writeFile(`${file}.new`, renderStatement(lines, { day, iban, currency: account.currency }));
  await rename(`${file}.new`, file);
}

/** Lists payments of the latest invoices that are open. */
async function listPayments(
  deps: Deps,
  accountId: string,
  quoteIds: readonly (string | null)[],
): Promise<StatementLine[]> {
  const lines: StatementLine[] = [];
  for (const quoteId of quoteIds.toReversed()) {
    if (quoteId === null || lines.length === MAX_PAID) continue;
    const quote = JSON.parse((await readQuote(deps, accountId, quoteId, deps.clock())).doc) as Quote;
    for (const { id } of quote.invoices) {
      const invoice = JSON.parse((await readInvoice(deps, accountId, id, deps.clock())).doc) as Invoice;
      if (isOpenInvoice(invoice) && lines.length < MAX_PAID)
        lines.push(await toPayment(deps, accountId, invoice));
    }
  }
  return lines;
}

async function toPayment(
  deps: Deps,
  accountId: string,
  { customerId, number, amountDue, currency }: Invoice,
): Promise<StatementLine> {
  const name = (await findCustomer(deps, accountId, customerId))?.name ?? '';
  return { amount: formatDecimalAmount(amountDue, currency), isCredit: true, name, text: number };
}

function renderStatement(
  lines: readonly StatementLine[],
  { day, iban, currency }: { day: string; iban: string; currency: string },
): string {
  return html`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
<BkToCstmrStmt><GrpHdr><MsgId>DEMO-1</MsgId></GrpHdr>
<Stmt><Id>DEMO-1</Id><Acct><Id><IBAN>${iban}</IBAN></Id></Acct>
${lines.map(({ amount, isCredit, name, text }, index) => {
  const party = isCredit
    ? html`<Dbtr><Pty><Nm>${name}</Nm></Pty></Dbtr>`
    : html`<Cdtr><Pty><Nm>${name}</Nm></Pty></Cdtr>`;
  return html`<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${isCredit ? 'CRDT' : 'DBIT'}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt><AcctSvcrRef>DEMO-${index + 1}</AcctSvcrRef>
<NtryDtls><TxDtls><RltdPties>${party}</RltdPties><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
`;
})}</Stmt></BkToCstmrStmt></Document>
`.toString();
}
