import { createHash } from 'node:crypto';
import type { DocumentSource, RenderedDocument } from '../../../src/domain/document.ts';

/** Creates an empty page. As with the typesetter, equal sources give equal bytes, and other sources give others. */
export function createBlankDocument(source: DocumentSource): Omit<RenderedDocument, 'logoError'> {
  const pdf = Buffer.from(
    PAGE.replace('SOURCE', createHash('sha256').update(JSON.stringify(source)).digest('hex')),
  );
  const sha256 = createHash('sha256').update(pdf).digest('hex');
  return { pdf, sha256, standard: 'a-2a', warnings: [] };
}

const PAGE = `%PDF-1.7
% SOURCE
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842]>> endobj
trailer <</Root 1 0 R>>
%%EOF
`;
