import type { QuoteTemplate } from '../../domain/catalogue/template.ts';
import { SHAPES } from '../../domain/stored-shape.ts';
import { formatLimit, type Sql } from '../database.ts';
import { type PageSlice, type PageTotal, toExactTotal } from '../lists/list-total.ts';
import { toSearchForm } from '../lists/text/search-form.ts';
import { parseDoc, type StoredDoc, toCurrentDoc } from './stored-docs.ts';

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
  const row = await sql.get<TemplateRow & StoredDoc>(
    'SELECT id, doc, shape, version FROM templates WHERE account_id = ? AND id = ?',
    accountId,
    id,
  );
  return row && { ...row, doc: toDoc(row) };
}

/** Loads the template and locks it until the transaction ends. */
export async function loadTemplate(
  tx: Sql,
  accountId: string,
  id: string,
): Promise<StoredTemplate | undefined> {
  const row = await tx.get<TemplateRow & StoredDoc>(
    `SELECT id, doc, shape, version FROM templates WHERE account_id = ? AND id = ? ${tx.forUpdate}`,
    accountId,
    id,
  );
  return row && { template: parseDoc('template', row), version: row.version };
}

/** Newest first. */
export async function listTemplateDocs(
  sql: Sql,
  accountId: string,
  { search, ...page }: PageSlice & { search?: string | undefined },
): Promise<PageTotal & { docs: string[] }> {
  if (search) return searchTemplates(sql, accountId, search, page);
  const count = await sql.get<{ n: number }>(
    'SELECT count(*) AS n FROM templates WHERE account_id = ?',
    accountId,
  );
  const total = Number(count?.n ?? 0);
  const start = page.after === undefined ? [] : [page.after];
  const part = formatLimit(page.limit + start.length, page.offset);
  const rows = await sql.all<StoredDoc>(
    `SELECT doc, shape FROM templates WHERE account_id = ? ${start.length > 0 ? 'AND id < ?' : ''}
     ORDER BY id DESC ${part.sql}`,
    ...[accountId, ...start, ...part.values],
  );
  const docs = rows.slice(0, page.limit).map(toDoc);
  if (page.after === undefined) return { docs, ...toExactTotal(total, page) };
  return { docs, total, isExact: true, hasMore: rows.length > page.limit };
}

/** An account has tens of templates, so each one is examined. */
async function searchTemplates(
  sql: Sql,
  accountId: string,
  search: string,
  page: PageSlice,
): Promise<PageTotal & { docs: string[] }> {
  const rows = await sql.all<StoredDoc & { id: string }>(
    'SELECT id, doc, shape FROM templates WHERE account_id = ? ORDER BY id DESC LIMIT ?',
    accountId,
    MOST_SEARCHED,
  );
  const term = toSearchForm(search);
  const found = rows.filter(({ doc }) => {
    const { name, title } = JSON.parse(doc) as QuoteTemplate;
    return toSearchForm(name).includes(term) || toSearchForm(title ?? '').includes(term);
  });
  const { after, limit } = page;
  const offset = after === undefined ? page.offset : found.filter(({ id }) => id >= after).length;
  const docs = found.slice(offset, offset + limit).map(toDoc);
  return { docs, ...toExactTotal(found.length, { limit, offset }), isExact: rows.length < MOST_SEARCHED };
}

const MOST_SEARCHED = 1000;

function toDoc(row: StoredDoc): string {
  return toCurrentDoc('template', row);
}

export async function insertTemplate(tx: Sql, accountId: string, template: QuoteTemplate): Promise<void> {
  await tx.run(
    'INSERT INTO templates (account_id, id, version, doc, shape) VALUES (?, ?, 1, ?, ?)',
    ...[accountId, template.id, JSON.stringify(template), SHAPES.template],
  );
}

export async function replaceTemplate(tx: Sql, accountId: string, template: QuoteTemplate): Promise<void> {
  await tx.run(
    'UPDATE templates SET version = version + 1, doc = ?, shape = ? WHERE account_id = ? AND id = ?',
    ...[JSON.stringify(template), SHAPES.template, accountId, template.id],
  );
}

export async function deleteTemplate(tx: Sql, accountId: string, id: string): Promise<void> {
  await tx.run('DELETE FROM templates WHERE account_id = ? AND id = ?', accountId, id);
}
