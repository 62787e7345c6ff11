import type { Deps } from '../../app/deps.ts';
import {
  newTemplate,
  patchTemplate,
  type QuoteTemplate,
  type TemplateInput,
  type TemplatePatch,
} from '../../domain/catalogue/template.ts';
import { assertNoErrors } from '../../domain/field-errors.ts';
import { isId } from '../../domain/ids.ts';
import { composeTemplateCosts } from '../../domain/quote/cost/item-costs.ts';
import { findQuoteRuleErrors } from '../../domain/quote/quote-rules.ts';
import { completeTaxes } from '../../domain/tax/complete-taxes.ts';
import type { PageSlice, PageTotal } from '../../store/lists/list-total.ts';
import { findItemCosts } from '../../store/tables/quote/item-costs.ts';
import * as table from '../../store/tables/templates.ts';
import { requireAccount } from '../account/require-account.ts';
import { expectCursor } from '../expect-cursor.ts';
import { addTemplateCosts } from '../quotes/costs/show-costs.ts';
import { createResourceActions } from '../resource-actions.ts';

type Store = Pick<Deps, 'db'>;

export async function listTemplates(
  { db }: Store,
  accountId: string,
  page: PageSlice & { search?: string | undefined },
): Promise<PageTotal & { docs: string[] }> {
  await expectCursor(db.read, 'templates', accountId, page.after);
  return table.listTemplateDocs(db.read, accountId, page);
}

/** Finds the template that a new quote is to be created from, with the costs of its items. */
export async function findCostedTemplate(
  { db }: Store,
  accountId: string,
  id: string,
): Promise<QuoteTemplate | undefined> {
  const row = isId('tpl', id) ? await table.findTemplateRow(db.read, accountId, id) : undefined;
  if (!row) return undefined;
  const template = JSON.parse(row.doc) as QuoteTemplate;
  const costs = await findItemCosts(db.read, accountId, id);
  return { ...template, items: addTemplateCosts(template.items, costs) };
}

export const {
  read: readTemplate,
  create: createTemplate,
  change: changeTemplate,
  remove: deleteTemplate,
} = createResourceActions({
  noun: 'template',
  idPrefix: 'tpl',
  findRow: table.findTemplateRow,
  async load(tx, accountId, id) {
    const found = await table.loadTemplate(tx, accountId, id);
    return found && { stored: found.template, version: found.version };
  },
  compose: async (_tx, _accountId, input: TemplateInput, at) => newTemplate(input, at),
  patch: async (_tx, _accountId, before, patch: TemplatePatch, now) => patchTemplate(before, patch, now),
  insert: table.insertTemplate,
  async replace(tx, accountId, _before, after) {
    // A concurrent request may have changed the other fields of a rule since the route checked them.
    const account = await requireAccount(tx, accountId);
    assertNoErrors(findQuoteRuleErrors(completeTaxes(after, account)));
    await table.replaceTemplate(tx, accountId, after);
  },
  remove: table.deleteTemplate,
  costs: {
    isSet: ({ items }) => items !== undefined,
    compose: ({ items }, before) =>
      composeTemplateCosts(items ?? [], { items: before.stored?.items ?? [], costs: before.costs }),
  },
});
