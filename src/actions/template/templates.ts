import type { Deps } from '../../deps.ts';
import { failOn } from '../../domain/field-errors.ts';
import { isId, newId } from '../../domain/ids.ts';
import { quoteRuleErrors } from '../../domain/quote/quote-rules.ts';
import {
  newTemplate,
  patchTemplate,
  type QuoteTemplate,
  type TemplateInput,
  type TemplatePatch,
} from '../../domain/quote/template.ts';
import type { Sql } from '../../store/database.ts';
import type { PageTotal } from '../../store/search/list-total.ts';
import type { KeptResponse } from '../../store/tables/idempotency.ts';
import * as table from '../../store/tables/templates.ts';
import { realTime } from '../account/account-time.ts';
import { expectFound } from '../expect-found.ts';
import type { ExpectVersion } from '../expect-version.ts';
import { once, type Responding } from '../idempotency/once.ts';

type Store = Pick<Deps, 'db'>;

export function listTemplates(
  { db }: Store,
  accountId: string,
  page: { search?: string | undefined; limit: number; offset: number },
): Promise<PageTotal & { docs: string[] }> {
  return table.listTemplateDocs(db.read, accountId, page);
}

export async function readTemplate({ db }: Store, accountId: string, id: string): Promise<table.TemplateRow> {
  return expectFound(
    isId('tpl', id) ? await table.findTemplateRow(db.read, accountId, id) : undefined,
    'template',
  );
}

/** For a quote that is to be made from it. */
export async function findTemplate(
  { db }: Store,
  accountId: string,
  id: string,
): Promise<QuoteTemplate | undefined> {
  const row = isId('tpl', id) ? await table.findTemplateRow(db.read, accountId, id) : undefined;
  return row && (JSON.parse(row.doc) as QuoteTemplate);
}

export function createTemplate<Response extends KeptResponse>(
  { db }: Store,
  accountId: string,
  input: TemplateInput,
  { repeatable, respond, now }: Responding<QuoteTemplate, Response>,
): Promise<Response> {
  const create = async (tx: Sql) => {
    const template = newTemplate(input, { id: newId('tpl', realTime(tx, now)), now });
    await table.insertTemplate(tx, accountId, template);
    return respond(template);
  };
  return db.write((tx) => once(tx, repeatable, () => create(tx)), { account: accountId });
}

/** Gives the stored template back when the patch changes nothing. */
export function changeTemplate(
  { db }: Store,
  accountId: string,
  { id, patch, expectVersion }: { id: string; patch: TemplatePatch; expectVersion: ExpectVersion },
  now: number,
): Promise<table.StoredTemplate> {
  return db.write(
    async (tx) => {
      const stored = expectFound(await table.loadTemplate(tx, accountId, id), 'template');
      expectVersion(stored.version);
      const template = patchTemplate(stored.template, patch, now);
      if (template === stored.template) return stored;
      // Somebody else may have changed the other half of a rule meanwhile.
      failOn(quoteRuleErrors(template));
      await table.replaceTemplate(tx, accountId, template);
      return { template, version: stored.version + 1 };
    },
    { account: accountId },
  );
}

export function deleteTemplate(
  { db }: Store,
  accountId: string,
  id: string,
  expectVersion: ExpectVersion,
): Promise<void> {
  return db.write(
    async (tx) => {
      const { version } = expectFound(await table.loadTemplate(tx, accountId, id), 'template');
      expectVersion(version);
      await table.deleteTemplate(tx, accountId, id);
    },
    { account: accountId },
  );
}
