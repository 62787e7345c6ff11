/**
 * Regenerates `src/pages/inter.woff2`, the font of the console and the customer pages: Inter for Latin, Greek and Cyrillic,
 * reduced to the characters and weights that pages use.
 *
 *   node scripts/web-font.ts
 *
 * The source is an npm package under the SIL Open Font License (`fonts/licenses/inter.txt`), downloaded to a temporary
 * folder.
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Subset = (font: Uint8Array, text: string, options: object) => Promise<Uint8Array>;

const PACKAGES = ['subset-font@2.9.0', 'inter-ui@4.1.1'];
const TARGET = join(import.meta.dirname, '../src/pages/inter.woff2');
/** Every visitor downloads it once. */
const MAX_BYTES = 60 * 1024;

/** `unicode-range` in `src/pages/page.css` has the same characters. */
const RANGES: [first: number, last: number][] = [
  [0x20, 0x7e],
  [0xa0, 0x17f],
  [0x218, 0x21b],
  [0x386, 0x3ce],
  [0x400, 0x45f],
  [0x490, 0x491],
  [0x2010, 0x203a],
  [0x20a0, 0x20bf],
  [0x2116, 0x2122],
  [0x2190, 0x2193],
  [0x2212, 0x2212],
  [0x2248, 0x2265],
];

const temporary = await mkdtemp(join(tmpdir(), 'web-font-'));
try {
  await writeFile(join(temporary, 'package.json'), '{}');
  execFileSync('npm', ['install', '--loglevel=error', '--no-audit', '--no-fund', ...PACKAGES], {
    cwd: temporary,
    stdio: 'inherit',
  });
  const subset = createRequire(join(temporary, 'package.json'))('subset-font') as Subset;
  const source = await readFile(join(temporary, 'node_modules/inter-ui/variable/InterVariable.woff2'));
  const font = await subset(source, listCharacters(), {
    targetFormat: 'woff2',
    noHinting: true,
    keepFeatures: ['kern', 'ccmp', 'mark', 'mkmk', 'locl', 'tnum', 'calt'],
    variationAxes: { wght: { min: 400, max: 700 }, opsz: 14 },
  });
  if (font.length > MAX_BYTES) throw new Error(`${font.length} bytes are too many`);
  await writeFile(TARGET, font);
  console.log(`${font.length} bytes`);
} finally {
  await rm(temporary, { recursive: true, force: true });
}

function listCharacters(): string {
  const codes = RANGES.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index),
  );
  return String.fromCodePoint(...codes);
}
