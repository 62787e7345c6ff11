import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { BRANDS } from '../../../../test/fixtures/brands.ts';
import { gallery } from '../../../../test/support/pdf/document-gallery.ts';
import { sharedRenderer } from '../../../../test/support/pdf/shared-renderer.ts';

const renderer = sharedRenderer();
const [ACCEPTED, ACCEPTED_GROUND] = ['#17663c', '#e8f4ec'];

test('the document uses the exact colour of the account, and one of its own for the acceptance', async () => {
  const samples = gallery();
  const edges: Record<string, number> = {};
  for (const [name, color] of Object.entries(BRANDS)) {
    const source = samples[`brand-${name}`];
    assert.ok(source);
    const { fills, strokes } = await listColors((await renderer.render(source)).pdf);
    assert.ok(strokes.includes(color), `${name}: rule of the total`);
    assert.ok(fills.includes(ACCEPTED) && fills.includes(ACCEPTED_GROUND), `${name}: the acceptance`);
    edges[name] = strokes.filter((stroke) => stroke === '#15171c').length;
  }
  const { yellow = 0, white = 0, red = 0, black = 0 } = edges;
  assert.deepEqual([yellow - red, white - red, black - red], [1, 1, 0], 'of the rule');
});

async function listColors(pdf: Uint8Array): Promise<{ fills: string[]; strokes: string[] }> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const page = await (await task.promise).getPage(1);
  const { fnArray, argsArray } = await page.getOperatorList();
  const args = (code: number) => fnArray.flatMap((fn, at) => (fn === code ? [String(argsArray[at][0])] : []));
  const colors = { fills: args(OPS.setFillRGBColor), strokes: args(OPS.setStrokeRGBColor) };
  await task.destroy();
  return colors;
}
