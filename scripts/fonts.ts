/**
 * Regenerates the folder `fonts/`: the fonts for documents, reduced to the glyphs they need, and `index.json`, which
 * lists the coverage of each font so that the typesetter opens only those it uses.
 *
 *   node scripts/fonts.ts
 *
 * The sources are npm packages with static TrueType files under the SIL Open Font License. They are downloaded to a
 * temporary folder: together they take more than 330 MB, and a document needs two weights.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { initSync, TypstFontResolverBuilder } from '@myriaddreamin/typst-ts-web-compiler';

type Subset = (font: Uint8Array, text: string | undefined, options: object) => Promise<Uint8Array>;

const SUBSETTER = 'subset-font@2.9.0';
/** All the features that Typst enables by default. */
const FEATURES = [
  ...['ccmp', 'locl', 'mark', 'mkmk', 'kern', 'calt', 'clig', 'liga', 'rlig', 'rclt', 'curs', 'dist'],
  ...['init', 'medi', 'fina', 'isol', 'med2', 'fin2', 'fin3', 'ljmo', 'vjmo', 'tjmo', 'rtlm', 'ltrm'],
  ...['nukt', 'akhn', 'rphf', 'rkrf', 'pref', 'blwf', 'abvf', 'half', 'pstf', 'vatu', 'cjct', 'cfar'],
  ...['pres', 'abvs', 'blws', 'psts', 'haln', 'abvm', 'blwm', 'tnum', 'lnum', 'case'],
];

/** A national character set, by the byte ranges of its common characters. */
interface Encoding {
  name: string;
  lead: [number, number];
  trail: [number, number];
}

interface Source {
  name: string;
  version: string;
  /** Whether the bold weight is included completely, not at all, or (for CJK) with the characters of an encoding. */
  strong: 'whole' | 'none' | Encoding;
}

const SOURCES: Source[] = [
  { name: 'inter', version: '0.4.2', strong: 'whole' },
  { name: 'vazirmatn', version: '0.4.1', strong: 'whole' },
  { name: 'noto-sans', version: '0.4.2', strong: 'whole' },
  { name: 'noto-sans-hebrew', version: '0.4.1', strong: 'whole' },
  { name: 'noto-sans-thai', version: '0.4.2', strong: 'whole' },
  { name: 'noto-sans-devanagari', version: '0.4.1', strong: 'whole' },
  { name: 'noto-sans-bengali', version: '0.4.4', strong: 'whole' },
  { name: 'noto-sans-tamil', version: '0.4.3', strong: 'whole' },
  { name: 'noto-sans-georgian', version: '0.4.3', strong: 'whole' },
  { name: 'noto-sans-armenian', version: '0.4.2', strong: 'whole' },
  { name: 'noto-sans-ethiopic', version: '0.4.2', strong: 'whole' },
  { name: 'noto-sans-khmer', version: '0.4.3', strong: 'whole' },
  { name: 'noto-sans-gujarati', version: '0.4.2', strong: 'none' },
  { name: 'noto-sans-gurmukhi', version: '0.4.1', strong: 'none' },
  { name: 'noto-sans-telugu', version: '0.4.2', strong: 'none' },
  { name: 'noto-sans-kannada', version: '0.4.3', strong: 'none' },
  { name: 'noto-sans-malayalam', version: '0.4.2', strong: 'none' },
  { name: 'noto-sans-sinhala', version: '0.4.2', strong: 'none' },
  { name: 'noto-sans-lao', version: '0.4.2', strong: 'none' },
  { name: 'noto-sans-myanmar', version: '0.4.2', strong: 'none' },
  { name: 'noto-sans-symbols', version: '0.4.1', strong: 'none' },
  { name: 'noto-sans-symbols-2', version: '0.4.1', strong: 'none' },
  { name: 'noto-sans-math', version: '0.4.2', strong: 'none' },
  { name: 'noto-emoji', version: '0.4.7', strong: 'none' },
  {
    name: 'noto-sans-sc',
    version: '0.4.3',
    strong: { name: 'gb2312', lead: [0xa1, 0xf7], trail: [0xa1, 0xfe] },
  },
  {
    name: 'noto-sans-tc',
    version: '0.4.3',
    strong: { name: 'big5', lead: [0xa1, 0xc6], trail: [0x40, 0xfe] },
  },
  {
    name: 'noto-sans-jp',
    version: '0.4.3',
    strong: { name: 'shift_jis', lead: [0x81, 0xfc], trail: [0x40, 0xfc] },
  },
  {
    name: 'noto-sans-kr',
    version: '0.4.3',
    strong: { name: 'euc-kr', lead: [0xa1, 0xc8], trail: [0xa1, 0xfe] },
  },
];

