import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The visible content of a PDF. */
export interface ReadPdf {
  pages: { text: string; width: number; height: number; runs: TextRun[] }[];
  /** Text of all pages, with white space collapsed. */
  text: string;
  title: string | undefined;
  language: string | undefined;
  created: string | undefined;
  metadata: string;
  tagged: boolean;
  /** Embedded files by name. */
  attachments: Record<string, string>;
}

/** Adds the structure behind the text, which takes as long again to read. */
interface InspectedPdf extends ReadPdf {
  /** Roles of the structure tree in reading order, and the alternative texts of images. */
  roles: string[];
  alternatives: string[];
  fonts: { name: string; embedded: boolean }[];
  /** Number of drawn boxes for missing glyphs. */
  missingGlyphs: number;
}

/** Letters that were set together, and their horizontal extent. */
interface TextRun {
  text: string;
  /** Position from the lower left corner of the page. */
  x: number;
  y: number;
  /** Font size. */
  size: number;
  width: number;
}

interface StructureNode {
  role?: string;
  alt?: string;
  children?: StructureNode[];
}

export async function readPdf(pdf: Uint8Array): Promise<ReadPdf> {
  return read(pdf, async () => {});
}

export async function inspectPdf(pdf: Uint8Array): Promise<InspectedPdf> {
  const found: Omit<InspectedPdf, keyof ReadPdf> = {
    roles: [],
    alternatives: [],
    fonts: [],
    missingGlyphs: 0,
  };
  const seen = await read(pdf, async (page) => {
    walk((await page.getStructTree()) as StructureNode | null, found);
    await readFonts(page, found);
  });
  return { ...seen, ...found };
}

function readAttachments(found: Record<string, { filename: string; content: Uint8Array }> | null) {
  const files = Object.values(found ?? {});
  return Object.fromEntries(
    files.map(({ filename, content }) => [filename, Buffer.from(content).toString()]),
  );
}

async function read(pdf: Uint8Array, inspect: (page: Page) => Promise<void>): Promise<ReadPdf> {
  const task = getDocument({ data: new Uint8Array(pdf), disableFontFace: true, verbosity: 0 });
  const document = await task.promise;
  const { info, metadata } = await document.getMetadata();
  const properties = info as Record<string, string | undefined>;
  const pages: ReadPdf['pages'] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const [, , width = 0, height = 0] = page.view;
    const { items } = await page.getTextContent();
    const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
    const runs = items.flatMap((item) => ('str' in item ? [runOf(item)] : []));
    pages.push({ text, width, height, runs });
    await inspect(page);
  }
  const tagged = (await document.getMarkInfo())?.Marked === true;
  const attachments = readAttachments(await document.getAttachments());
  await task.destroy();
  return {
    pages,
    attachments,
    text: pages
      .map(({ text }) => text)
      .join(' ')
      .replace(/\s+/g, ' '),
    title: properties.Title,
    language: properties.Language,
    created: properties.CreationDate,
    metadata: metadata?.getRaw() ?? '',
    tagged,
  };
}

function runOf({ str, width, transform }: { str: string; width: number; transform: number[] }): TextRun {
  return {
    text: str,
    x: transform[4] ?? 0,
    y: transform[5] ?? 0,
    size: Math.hypot(transform[2] ?? 0, transform[3] ?? 0),
    width,
  };
}

function walk(node: StructureNode | null, result: Pick<InspectedPdf, 'roles' | 'alternatives'>): void {
  if (!node) return;
  if (node.role) result.roles.push(node.role);
  if (node.alt) result.alternatives.push(node.alt);
  for (const child of node.children ?? []) walk(child, result);
}

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocument>['promise']>['getPage']>>;

async function readFonts(page: Page, result: Pick<InspectedPdf, 'fonts' | 'missingGlyphs'>): Promise<void> {
  const { fnArray, argsArray } = await page.getOperatorList();
  for (const [index, operation] of fnArray.entries()) {
    if (operation === OPS.setFont) {
      const font = page.commonObjs.get(argsArray[index][0]);
      if (!result.fonts.some(({ name }) => name === font.name)) {
        result.fonts.push({ name: font.name, embedded: !font.missingFile });
      }
    } else if (operation === OPS.showText) {
      for (const glyph of argsArray[index][0]) {
        if (typeof glyph === 'object' && glyph.originalCharCode === 0) result.missingGlyphs += 1;
      }
    }
  }
}
