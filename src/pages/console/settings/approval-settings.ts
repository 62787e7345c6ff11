import { changeAccount, readAccount } from '../../../actions/account/change-account.ts';
import { listAccountMembers } from '../../../actions/people/members.ts';
import { checkAccount } from '../../../api/schemas/account/account.ts';
import type { Account } from '../../../domain/account/account.ts';
import { formatAmountInput, formatNumberInput } from '../../../i18n/format-input.ts';
import { parseAmount, parseDecimal } from '../../../i18n/parse-amount.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../console-route.ts';
import type { FormState, Values } from '../forms/field.ts';
import { type FieldRules, formatAmountError, translateErrors } from '../forms/field-errors.ts';
import { renderFormNotice } from '../forms/form.ts';
import { readTyped } from '../forms/form-values.ts';
import { type Stored, submitForm } from '../forms/submit.ts';
import { renderDoneNotice } from '../resources/resource-page.ts';
import type { ConsolePage } from '../shell.ts';
import { buildApprovalPage } from './approval.ts';

const PATH = '/settings/approval';

const RULES: FieldRules = {
  'approval.totalFrom': {},
  'approval.discountFrom': { wrong: 'percent' },
  'approval.marginBelow': { wrong: 'percent' },
  'approval.madeByKeys': {},
};

/** The rules by which quotes need approval. */
export const approvalSettingRoutes: ConsoleRoute[] = [
  { method: 'GET', path: PATH, minRole: 'owner', handle: show },
  { method: 'POST', path: PATH, minRole: 'owner', handle: save },
];

async function show(context: PageContext): Promise<PageReply> {
  const seen = await readStored(context);
  const notice = renderDoneNotice(context.query.done, context.t);
  return { page: await render(context, { values: seen.values, errors: {} }, seen, notice) };
}

function save(context: PageContext): Promise<PageReply> {
  const { deps, account, locale, t, base, form, now } = context;
  const typed = readTyped(form, Object.keys(RULES));
  const patch = { approval: toRules(context, typed) };
  const errors = translateErrors(checkAccount(patch), RULES, typed, t);
  if (errors['approval.totalFrom'] !== undefined)
    errors['approval.totalFrom'] = formatAmountError(account.currency, locale, t);
  return submitForm(context, {
    typed,
    errors,
    stored: () => readStored(context),
    show: (state, seen) => render(context, state, seen, renderFormNotice(state, context)),
    save: async (expectVersion) => {
      await changeAccount(deps, account.id, { patch, expectVersion }, now);
      return `${base}${PATH}?done=saved`;
    },
  });
}

/** Converts the fields to rules; a text that is no number becomes one that the API rejects. */
function toRules({ account, locale }: PageContext, typed: Values): Account['approval'] {
  const total = typed['approval.totalFrom'] ?? '';
  const readPercent = (text = '') => (text === '' ? null : (parseDecimal(text, locale) ?? -1));
  return {
    totalFrom: total === '' ? null : (parseAmount(total, account.currency, locale) ?? -1),
    discountFrom: readPercent(typed['approval.discountFrom']),
    marginBelow: readPercent(typed['approval.marginBelow']),
    madeByKeys: typed['approval.madeByKeys'] === 'on' ? true : null,
  };
}

async function readStored({ deps, account, locale }: PageContext): Promise<Stored> {
  const { account: current, version } = await readAccount(deps, account.id);
  const { totalFrom, discountFrom, marginBelow, madeByKeys } = current.approval;
  const format = (percent: number | null) => (percent === null ? '' : formatNumberInput(percent, locale.tag));
  const values = {
    'approval.totalFrom':
      totalFrom === null ? '' : formatAmountInput(totalFrom, current.currency, locale.tag),
    'approval.discountFrom': format(discountFrom),
    'approval.marginBelow': format(marginBelow),
    'approval.madeByKeys': madeByKeys ? 'on' : '',
  };
  return { version, values };
}

async function render(
  context: PageContext,
  state: FormState,
  seen: Stored | undefined,
  notice: ConsolePage['notice'],
): Promise<ConsolePage> {
  const members = await listAccountMembers(context.deps, context.account.id);
  const approvers = members.filter(({ mayApprove }) => mayApprove).map(({ name }) => name);
  return buildApprovalPage(context, { state, seen, approvers, notice });
}
