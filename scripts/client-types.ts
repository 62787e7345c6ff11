// `npm run client:types` generates the types of clients/typescript from the OpenAPI document, and the lists of all
// operations in its README and in docs/api.md; `npm test` checks that they are current.
import { readFile, writeFile } from 'node:fs/promises';
import { ENDPOINTS } from '../src/api/endpoints.ts';
import { openApiDocument } from '../src/api/openapi/document.ts';
import { type ApiDocument, generateClientTypes } from './client-types/client-types.ts';
import { OPERATION_LISTS, replaceTable } from './client-types/operation-lists.ts';

const document = openApiDocument(ENDPOINTS, 'http://127.0.0.1:3000') as ApiDocument;
await writeFile(new URL('../clients/typescript/src/api.ts', import.meta.url), generateClientTypes(document));
for (const { file, heading, list } of OPERATION_LISTS) {
  const path = new URL(`../${file}`, import.meta.url);
  await writeFile(path, replaceTable(await readFile(path, 'utf8'), heading, list()));
}
