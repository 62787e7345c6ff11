import { isAcknowledged } from './check/history.ts';
import { type ClientContext, type KnownInvoice, run } from './client-context.ts';
import { credit, issue, pay, remind, sendInvoice, unpay } from './invoice-operations.ts';
import { between, oneOf } from './random.ts';

const CONCURRENT_PAYMENTS = 2;
/** Share of operations on an invoice in a status that allows them. */
const LIKELY_SHARE = 0.8;

export async function issueOne(desk: ClientContext): Promise<void> {
  await withOne(
    desk,
    ({ isIssued }) => !isIssued,
    async (id, known) => {
      const issued = issue(desk.account, desk.shop, id);
      await run(desk, issued);
      known.isIssued ||= isAcknowledged(issued);
    },
  );
}

/** Sends an invoice, and often the reminder of one that is overdue. */
export async function sendInvoiceOne(desk: ClientContext): Promise<void> {
  const { account, shop } = desk;
  await withOne(
    desk,
    ({ isSent }) => !isSent,
    async (id, known) => {
      const sent = sendInvoice(account, shop, id, { keyed: shop.random() < 0.9 });
      await run(desk, sent);
      if (isAcknowledged(sent)) known.isSent = known.isIssued = true;
      if (known.isSent && known.isPastDue) await run(desk, remind(account, shop, id));
    },
  );
}

export async function remindOne(desk: ClientContext): Promise<void> {
  await withOne(
    desk,
    ({ isSent, isPastDue }) => isPastDue && isSent === true,
    (id) => run(desk, remind(desk.account, desk.shop, id)),
  );
}

/** Pays concurrently, often more than is due in sum: only what is due may be recorded. */
export async function payConcurrently(desk: ClientContext): Promise<void> {
  const { account, shop } = desk;
  await withOne(desk, isPayable, async (id, { total, payments }) => {
    const rivals = Array.from({ length: CONCURRENT_PAYMENTS }, () => {
      const amount = shop.random() < 0.2 ? total : choosePart(desk, total);
      return pay(account, shop, id, { amount, keyed: shop.random() < 0.9 });
    });
    await Promise.all(rivals.map((rival) => run(desk, rival)));
    payments.push(...rivals.filter(isAcknowledged).map(({ reply }) => reply?.body.id as string));
  });
}

export async function removePayment(desk: ClientContext): Promise<void> {
  const paid = [...desk.invoices].flatMap(([id, { payments }]) =>
    payments.map((payment) => ({ id, payment })),
  );
  const chosen = oneOf(desk.shop.random, paid);
  if (chosen) await run(desk, unpay(desk.account, chosen.id, chosen.payment));
}

/** Credits all or a part; sometimes the credit note is sent. */
export async function creditOne(desk: ClientContext): Promise<void> {
  const { account, shop } = desk;
  await withOne(desk, isPayable, async (id, { total }) => {
    const made = credit(account, shop, id, shop.random() < 0.2 ? null : choosePart(desk, total));
    await run(desk, made);
    if (!isAcknowledged(made) || shop.random() < 0.7) return;
    await run(desk, sendInvoice(account, shop, made.reply?.body.id, { keyed: true }));
  });
}

function isPayable({ isIssued }: KnownInvoice): boolean {
  return isIssued === true;
}

function choosePart({ shop }: ClientContext, total: number): number {
  return Math.max(1, Math.round(between(shop.random, 0, total / 2)));
}

/** Runs an operation on one of the invoices that it suits, or sometimes on any. */
async function withOne(
  { shop, invoices }: ClientContext,
  suits: (known: KnownInvoice) => boolean,
  work: (id: string, known: KnownInvoice) => Promise<void>,
): Promise<void> {
  const suitable = [...invoices].filter(([, known]) => suits(known));
  const chosen = oneOf(shop.random, shop.random() < LIKELY_SHARE ? suitable : [...invoices]);
  if (chosen) await work(...chosen);
}
