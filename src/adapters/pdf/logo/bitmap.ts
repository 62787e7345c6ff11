import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { initWasm, Resvg, type ResvgRenderOptions } from '@resvg/resvg-wasm';
import { readFont, readFontIndex, selectFonts, TEXT_FAMILY } from '../typst/fonts.ts';
import { decodePicture } from './data-url.ts';
import { checkSvg } from './svg/check-svg.ts';

/** Twice the size of the logo in an email, for high-resolution screens. */
export const MAX_SIZE_PX = { width: 440, height: 104 };

/** Renders an SVG logo as a PNG for mail clients, or `undefined` if that is impossible. Must run in a worker thread. */
export async function drawBitmap(dataUrl: string): Promise<Uint8Array | undefined> {
  const picture = decodePicture(dataUrl);
  if (typeof picture === 'string' || picture.type !== 'svg+xml') return undefined;
  // Earlier versions stored logos without this check.
  if (checkSvg(picture.bytes)) return undefined;
  return drawPng(picture.bytes, MAX_SIZE_PX);
}

let started: Promise<void> | undefined;

function startResvg(): Promise<void> {
  started ??= readFile(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm'))
    .then((bytes) => WebAssembly.compile(bytes))
    .then((module) => initWasm(module));
  started.catch(() => {
    started = undefined;
  });
  return started;
}

/** Draws an SVG picture that fits into the size as a PNG, or returns `undefined` if that is impossible. */
export async function drawPng(
  svg: Uint8Array,
  size: { width: number; height: number },
): Promise<Uint8Array | undefined> {
  await startResvg();
  return tryDraw(svg, size, (image) => image.asPng());
}

/** Draws an SVG picture in a small square, and returns the pixels, or `undefined` if that is impossible. */
export async function drawPixels(svg: Uint8Array, size: number): Promise<Uint8Array | undefined> {
  await startResvg();
  return tryDraw(svg, { width: size, height: size }, (image) => image.pixels);
}

function tryDraw(...args: Parameters<typeof draw>): Uint8Array | undefined {
  try {
    return draw(...args);
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) throw error;
    return undefined;
  }
}

function draw(
  svg: Uint8Array,
  size: { width: number; height: number },
  read: (image: ReturnType<InstanceType<typeof Resvg>['render']>) => Uint8Array,
): Uint8Array {
  const font = selectFontFiles(svg);
  const { width, height } = new Resvg(svg, { font });
  const zoom = Math.min(size.width / width, size.height / height);
  const drawing = new Resvg(svg, { font, fitTo: { mode: 'zoom', value: zoom } });
  const image = drawing.render();
  // The copy can be transferred to another thread.
  const result = new Uint8Array(read(image));
  image.free();
  drawing.free();
  return result;
}

/** Selects the font families that its text needs, as in the document. */
function selectFontFiles(svg: Uint8Array): NonNullable<ResvgRenderOptions['font']> {
  const text = new TextDecoder().decode(svg);
  const families = text.includes('<text') ? selectFonts('en', text, '').regular : [];
  return {
    fontBuffers: readFontIndex()
      .filter(({ family }) => families.includes(family))
      .map(readFont),
    defaultFontFamily: TEXT_FAMILY,
    serifFamily: TEXT_FAMILY,
    sansSerifFamily: TEXT_FAMILY,
  };
}
