import type { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { memoize } from '../domain/bounded-cache.ts';
import { renderAccentCss } from './accent.ts';
import { renderIconCss } from './console/console-icons.ts';
import type { ScriptName, Scripts } from './scripts.ts';

export interface Asset {
  /** Text, or the bytes of the font. */
  body: string | Buffer;
  contentType: string;
}

const CONTENT_TYPES = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' };
/** The files of each style sheet, in order. */
const STYLES = {
  'page.css': ['./page.css'],
  'console.css': ['./console/console.css', './console/controls.css'],
  'nouns.css': ['./console/nouns.css'],
  'books.css': ['./console/books/books.css'],
  'picks.css': ['./console/picks.css'],
  'home.css': ['./console/home/home.css'],
  'editor.css': ['./console/editor/editor.css', './console/editor/totals-and-preview.css'],
  'settings.css': ['./console/settings/settings.css'],
  'quote-page.css': [
    './customer/quote/quote-page.css',
    './customer/document.css',
    './customer/quote/decisions.css',
  ],
  'invoice-page.css': ['./customer/invoice/invoice-page.css'],
  'quotes.css': ['./console/quotes/quotes.css'],
  'quote.css': ['./console/quote/quote.css'],
  'mailbox.css': ['./captured-mail/mailbox.css'],
  'reference.css': ['./docs/reference/reference.css', './docs/reference/samples.css', './docs/docs.css'],
  'sign-in.css': ['./sign-in/sign-in.css'],
} as const;
type StyleName = keyof typeof STYLES;
export type AssetName = StyleName | ScriptName;

/** All assets by path. The path changes with the content, so clients may cache them forever. */
export const assets = new Map<string, Asset>();
const paths = new Map<AssetName, string>();

const font: Asset = {
  body: readFileSync(new URL('./inter.woff2', import.meta.url)),
  contentType: 'font/woff2',
};
const fontName = `inter-${computeHash(font.body)}.woff2`;

/** Links to pages that a person usually opens next. */
const NEXT_PAGES = [
  'a[data-open]',
  '.back a',
  '.sidebar nav a',
  '.page-head a[href$="/edit"]',
  'a.button[href$="/send"]',
  '.tabs a',
  '.pages a',
].join(', ');

/**
 * Lets browsers that know speculation rules fetch a page that the pointer rests on, or whose link has the focus
 * (`data-focused`, by prefetch-focused.ts). Nothing is run, and the page is shown from memory. A header names the file,
 * because pages allow no inline scripts.
 */
const prefetch: Asset = {
  body: JSON.stringify({
    prefetch: [
      { where: { selector_matches: NEXT_PAGES }, eagerness: 'moderate' },
      { where: { selector_matches: 'a[data-focused]' }, eagerness: 'immediate' },
    ],
  }),
  contentType: 'application/speculationrules+json',
};
export const prefetchPath = `/assets/prefetch-${computeHash(prefetch.body)}.json`;

for (const [name, files] of Object.entries(STYLES) as [StyleName, readonly string[]][]) {
  const parts = files.map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'));
  const icons = name === 'console.css' ? renderIconCss() : '';
  add(name, parts.join('\n').replace('url("inter.woff2")', `url("${fontName}")`) + icons);
}

/** Must be called before the first page is served. */
export function addScripts(scripts: Scripts): void {
  for (const [name, body] of Object.entries(scripts) as [ScriptName, string][]) add(name, body);
}

function add(name: AssetName, body: string): void {
  const [stem, extension] = name.split('.') as [string, keyof typeof CONTENT_TYPES];
  const path = `/assets/${stem}-${computeHash(body)}.${extension}`;
  paths.set(name, path);
  assets.set(path, { body, contentType: CONTENT_TYPES[extension] });
}

export function assetPath(name: AssetName): string {
  const path = paths.get(name);
  if (!path) throw new Error(`no asset ${name}`);
  return path;
}

const accentPaths = new Map<string, string>();
const MAX_ACCENT_PATHS = 1000;

/** Path of the style sheet for an account's colour. It is cached, because every page of a customer names one. */
export function accentPath(color: string): string {
  return memoize(accentPaths, MAX_ACCENT_PATHS, color, () => {
    const digits = /^#[0-9a-f]{6}$/i.test(color) ? color.slice(1).toLowerCase() : 'default';
    return `/assets/accent-${digits}-${computeHash(renderAccentCss(color))}.css`;
  });
}

/** Resolves a path under `/assets/` to a file, the font or the style sheet of a colour. */
export function findAsset(path: string): Asset | undefined {
  const asset = assets.get(path);
  if (asset) return asset;
  if (path === `/assets/${fontName}`) return font;
  if (path === prefetchPath) return prefetch;
  const digits = /^\/assets\/accent-([0-9a-f]{6}|default)-[0-9a-f]{12}\.css$/.exec(path)?.[1];
  const color = `#${digits}`;
  if (!digits || accentPath(color) !== path) return undefined;
  return { body: renderAccentCss(color), contentType: CONTENT_TYPES.css };
}

function computeHash(body: string | Buffer): string {
  return createHash('sha256').update(body).digest('hex').slice(0, 12);
}
