import { type QuoteTemplate, upgradeTemplate } from '../../domain/quote/template.ts';
import { formatLimit, type Sql } from '../database.ts';
import { type PageSlice, type PageTotal, toExactTotal } from '../search/list-total.ts';
import { toSearchForm } from '../search/text/search-form.ts';

export interface TemplateRow {
  id: string;
  doc: string;
  version: number;
}

/** A template loaded for a change. */
export interface StoredTemplate {
  template: QuoteTemplate;
  version: number;
}

export async function findTemplateRow(
  sql: Sql,
  accountId: string,
  id: string,
): Promise<TemplateRow | undefined> {
  const row = await sql.get<TemplateRow>(
    'SELECT id, doc, version FROM templates WHERE account_id = ? AND id = ?',
    accountId,
    id,
  );
  return row && { ...row, doc: upgradeDoc(row) };
}

/** Loads the template and locks it until the transaction ends. */
export async function loadTemplate(
  tx: Sql,
  accountId: string,
  id: string,
): Promise<StoredTemplate | undefined> {
  const row = await tx.get<TemplateRow>(
    `SELECT id, doc, version FROM templates WHERE account_id = ? AND id = ? ${tx.forUpdate}`,
    accountId,
    id,
  );
  return row && { template: parseTemplate(row), version: row.version };
}

/** Newest first. */
export async function listTemplateDocs(
  sql: Sql,
  accountId: string,
  { search, limit, offset }: { search?: string | undefined; limit: number; offset: number },
): Promise<PageTotal & { docs: string[] }> {
  if (search) return searchTemplates(sql, accountId, search, { limit, offset });
  const count = await sql.get<{ n: number }>(
    'SELECT count(*) AS n FROM templates WHERE account_id = ?',
    accountId,
  );
  const page = formatLimit(limit, offset);
  const rows = await sql.all<{ doc: string }>(
    `SELECT doc FROM templates WHERE account_id = ? ORDER BY id DESC ${page.sql}`,
    accountId,
    ...page.values,
  );
  return { docs: rows.map(upgradeDoc), ...toExactTotal(Number(count?.n ?? 0), { limit, offset }) };
}

/** An account has tens of templates, so each one is examined. */
async function searchTemplates(
  sql: Sql,
  accountId: string,
  search: string,
  page: PageSlice,
): Promise<PageTotal & { docs: string[] }> {
  const rows = await sql.all<{ doc: string }>(
    'SELECT doc FROM templates WHERE account_id = ? ORDER BY id DESC LIMIT ?',
    accountId,
    MOST_SEARCHED,
  );
  const term = toSearchForm(search);
  const found = rows.filter(({ doc }) => {
    const { name, title } = JSON.parse(doc) as QuoteTemplate;
    return toSearchForm(name).includes(term) || toSearchForm(title ?? '').includes(term);
  });
  const shown = found.slice(page.offset, page.offset + page.limit);
  const total = { ...toExactTotal(found.length, page), isExact: rows.length < MOST_SEARCHED };
  return { docs: shown.map(upgradeDoc), ...total };
}

const MOST_SEARCHED = 1000;

function upgradeDoc(row: { doc: string }): string {
  return JSON.stringify(parseTemplate(row));
}

function parseTemplate({ doc }: { doc: string }): QuoteTemplate {
  return upgradeTemplate(JSON.parse(doc) as QuoteTemplate);
}

export async function insertTemplate(tx: Sql, accountId: string, template: QuoteTemplate): Promise<void> {
  await tx.run(
    'INSERT INTO templates (account_id, id, version, doc) VALUES (?, ?, 1, ?)',
    accountId,
    template.id,
    JSON.stringify(template),
  );
}

export async function replaceTemplate(tx: Sql, accountId: string, template: QuoteTemplate): Promise<void> {
  await tx.run(
    'UPDATE templates SET version = version + 1, doc = ? WHERE account_id = ? AND id = ?',
    JSON.stringify(template),
    accountId,
    template.id,
  );
}

export async function deleteTemplate(tx: Sql, accountId: string, id: string): Promise<void> {
  await tx.run('DELETE FROM templates WHERE account_id = ? AND id = ?', accountId, id);
}
