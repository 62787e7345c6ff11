import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { sampleQuote } from '../../../../test/fixtures/documents.ts';
import { dataUrl, JPEG, png, svg } from '../../../../test/support/pdf/logos.ts';
import { sharedRenderer } from '../../../../test/support/pdf/shared-renderer.ts';
import { drawPixels } from './bitmap.ts';
import { drawOnPlate } from './plate.ts';
import { isWhiteLogo, toSvg } from './white-logo.ts';

const renderer = sharedRenderer();
const WHITE = svg('<path d="M1 1h7v7H1z" fill="#fff"/>');

/** Two pixels with an opacity each, behind the filter byte of their row. */
function pixels(...values: number[]): string {
  return dataUrl('png', png({ width: 2, height: 1, colour: 6 }, Uint8Array.of(0, ...values)));
}

test('only a logo of white shapes is white', async () => {
  const logos: [string, boolean][] = [
    [WHITE, true],
    [svg('<g fill="white"><circle cx="4" cy="4" r="3"/></g>'), true],
    [svg('<path d="M1 1h7v7H1z" fill="#1f4fa3"/><path d="M3 3h3v3H3z" fill="#fff"/>'), false],
    [svg('<path d="M1 1h7v7H1z"/>'), false],
    [svg('<path d="M1 1h7v7H1z" fill="#ffd400"/>'), false],
    [pixels(255, 255, 255, 255, 0, 0, 0, 0), true],
    [pixels(255, 255, 255, 255, 20, 20, 20, 255), false],
    [pixels(0, 0, 0, 0, 0, 0, 0, 0), false],
    [dataUrl('jpeg', JPEG), false],
    ['data:image/png;base64,AAAA', false],
  ];
  for (const [logo, isWhite] of logos) assert.equal(await isWhiteLogo(logo), isWhite, logo);
});

test("a white logo is printed on a plate in the brand's colour, or a dark one if that is pale", async () => {
  const countFills = async (logo: string, accentColor: string, fill: string) => {
    const { pdf } = await renderer.render(sampleQuote({ account: { logo, accentColor } }));
    const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
    const { fnArray, argsArray } = await (await (await task.promise).getPage(1)).getOperatorList();
    await task.destroy();
    return fnArray.filter((fn, at) => fn === OPS.setFillRGBColor && argsArray[at]?.[0] === fill).length;
  };
  const dark = svg('<path d="M1 1h7v7H1z" fill="#123456"/>');
  const [white, plain] = [
    await countFills(WHITE, '#c8102e', '#c8102e'),
    await countFills(dark, '#c8102e', '#c8102e'),
  ];
  assert.equal(white, plain + 1);
  const [pale, plainPale] = [
    await countFills(WHITE, '#ffd400', '#15171c'),
    await countFills(dark, '#ffd400', '#15171c'),
  ];
  assert.equal(pale, plainPale + 1);
});

const WIDTH = 20;

test('for pages and emails a white logo is drawn on the same plate, and no other logo is', async () => {
  const edge = async (logo: string, color: string) => {
    const plated = await drawOnPlate(logo, color);
    if (!plated) return undefined;
    // None of these is higher than wide.
    const pixels = await drawPixels(toSvg({ type: 'png', bytes: Buffer.from(plated) }), WIDTH);
    const rows = (pixels?.length ?? 0) / 4 / WIDTH;
    // The left edge, halfway down.
    const at = (Math.floor(rows / 2) * WIDTH + 1) * 4;
    return pixels && Buffer.from(pixels.subarray(at, at + 3)).toString('hex');
  };
  assert.equal(await edge(WHITE, '#c8102e'), 'c8102e');
  assert.equal(await edge(WHITE, '#ffd400'), '15171c');
  assert.equal(await edge(pixels(255, 255, 255, 255, 0, 0, 0, 0), '#c8102e'), 'c8102e');
  assert.equal(await edge(svg('<path d="M1 1h7v7H1z" fill="#123456"/>'), '#c8102e'), undefined);
  assert.equal(await edge(dataUrl('jpeg', JPEG), '#c8102e'), undefined);
});
