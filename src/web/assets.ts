import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { accentCss } from './accent.ts';

export interface Asset {
  body: string;
  contentType: string;
}

const CONTENT_TYPES = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' };
const FILES = {
  'page.css': './page.css',
  'quote-page.css': './quote-page/quote-page.css',
  'mailbox.css': './mailbox/mailbox.css',
  'reference.css': './reference/reference.css',
  'signature.js': './browser/signature.js',
};
type AssetName = keyof typeof FILES;

/** Every file by its path, which changes with its content: any of them may be cached for good. */
export const assets = new Map<string, Asset>();
const paths = new Map<AssetName, string>();

for (const [name, file] of Object.entries(FILES) as [AssetName, string][]) {
  const body = readFileSync(new URL(file, import.meta.url), 'utf8');
  const [stem, extension] = name.split('.') as [string, 'css' | 'js'];
  const path = `/assets/${stem}-${hashOf(body)}.${extension}`;
  paths.set(name, path);
  assets.set(path, { body, contentType: CONTENT_TYPES[extension] });
}

export function assetPath(name: AssetName): string {
  const path = paths.get(name);
  if (!path) throw new Error(`no asset ${name}`);
  return path;
}

/** The style sheet of an account's colour. */
export function accentPath(color: string): string {
  const body = accentCss(color);
  const digits = /^#[0-9a-f]{6}$/i.test(color) ? color.slice(1).toLowerCase() : 'default';
  return `/assets/accent-${digits}-${hashOf(body)}.css`;
}

/** What to answer for a path under `/assets/`: a file, or the style sheet of a colour. */
export function findAsset(path: string): Asset | undefined {
  const asset = assets.get(path);
  if (asset) return asset;
  const digits = /^\/assets\/accent-([0-9a-f]{6}|default)-[0-9a-f]{12}\.css$/.exec(path)?.[1];
  const color = `#${digits}`;
  if (!digits || accentPath(color) !== path) return undefined;
  return { body: accentCss(color), contentType: CONTENT_TYPES.css };
}

function hashOf(body: string): string {
  return createHash('sha256').update(body).digest('hex').slice(0, 12);
}
