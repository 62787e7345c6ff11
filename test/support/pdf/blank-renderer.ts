import { createHash } from 'node:crypto';
import type { DocumentSource, RenderedDocument } from '../../../src/domain/document.ts';
import type { Renderer } from '../../../src/pdf/renderer.ts';
import { sharedRenderer } from './shared-renderer.ts';

/**
 * Returns a renderer whose documents are an empty page, for tests that do not look at them: typesetting takes half of
 * the time of a send. As with the typesetter, equal sources give equal bytes, and other sources give others. Logos are
 * checked and drawn by the typesetter.
 */
export function blankRenderer(): Renderer {
  const { version, checkLogo, drawLogo } = sharedRenderer();
  return { version, render, checkLogo, drawLogo, warmUp: async () => {}, close: async () => {} };
}

async function render(source: DocumentSource): Promise<RenderedDocument> {
  const pdf = Buffer.from(
    PAGE.replace('SOURCE', createHash('sha256').update(JSON.stringify(source)).digest('hex')),
  );
  const sha256 = createHash('sha256').update(pdf).digest('hex');
  return { pdf, sha256, standard: 'a-2a', warnings: [], logoError: null };
}

const PAGE = `%PDF-1.7
% SOURCE
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842]>> endobj
trailer <</Root 1 0 R>>
%%EOF
`;