/** The payment slip of Switzerland may use four fonts, of which this one is free. A test dependency brings it along. */
const SLIP_FONT = { folder: 'pdfjs-dist/standard_fonts', license: 'LICENSE_LIBERATION' };
const SLIP_FACES = ['LiberationSans-Regular.ttf', 'LiberationSans-Bold.ttf'];

const target = join(import.meta.dirname, '..', 'fonts');
const temporary = await mkdtemp(join(tmpdir(), 'fonts-'));
try {
  await fetchPackages();
  await rm(target, { recursive: true, force: true });
  await mkdir(join(target, 'licenses'), { recursive: true });
  const infos = await openTypesetter();
  const index = [];
  for (const source of SOURCES) {
    for (const face of await listFaces(source)) {
      await writeFile(join(target, face.file), face.bytes);
      const info = infos.get_font_info(face.bytes).info[0];
      // A bold face with only common characters has a separate family, so that other characters fall back to the
      // regular one.
      const family = face.partial ? `${info.family} Strong` : info.family;
      index.push({ file: face.file, ...info, family });
      console.log(`${(face.bytes.length / 1024).toFixed(0).padStart(6)} KiB  ${face.file}`);
    }
    const license = await readFile(join(getPackageName(source), 'LICENSE_FONT'));
    await writeFile(join(target, 'licenses', `${source.name}.txt`), license);
  }
  const slipFonts = join(import.meta.dirname, '..', 'node_modules', SLIP_FONT.folder);
  for (const file of SLIP_FACES) {
    const bytes = await readFile(join(slipFonts, file));
    await writeFile(join(target, file), bytes);
    index.push({ file, ...infos.get_font_info(bytes).info[0] });
  }
  const slipLicense = await readFile(join(slipFonts, SLIP_FONT.license));
  await writeFile(join(target, 'licenses', 'liberation-sans.txt'), slipLicense);
  await writeFile(
    join(target, 'index.json'),
    `[\n${index.map((face) => JSON.stringify(face)).join(',\n')}\n]\n`,
  );
} finally {
  await rm(temporary, { recursive: true, force: true });
}

async function fetchPackages(): Promise<void> {
  await writeFile(join(temporary, 'package.json'), '{}');
  const names = SOURCES.map((source) => `@expo-google-fonts/${source.name}@${source.version}`);
  execFileSync('npm', ['install', '--loglevel=error', '--no-audit', '--no-fund', SUBSETTER, ...names], {
    cwd: temporary,
    stdio: 'inherit',
  });
}

function getPackageName(source: Source): string {
  return join(temporary, 'node_modules', '@expo-google-fonts', source.name);
}

async function listFaces(source: Source): Promise<{ file: string; bytes: Uint8Array; partial: boolean }[]> {
  const subset = createRequire(join(temporary, 'package.json'))('subset-font') as Subset;
  const options = {
    keepFeatures: FEATURES,
    noHinting: true,
    targetFormat: 'truetype',
    preserveNameIds: [16, 17],
  };
  const regular = await readFace(source, '400Regular');
  const faces = [
    {
      file: regular.file,
      bytes: await subset(regular.bytes, undefined, { ...options, keepAllGlyphs: true }),
      partial: false,
    },
  ];
  if (source.strong === 'none') return faces;
  const strong = await readFace(source, '600SemiBold');
  const partial = source.strong !== 'whole';
  const bytes =
    source.strong === 'whole'
      ? await subset(strong.bytes, undefined, { ...options, keepAllGlyphs: true })
      : await subset(strong.bytes, listCharacters(source.strong), options);
  return [...faces, { file: strong.file, bytes, partial }];
}

async function readFace(source: Source, weight: string): Promise<{ file: string; bytes: Uint8Array }> {
  const folder = join(getPackageName(source), weight);
  const name = (await readdir(folder)).find((entry) => entry.endsWith('.ttf'));
  if (!name) throw new Error(`${source.name} has no ${weight}`);
  return { file: name.replace(/_\d{3}/, '-'), bytes: await readFile(join(folder, name)) };
}

/** Lists all characters of a two-byte encoding, and ASCII. */
function listCharacters({ name, lead, trail }: Encoding): string {
  const decoder = new TextDecoder(name);
  const characters = new Set<string>();
  for (let code = 0x20; code < 0x7f; code++) characters.add(String.fromCharCode(code));
  for (let first = lead[0]; first <= lead[1]; first++) {
    for (let second = trail[0]; second <= trail[1]; second++) {
      const text = decoder.decode(Uint8Array.of(first, second));
      const [character] = text;
      if (character && [...text].length === 1 && character !== '\ufffd') characters.add(character);
    }
  }
  return [...characters].join('');
}

async function openTypesetter(): Promise<TypstFontResolverBuilder> {
  const wasm = createRequire(import.meta.url).resolve('@myriaddreamin/typst-ts-web-compiler/wasm');
  initSync({ module: await readFile(wasm) });
  return new TypstFontResolverBuilder();
}
