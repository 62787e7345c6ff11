import { globSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { splitBlocks, stripMarks } from '../reference/markdown-blocks.ts';

/** A Markdown file of `docs/`, which is the page `/docs/{name}`. */
export interface DocsPage {
  /** Path without the extension: `mail`, `security/threat-model`. */
  name: string;
  title: string;
  /** First sentence of the page; empty if it begins with a section. */
  description: string;
  text: string;
}

interface DocsGroup {
  title: string;
  pages: readonly DocsPage[];
}

/** Pages in the order of the contents. Others follow in the last group. */
const GROUPS: [title: string, names: readonly string[]][] = [
  ['First steps', ['tutorial', 'console', 'coming-from']],
  ['Programs', ['api', 'agents', 'money', 'decisions']],
  ['Quotes and invoices', ['documents', 'e-invoices', 'mail', 'payments']],
  ['Running it', ['operating', 'configuration', 'privacy', 'distributed', 'performance']],
  ['How it is made', ['architecture', 'testing', 'releasing']],
];

const FOLDER = fileURLToPath(new URL('../../../docs/', import.meta.url));
const CONTENT_TYPES: Record<string, string> = {
  png: 'image/png',
  svg: 'image/svg+xml',
  json: 'application/json',
};

let read: { groups: DocsGroup[]; pages: Map<string, DocsPage>; files: Set<string> } | undefined;

/** The pages by group. The files are read once. */
export function listDocsGroups(): readonly DocsGroup[] {
  return readFolder().groups;
}

export function listDocsPages(): DocsPage[] {
  return listDocsGroups().flatMap(({ pages }) => pages);
}

export function findDocsPage(name: string): DocsPage | undefined {
  return readFolder().pages.get(name);
}

/** Whether there is a picture or a data file at the path below `docs/`. */
export function hasDocsFile(path: string): boolean {
  return readFolder().files.has(path);
}

export async function readDocsFile(
  path: string,
): Promise<{ bytes: Buffer; contentType: string } | undefined> {
  if (!hasDocsFile(path)) return undefined;
  const contentType = CONTENT_TYPES[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
  return { bytes: await readFile(FOLDER + path), contentType };
}

function readFolder(): NonNullable<typeof read> {
  if (read) return read;
  const list = (pattern: string) =>
    globSync(pattern, { cwd: FOLDER })
      .map((path) => path.replaceAll('\\', '/'))
      .sort();
  const pages = new Map(list('**/*.md').map((path) => [path.slice(0, -'.md'.length), readPage(path)]));
  const named = new Set(GROUPS.flatMap(([, names]) => names));
  const others = [...pages.keys()].filter((name) => !named.has(name));
  const groups = GROUPS.map(([title, names], index) => ({
    title,
    pages: [...names, ...(index === GROUPS.length - 1 ? others : [])].flatMap(
      (name) => pages.get(name) ?? [],
    ),
  }));
  read = {
    pages,
    files: new Set(list(`**/*.{${Object.keys(CONTENT_TYPES)}}`)),
    groups: groups.filter((group) => group.pages.length > 0),
  };
  return read;
}

function readPage(path: string): DocsPage {
  const text = readFileSync(FOLDER + path, 'utf8');
  const [heading, first] = splitBlocks(text.slice(0, 4000));
  const title = heading?.type === 'heading' ? stripMarks(heading.text) : path;
  const opening = first?.type === 'paragraph' ? stripMarks(first.text.replaceAll('\n', ' ')) : '';
  const description = /^.*?[.:](?= |$)/.exec(opening)?.[0].replace(/:$/, '.') ?? opening;
  return { name: path.slice(0, -'.md'.length), title, description, text };
}
