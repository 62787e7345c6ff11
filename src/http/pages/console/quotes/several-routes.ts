import { readCustomer } from '../../../../actions/customer/customers.ts';
import { quotesAsCsv } from '../../../../actions/export/export-csv.ts';
import { remindNow } from '../../../../actions/outbox/remind-now.ts';
import { readQuote } from '../../../../actions/quote/read-quote.ts';
import { removeQuote } from '../../../../actions/quote/remove-quote.ts';
import { sendQuote } from '../../../../actions/send/send-quote.ts';
import type { CustomerRecord } from '../../../../domain/customer.ts';
import { Problem } from '../../../../domain/errors.ts';
import { isId } from '../../../../domain/ids.ts';
import {
  refuseConverted,
  refusePartlyInvoiced,
  refuseUnlessOpen,
} from '../../../../domain/quote/problems.ts';
import type { Quote } from '../../../../domain/quote/quote.ts';
import { formatQuantity } from '../../../../i18n/format.ts';
import { named, type Words } from '../../../../web/console/quote-reader.ts';
import { PICK } from '../../../../web/console/quotes/rows.ts';
import { DEEDS, type Deed, outcomesPage, severalPage } from '../../../../web/console/quotes/several.ts';
import { fill } from '../../../../web/shell.ts';
import { csvHeaders } from '../../../api/csv.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../console-route.ts';
import { changeable, doOnce, going, newOnce, ownerOf, repeatableOf } from '../quote/forms.ts';
import { tellProblem } from '../quote/problem-words.ts';
import { readerOf } from '../quote/show.ts';
import { backQuery, showList } from './list-routes.ts';

/** At least the size of a page, and few enough to process during one request. */
const MOST = 50;

export const severalRoutes: ConsoleRoute[] = [
  { method: 'POST', path: '/quotes/several', minRole: 'member', handle: several },
];

interface Marked {
  id: string;
  /** The time of the last change that the list showed. */
  shown: string;
}

interface Found extends Marked {
  version: number;
  quote: Quote;
  customer: CustomerRecord;
}

async function several(context: PageContext): Promise<PageReply> {
  const { form, say, locale } = context;
  const marked = markedIn(context);
  const back = backQuery(form.back);
  const deed = [...DEEDS, 'export' as const].find((one) => one === form.do);
  if (marked.length === 0 || marked.length > MOST || !deed) {
    const tooMany = say.quotes.tooMany.replace('{n}', formatQuantity(MOST, locale));
    const text = marked.length > MOST ? tooMany : say.quotes.noneMarked;
    const query = Object.fromEntries(new URLSearchParams(back));
    return showList({ ...context, query }, { tone: 'bad', text });
  }
  if (deed === 'export') return exportMarked(context, marked);
  return form.sure === '1' ? act(context, deed, marked, back) : ask(context, deed, marked, back);
}

async function exportMarked(context: PageContext, marked: Marked[]): Promise<PageReply> {
  const found = await findAll(context, marked);
  const csv = quotesAsCsv(found.map(({ quote, customer }) => ({ ...quote, customerName: customer.name })));
  return { headers: csvHeaders('quotes'), body: csv };
}

function markedIn({ form }: PageContext): Marked[] {
  return Object.entries(form)
    .filter(([name]) => name.startsWith(PICK))
    .map(([name, shown = '']) => ({ id: name.slice(PICK.length), shown }))
    .filter(({ id }) => isId('quo', id));
}

/** Shows what will happen to each quote and asks for confirmation. */
async function ask(context: PageContext, deed: Deed, marked: Marked[], back: string): Promise<PageReply> {
  const found = await findAll(context, marked);
  const quotes = found.map(({ id, shown, quote, customer }) => ({
    ...summary(quote, customer),
    id,
    shown,
    to: customer.email,
    problem: foreseen(context, deed, quote, customer),
  }));
  return { page: severalPage({ ...readerOf(context), deed, back, once: newOnce(), quotes }) };
}

