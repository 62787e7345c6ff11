import { confirmLines } from '../../../../actions/payments/statement/confirm-lines.ts';
import { importStatement, readImport } from '../../../../actions/payments/statement/import-statement.ts';
import { Problem } from '../../../../domain/errors.ts';
import { MAX_STATEMENT_BYTES } from '../../../../domain/invoice/statement/bank-line.ts';
import {
  ASKED_OPTIONS,
  type CsvOptions,
  DATE_ORDERS,
  DECIMAL_SIGNS,
  listChoices,
} from '../../../../domain/invoice/statement/csv-columns.ts';
import {
  type LineOutcome,
  MAX_CHOICES,
  type PaymentImport,
} from '../../../../domain/invoice/statement/payment-import.ts';
import { isCurrency } from '../../../../domain/money/currency.ts';
import { fill } from '../../../../i18n/fill.ts';
import { formatQuantity } from '../../../../i18n/format.ts';
import type { Form } from '../../../form-fields.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../../console-route.ts';
import { readParts } from '../../forms/upload.ts';
import type { ConsolePage } from '../../shell.ts';
import { buildProposalsPage, buildStatementPage, type Question } from './statement-pages.ts';

/** Lines per form, so that it stays within the limit of a form and of a confirmation. */
const MAX_LINES = MAX_CHOICES;
/** Enough for the file and the other parts of the form. */
const bodyLimit = MAX_STATEMENT_BYTES + 100_000;

export const statementRoutes: ConsoleRoute[] = [
  {
    method: 'GET',
    path: '/invoices/import',
    minRole: 'member',
    handle: async (context) => ({ page: buildStatementPage(context, MAX_STATEMENT_BYTES) }),
  },
  { method: 'POST', path: '/invoices/import', minRole: 'member', bodyLimit, handle: upload },
  { method: 'GET', path: '/invoices/import/:id', minRole: 'member', handle: show },
  { method: 'POST', path: '/invoices/import/:id', minRole: 'member', handle: confirm },
];

async function upload(context: PageContext): Promise<PageReply> {
  const { deps, account, t, now } = context;
  const words = t.statements;
  const { file, form } = await readParts(context.request);
  const reject = (problem: string, asked: Question[] = []) => ({
    page: buildStatementPage(context, MAX_STATEMENT_BYTES, { problem, asked, values: form }),
    status: 400,
  });
  if (!file) return reject(words.noFile);
  if (file.bytes.length > MAX_STATEMENT_BYTES) return reject(words.tooLarge);
  try {
    const found = await importStatement(deps, account.id, file.bytes, readOptions(form), now);
    return { page: renderProposals(context, found) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const given = listGiven(form);
    const asked = error.errors.flatMap(({ path, message }) => {
      const option = ASKED_OPTIONS.find((name) => path === `/${name}`);
      const answered = option === 'moneyIn' ? listWords(form) : [];
      return option ? [{ option, choices: [...new Set([...answered, ...listChoices(message)])] }] : [];
    });
    const [question] = asked;
    if (question) {
      const sentences = {
        decimal: words.askDecimal,
        dateOrder: words.askDateOrder,
        currency: words.askCurrency,
      };
      const sentence = question.option === 'moneyIn' ? words.askSides : sentences[question.option];
      return reject(sentence, [...given.filter(({ option }) => option !== question.option), question]);
    }
    if (error.code === 'statement_unreadable') return reject(words.unreadable, given);
    throw error;
  }
}

/** Lists what was answered before, so that it is sent again with the file. */
function listGiven(form: Form): Question[] {
  const words = listWords(form);
  const sides = words.length > 0 ? [{ option: 'moneyIn' as const, choices: words }] : [];
  const others = (['decimal', 'dateOrder', 'currency'] as const).flatMap((option) => {
    const value = form[option];
    return value ? [{ option, choices: [value] }] : [];
  });
  return [...others, ...sides];
}

function listWords(form: Form): string[] {
  return Object.keys(form).flatMap((name) => (/^word_\d{1,2}$/.test(name) ? [form[name] ?? ''] : []));
}

function readOptions(form: Form): CsvOptions {
  const { decimal, currency } = form;
  const words = (side: string) => listWords(form).filter((_, at) => form[`side_${at}`] === side);
  return {
    columns: currency && isCurrency(currency) ? { currency } : {},
    decimal: decimal === 'point' || decimal === 'comma' ? DECIMAL_SIGNS[decimal] : undefined,
    dateOrder: DATE_ORDERS.find((order) => order === form.dateOrder),
    ...{ moneyIn: words('in'), moneyOut: words('out') },
  };
}

async function show(context: PageContext): Promise<PageReply> {
  const { deps, account, params } = context;
  return { page: renderProposals(context, await readImport(deps, account.id, params.id ?? '')) };
}

function renderProposals(
  context: PageContext,
  found: PaymentImport,
  notice?: ConsolePage['notice'],
): ConsolePage {
  return buildProposalsPage(context, found, { notice, maxLines: MAX_LINES });
}

/** Records the ticked invoices of lines. Pressing twice records each once, because a line knows its payments. */
async function confirm(context: PageContext): Promise<PageReply> {
  const { deps, account, params, form, now } = context;
  const id = params.id ?? '';
  const choices = Object.keys(form).flatMap((name) => {
    const [, lineId, invoiceId] = /^pay\.(\w{1,100})\.(\w{1,100})$/.exec(name) ?? [];
    return lineId && invoiceId ? [{ lineId, invoiceId }] : [];
  });
  const outcomes: LineOutcome[] = [];
  for (let start = 0; start < choices.length; start += MAX_CHOICES) {
    const batch = choices.slice(start, start + MAX_CHOICES);
    outcomes.push(...(await confirmLines(deps, context.caller, id, batch, now)));
  }
  const found = await readImport(deps, account.id, id);
  return { page: renderProposals(context, found, describeOutcomes(context, outcomes)) };
}

function describeOutcomes(
  { t, locale }: PageContext,
  outcomes: readonly LineOutcome[],
): NonNullable<ConsolePage['notice']> {
  const words = t.statements;
  if (outcomes.length === 0) return { tone: 'info', text: words.nothingTicked };
  const refused = outcomes.filter(({ outcome }) => outcome === 'rejected').length;
  const n = (count: number) => formatQuantity(count, locale);
  const recorded = fill(words.recordedCount, { n: n(outcomes.length - refused) });
  if (refused === 0) return { tone: 'good', text: recorded };
  return { tone: 'bad', text: `${recorded} ${fill(words.refused, { n: n(refused) })}` };
}
