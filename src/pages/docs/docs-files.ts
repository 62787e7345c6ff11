import { globSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { splitBlocks, stripMarks } from './reference/markdown-blocks.ts';

/** A Markdown file, which is the page `/docs/{name}`. */
export interface DocsPage {
  /** Path below `docs/` without the extension: `mail`, `security/threat-model`. */
  name: string;
  /** Path in the repository. */
  file: string;
  title: string;
  /** First sentence of the page; empty if it begins with a section. */
  description: string;
  text: string;
}

interface DocsGroup {
  title: string;
  pages: readonly DocsPage[];
}

/** Pages in the order of the contents, in the groups of README.md. Others follow in the last group. */
const GROUPS: [title: string, names: readonly string[]][] = [
  ['Start', ['business', 'tutorial', 'coming-from']],
  [
    'Use',
    [
      ...[
        'console',
        'documents',
        'recurring',
        'quantity-prices',
        'price-lists',
        'agreement',
        'mail',
        'payments',
        'bank-files',
      ],
      ...['e-invoices', 'accounting', 'accessibility'],
    ],
  ],
  ['Build', ['api', 'client', 'connectors', 'agents', 'apps', 'versions', 'conformance', 'money']],
  ['Run', ['operating', 'configuration', 'privacy', 'performance', 'distributed']],
  ['Development', ['changelog', 'architecture', 'translating', 'testing', 'releasing', 'decisions']],
];

/** Pages whose files are not in `docs/`. */
const FILES_ELSEWHERE: Record<string, string> = {
  changelog: 'CHANGELOG.md',
  client: 'clients/typescript/README.md',
  conformance: 'conformance/README.md',
  'security/reporting': 'SECURITY.md',
};

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FOLDER = `${ROOT}docs/`;
const CONTENT_TYPES: Record<string, string> = {
  png: 'image/png',
  webp: 'image/webp',
  svg: 'image/svg+xml',
  json: 'application/json',
};

interface DocsFolder {
  groups: DocsGroup[];
  pages: Map<string, DocsPage>;
  /** Pictures and data, by their path below `docs/`. */
  files: Set<string>;
}

let read: DocsFolder | undefined;

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

/** Finds the page of a file by its path in the repository. */
export function findPageOfFile(file: string): DocsPage | undefined {
  return listDocsPages().find((page) => page.file === file);
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

function readFolder(): DocsFolder {
  if (read) return read;
  const list = (pattern: string) =>
    globSync(pattern, { cwd: FOLDER })
      .map((path) => path.replaceAll('\\', '/'))
      .sort();
  const own = list('**/*.md').map((path) => [path.slice(0, -'.md'.length), `docs/${path}`] as const);
  const pages = new Map(
    [...own, ...Object.entries(FILES_ELSEWHERE)].map(([name, file]) => [name, readPage(name, file)]),
  );
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

function readPage(name: string, file: string): DocsPage {
  const text = readFileSync(ROOT + file, 'utf8');
  const [heading, first] = splitBlocks(text.slice(0, 4000));
  const title = heading?.type === 'heading' ? stripMarks(heading.text) : name;
  const opening = first?.type === 'paragraph' ? stripMarks(first.text.replaceAll('\n', ' ')) : '';
  const description = /^.*?[.:](?= |$)/.exec(opening)?.[0].replace(/:$/, '.') ?? opening;
  return { name, file, title, description, text };
}