function summary({ id, number, title, status, total, currency }: Quote, { name }: CustomerRecord) {
  return { id, number, title, status, total, currency, customerName: name };
}

async function findAll({ deps, account, now }: PageContext, marked: Marked[]): Promise<Found[]> {
  const found: Found[] = [];
  for (const { id, shown } of marked) {
    try {
      const row = await readQuote(deps, account.id, id, now);
      const quote = JSON.parse(row.doc) as Quote;
      const { doc } = await readCustomer(deps, account.id, quote.customerId);
      found.push({ id, shown, version: row.version, quote, customer: JSON.parse(doc) as CustomerRecord });
    } catch (error) {
      // The quote was deleted in the meantime, so it is skipped.
      if (!(error instanceof Problem) || error.code !== 'not_found') throw error;
    }
  }
  return found;
}

/** Returns the error that the action would have with the current status of the quote. */
function foreseen(context: PageContext, deed: Deed, quote: Quote, { email }: CustomerRecord): Words {
  try {
    refuseConverted(quote);
    REFUSALS[deed](quote);
    if (deed === 'send' && email === null) return context.say.quote.problems.recipient_missing;
    return undefined;
  } catch (error) {
    return tellProblem(context, error);
  }
}

const REFUSALS: Record<Deed, (quote: Quote) => void> = {
  send: refusePartlyInvoiced,
  remind: refuseUnlessOpen,
  delete: refusePartlyInvoiced,
};

/** Processes the quotes one after the other. An error of one does not stop the others. */
async function act(context: PageContext, deed: Deed, marked: Marked[], back: string): Promise<PageReply> {
  const outcomes = [];
  for (const found of await findAll(context, marked)) {
    outcomes.push({ ...summary(found.quote, found.customer), ...(await outcomeOf(context, deed, found)) });
  }
  if (outcomes.length === 0) {
    const query = Object.fromEntries(new URLSearchParams(back));
    return showList({ ...context, query }, { tone: 'bad', text: context.say.quote.problems.not_found });
  }
  return { page: outcomesPage({ ...readerOf(context), deed, back, outcomes }) };
}

async function outcomeOf(
  context: PageContext,
  deed: Deed,
  found: Found,
): Promise<{ isDone: boolean; text: Words }> {
  try {
    await WORKS[deed](context, found);
    return { isDone: true, text: doneText(context, deed, found) };
  } catch (error) {
    return { isDone: false, text: tellProblem(context, error) };
  }
}

function doneText({ say: { quotes } }: PageContext, deed: Deed, { customer }: Found): Words {
  if (deed === 'send') return fill(quotes.doneSend, { to: named(customer.email) });
  return deed === 'remind' ? quotes.doneRemind : quotes.doneDelete;
}

const WORKS: Record<Deed, (context: PageContext, found: Found) => Promise<unknown>> = {
  send(context, found) {
    const repeatable = repeatableOf(context, found.id);
    const respond = () => going(context.base);
    return doOnce(context, repeatable, async () => {
      const quote = await seen(context, found, REFUSALS.send);
      return sendQuote(context.deps, ownerOf(context), {}, quote, { repeatable, respond });
    });
  },
  remind(context, found) {
    const repeatable = repeatableOf(context, found.id);
    const respond = () => going(context.base);
    return doOnce(context, repeatable, async () => {
      const quote = await seen(context, found, REFUSALS.remind);
      return remindNow(context.deps, ownerOf(context), quote, { repeatable, respond, now: context.now });
    });
  },
  async delete(context, found) {
    const quote = await seen(context, found, REFUSALS.delete);
    await removeQuote(context.deps, ownerOf(context), quote);
  },
};

/** Finds the quote. Throws if it has changed since the list was shown. */
function seen(context: PageContext, { id, shown, version, quote }: Found, refuse: (quote: Quote) => void) {
  const isShown = quote.updatedAt === shown;
  return changeable(context, id, isShown ? String(version) : undefined, refuse);
}
