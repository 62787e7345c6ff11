import { IMAGE_URL_PREFIX } from '../../../domain/account/logo-url.ts';
import { toSafeFileName } from '../../../domain/mail/incoming/attachment-name.ts';
import type { Table } from '../../../store/catalog.ts';
import { findAttachmentDocs } from '../../../store/tables/account/attachment-names.ts';
import { readAccountRows } from '../../../store/tables/account/read-account-rows.ts';
import { readDocument } from '../../../store/tables/documents.ts';
import { listSigningKeys } from '../../../store/tables/evidence/signing-keys.ts';
import { readChunks } from '../../../store/tables/quote/attachment-files.ts';
import { formatKeySet } from '../../agreement/evidence/signing-key.ts';
import type { ExportPart, ExportSource } from './export-part.ts';

const ROWS = 200;

/** Files as they are stored: PDFs, attachments, the logo and public keys. */
export async function* exportFiles(
  source: ExportSource,
  tables: readonly Table[],
): AsyncGenerator<ExportPart> {
  yield* exportLogo(source);
  const keys = await listSigningKeys(source.db.read);
  const keySet = formatKeySet(keys.map(({ public_key: key }) => key));
  yield { name: 'jwks.json', content: Buffer.from(keySet) };
  for (const table of tables) {
    if (table.name === 'documents') yield* exportDocuments(source, table);
    if (table.name === 'attachment_files') yield* exportAttachments(source, table);
  }
}

function* exportLogo({ account: { logo } }: ExportSource): Generator<ExportPart> {
  const [prefix = '', type = '', isBase64] = IMAGE_URL_PREFIX.exec(logo ?? '') ?? [];
  if (logo === null || prefix === '') return;
  const data = logo.slice(prefix.length);
  const content = isBase64 ? Buffer.from(data, 'base64') : Buffer.from(decodeURIComponent(data));
  yield { name: `logo.${type.toLowerCase().replace('+xml', '')}`, content };
}

/** Those that were shown to somebody: others are previews of drafts. */
async function* exportDocuments({ db: { read }, account }: ExportSource, table: Table) {
  const options = { columns: 'source_sha256, file_name, kept', size: ROWS };
  for await (const rows of readAccountRows(read, account.id, table, options)) {
    for (const { source_sha256: source, file_name: name, kept } of rows) {
      const document = kept === 1 ? await readDocument(read, account.id, String(source)) : undefined;
      if (document) yield { name: `documents/${toSafeFileName(String(name), '')}`, content: document.pdf };
    }
  }
}

async function* exportAttachments({ db: { read }, account }: ExportSource, table: Table) {
  const options = { columns: 'id, sha256', size: ROWS };
  for await (const rows of readAccountRows(read, account.id, table, options)) {
    for (const { id, sha256 } of rows) {
      // An upload that is under way, or was cut off, has no hash.
      if (typeof sha256 !== 'string') continue;
      const name = await findAttachmentName(read, account.id, sha256);
      // A file that nothing names any more is about to be deleted.
      if (name === undefined) continue;
      const key = { accountId: account.id, id: String(id) };
      yield { name: `attachments/${sha256.slice(0, 8)}-${name}`, content: readChunks(read, key) };
    }
  }
}

/** Finds the name of a file where it is used: the quote, its revision or its decision. */
async function findAttachmentName(
  read: ExportSource['db']['read'],
  accountId: string,
  sha256: string,
): Promise<string | undefined> {
  const docs = await findAttachmentDocs(read, accountId, sha256);
  if (docs.length === 0) return undefined;
  let found = '';
  for (const doc of docs) {
    JSON.parse(doc, (_, value) => {
      if (value?.sha256 === sha256 && typeof value.name === 'string') found ||= value.name;
      return value;
    });
  }
  return toSafeFileName(found || null, '');
}
