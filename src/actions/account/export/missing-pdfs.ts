import type { Deps } from '../../../app/deps.ts';
import { getDocumentKind } from '../../../domain/document.ts';
import { Problem } from '../../../domain/errors.ts';
import { RenderError } from '../../../domain/render-error.ts';
import type { Table } from '../../../store/catalog.ts';
import type { Database } from '../../../store/database.ts';
import { readAccountRows } from '../../../store/tables/account/read-account-rows.ts';
import { LACKS_DOCUMENT } from '../../../store/tables/quote/shown-documents.ts';
import { retryRender } from '../../invoices/archive/archive-invoices.ts';
import {
  type FoundDocument,
  getInvoiceDocument,
  getQuoteDocument,
  readPdf,
} from '../../sending/documents/find-document.ts';
import type { ExportPart, ExportSource } from './export-part.ts';
import type { Manifest } from './manifest.ts';

/** Makes the document of a quote or an invoice and stores it. */
export type RenderPdf = (accountId: string, documentId: string) => Promise<FoundDocument>;

const ROWS = 200;
const TABLES = ['quotes', 'invoices'] as const;

export function createPdfRenderer(deps: Deps, now: number): RenderPdf {
  return (accountId, id) =>
    getDocumentKind(id) === 'invoice'
      ? getInvoiceDocument(deps, accountId, id)
      : getQuoteDocument(deps, { accountId, actor: { type: 'system' }, seesCosts: true }, id, now);
}

/** Finds what was sent, decided or issued, and whose current document nobody has asked for yet. */
export async function findMissingPdfs(
  { db, account }: ExportSource,
  tables: readonly Table[],
): Promise<string[]> {
  const missing: string[] = [];
  for (const name of TABLES) {
    const table = tables.find((each) => each.name === name);
    if (!table) throw new Error(`no table ${name}`);
    const options = { columns: `id, ${LACKS_DOCUMENT[name]} AS is_missing`, size: ROWS };
    for await (const rows of readAccountRows(db.read, account.id, table, options)) {
      for (const { id, is_missing: isMissing } of rows) if (isMissing === 1) missing.push(String(id));
    }
  }
  return missing;
}

/** Makes one PDF after the other, in the turn that the account has among all others. */
export async function* exportMissingPdfs(
  db: Database,
  manifest: Manifest,
  documentIds: readonly string[],
  renderPdf: RenderPdf | undefined,
): AsyncGenerator<ExportPart> {
  const { id: accountId } = manifest.account;
  for (const id of documentIds) {
    if (!renderPdf) {
      manifest.missing.push({ id, reason: 'not made yet' });
      continue;
    }
    try {
      const document = await retryRender(() => renderPdf(accountId, id));
      const content = await readPdf({ db }, accountId, document);
      if (content) yield { name: `documents/${document.fileName}`, content };
      else manifest.missing.push({ id, reason: 'erased meanwhile' });
    } catch (error) {
      const isKnown = error instanceof RenderError || error instanceof Problem;
      if (!isKnown || (error instanceof RenderError && error.reason === 'stopped')) throw error;
      manifest.missing.push({ id, reason: error.message });
    }
  }
}
