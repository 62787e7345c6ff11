import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { formatAnimatedWebp, readDurations } from '../scripts/pictures/film/animated-webp.ts';
import { findChangedArea } from '../scripts/pictures/film/changed-area.ts';
import { createRecorder } from '../scripts/pictures/film/recorder.ts';
import { sharedChromium } from './support/browser/shared-chromium.ts';
import { startTestService } from './support/service/service.ts';

const RED = [200, 30, 20];
const BLUE = [10, 40, 220];
const GREEN = [20, 160, 60];
const SIZE = { width: 41, height: 31 };

/** A picture of one colour with a rectangle of another. */
function draw(ground: number[], part?: { color: number[]; at: [number, number, number, number] }) {
  const canvas = createCanvas(SIZE.width, SIZE.height);
  const context = canvas.getContext('2d');
  context.fillStyle = `rgb(${ground})`;
  context.fillRect(0, 0, SIZE.width, SIZE.height);
  if (part) {
    context.fillStyle = `rgb(${part.color})`;
    context.fillRect(...part.at);
  }
  return canvas;
}

test('a browser plays an animated WebP as it was recorded', async () => {
  const recorder = createRecorder(SIZE);
  recorder.show(draw(RED), 500);
  recorder.show(draw(RED), 200);
  recorder.show(draw(RED, { color: BLUE, at: [21, 11, 7, 5] }), 140);
  recorder.show(draw(GREEN), 60);
  assert.equal(recorder.durationMs(), 900);
  const file = recorder.format();
  assert.deepEqual(readDurations(file), [700, 140, 60]);

  const service = await startTestService();
  const page = await (await sharedChromium()).newPage();
  try {
    // Decoders of media are for secure origins.
    await page.goto(`${service.url}/docs/search`);
    const played = await page.evaluate(`(async () => {
      const bytes = Uint8Array.from(atob('${file.toString('base64')}'), (character) => character.charCodeAt(0));
      const decoder = new ImageDecoder({ data: bytes, type: 'image/webp' });
      await decoder.tracks.ready;
      const { frameCount, repetitionCount } = decoder.tracks.selectedTrack;
      const canvas = new OffscreenCanvas(${SIZE.width}, ${SIZE.height});
      const context = canvas.getContext('2d');
      const colorAt = (x, y) => [...context.getImageData(x, y, 1, 1).data.slice(0, 3)];
      const frames = [];
      for (let frameIndex = 0; frameIndex < frameCount; frameIndex++) {
        const { image } = await decoder.decode({ frameIndex });
        context.drawImage(image, 0, 0);
        frames.push({ ms: image.duration / 1000, corner: colorAt(0, 0), inside: colorAt(21, 11), last: colorAt(40, 30) });
        image.close();
      }
      return { repetitionCount, frames };
    })()`);
    assert.deepEqual(played, {
      // Repeats after the first time.
      repetitionCount: 2,
      frames: [
        { ms: 700, corner: RED, inside: RED, last: RED },
        { ms: 140, corner: RED, inside: BLUE, last: RED },
        { ms: 60, corner: GREEN, inside: GREEN, last: GREEN },
      ],
    });
  } finally {
    await page.close();
    await service.close();
  }
});

test('an animation rejects what is no WebP, and parts at odd places', () => {
  const file = draw(RED).encodeSync('webp', 100);
  const frame = { file, x: 0, y: 0, ...SIZE, durationMs: 1 };
  const format = (change: object) =>
    formatAnimatedWebp({ ...SIZE, loops: 0, frames: [{ ...frame, ...change }] });
  assert.deepEqual(readDurations(format({})), [1]);
  assert.throws(() => format({ file: draw(RED).encodeSync('png') }), /no WebP/);
  assert.throws(() => format({ x: 3 }), /3, 0/);
  assert.throws(() => format({ y: 7 }), /0, 7/);
});

test('the changed area has all differences, and begins at even places', () => {
  const pixels = (canvas: Canvas) => canvas.getContext('2d').getImageData(0, 0, SIZE.width, SIZE.height);
  const area = (at: [number, number, number, number]) =>
    findChangedArea(pixels(draw(RED)), pixels(draw(RED, { color: BLUE, at })));
  assert.equal(findChangedArea(pixels(draw(RED)), pixels(draw(RED))), undefined);
  assert.deepEqual(area([0, 0, 1, 1]), { x: 0, y: 0, width: 1, height: 1 });
  assert.deepEqual(area([21, 11, 7, 5]), { x: 20, y: 10, width: 8, height: 6 });
  assert.deepEqual(area([40, 30, 1, 1]), { x: 40, y: 30, width: 1, height: 1 });
});

const PAGES = ['README.md', ...globSync('{docs,clients,conformance}/**/*.md')].map((file) =>
  readFileSync(file, 'utf8'),
);
const PICTURES = globSync('docs/**/*.{png,webp,svg}').map((path) => path.replaceAll('\\', '/'));

test('every picture is shown on a page, and in both themes', () => {
  assert.ok(PICTURES.length > 40);
  const all = PAGES.join('\n');
  const unused = PICTURES.filter(
    (path) => !path.startsWith('docs/gallery/') && !all.includes(path.slice('docs/'.length)),
  );
  assert.deepEqual(unused, []);
  const screenshots = PICTURES.filter((path) => path.startsWith('docs/screenshots/'));
  const single = screenshots.filter(
    (path) =>
      !path.includes('-dark') &&
      !/-pdf\./.test(path) &&
      !screenshots.includes(path.replace('.webp', '-dark.webp')),
  );
  assert.deepEqual(single, []);
});

test('the film of the README is short and small, and has a still picture for those who want no motion', () => {
  const readme = readFileSync('README.md', 'utf8');
  for (const name of ['film', 'film-dark']) {
    const file = readFileSync(`docs/screenshots/${name}.webp`);
    assert.ok(file.length <= 2 * 1024 * 1024, `${name}: ${file.length} bytes`);
    const seconds = readDurations(file).reduce((sum, ms) => sum + ms, 0) / 1000;
    assert.ok(seconds >= 15 && seconds <= 25, `${name}: ${seconds} s`);
  }
  const [picture = ''] = /<picture>(?:(?!<\/picture>).)*film\.webp.*?<\/picture>/s.exec(readme) ?? [];
  const sources = [...picture.matchAll(/<source media="([^"]+)" srcset="([^"]+)"/g)];
  const still = (dark: string) => `docs/screenshots/film-still${dark}.webp`;
  assert.deepEqual(
    sources.map(([, media, file]) => [media, file]),
    [
      ['(prefers-reduced-motion: reduce) and (prefers-color-scheme: dark)', still('-dark')],
      ['(prefers-reduced-motion: reduce)', still('')],
      ['(prefers-color-scheme: dark)', 'docs/screenshots/film-dark.webp'],
    ],
  );
  assert.match(picture, /<img src="docs\/screenshots\/film\.webp"[^>]* alt="[^"]{40,}"/);
});
