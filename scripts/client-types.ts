// `npm run client:types` generates the types of clients/typescript from the OpenAPI document; `npm test` checks that
// they are current.
import { writeFile } from 'node:fs/promises';
import { ENDPOINTS } from '../src/api/endpoints.ts';
import { openApiDocument } from '../src/api/openapi/document.ts';
import { type ApiDocument, generateClientTypes } from './client-types/client-types.ts';

const document = openApiDocument(ENDPOINTS, 'http://127.0.0.1:3000') as ApiDocument;
await writeFile(new URL('../clients/typescript/src/api.ts', import.meta.url), generateClientTypes(document));
