import type { DocsPage } from './docs-files.ts';
import { splitBlocks, stripMarks } from './reference/markdown-blocks.ts';

/** A part of the documentation that a search finds. */
export interface SearchEntry {
  /** Title of the page. */
  page: string;
  title: string;
  href: string;
  text: string;
}

/** An entry with its texts in lower case, so that a search does not have to convert them. */
export interface IndexedEntry extends SearchEntry {
  lowerTitle: string;
  /** Text and title of the page. The text comes first: its offsets are those of `text`. */
  lowerText: string;
}

export interface SearchResult extends SearchEntry {
  excerpt: string;
}

export const MAX_QUERY_LENGTH = 100;
const MAX_WORDS = 8;
export const MAX_RESULTS = 30;
const EXCERPT_LENGTH = 200;

export function indexEntry(entry: SearchEntry): IndexedEntry {
  return {
    ...entry,
    lowerTitle: entry.title.toLowerCase(),
    lowerText: `${entry.text} ${entry.page}`.toLowerCase(),
  };
}

/** Splits a page into its sections. */
export function listSections({ name, title, text }: DocsPage): SearchEntry[] {
  const sections: SearchEntry[] = [];
  for (const block of splitBlocks(text)) {
    if (block.type === 'heading') {
      const href = `/docs/${name}${block.level === 1 ? '' : `#${block.id}`}`;
      sections.push({ page: title, title: stripMarks(block.text), href, text: '' });
    } else {
      const section = sections.at(-1);
      const text = block.type === 'code' ? block.code : stripMarks(block.source);
      if (section) section.text += `${text.replaceAll(/[\s|]+/g, ' ')} `;
    }
  }
  return sections;
}

/** Words that people search for, and what the documentation calls it. */
const SYNONYMS = new Map(
  (
    [
      ['2fa mfa totp otp two-factor', ['two-step']],
      ['sso saml oidc', ['openid', 'identity provider']],
      ['login log-in signin logon', ['sign in', 'sign-in']],
      ['logout signout', ['sign out']],
      ['estimate', ['quote']],
      ['bill', ['invoice']],
      ['gdpr dsgvo', ['privacy', 'erase']],
      ['k8s', ['kubernetes']],
      ['esign e-signature esignature', ['signature']],
      ['subscription', ['recurring']],
      ['gst', ['tax']],
      ['throttling', ['rate limit', 'limits']],
    ] as const
  ).flatMap(([words, meant]) => words.split(' ').map((word) => [word, meant] as const)),
);

/** Finds the entries that contain all words, those first whose title has most of them. */
export function searchDocs(entries: readonly IndexedEntry[], query: string): SearchResult[] {
  const words = query
    .slice(0, MAX_QUERY_LENGTH)
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, MAX_WORDS)
    .map((word) => [word, ...(SYNONYMS.get(word) ?? [])]);
  if (words.length === 0) return [];
  return entries
    .map((entry) => ({ entry, score: rankEntry(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_RESULTS)
    .map(({ entry }) => ({ ...entry, excerpt: cutExcerpt(entry, words[0] ?? []) }));
}

/** Returns 0 unless the entry has every word, or a synonym. A word in the title counts more than one in the text. */
function rankEntry({ lowerTitle, lowerText }: IndexedEntry, words: readonly (readonly string[])[]): number {
  let score = 0;
  for (const forms of words) {
    if (forms.some((form) => lowerTitle === form)) score += 30;
    else if (forms.some((form) => lowerTitle.includes(form))) score += 10;
    else if (forms.some((form) => lowerText.includes(form))) score += 1;
    else return 0;
  }
  return score;
}

function cutExcerpt({ text, lowerText }: IndexedEntry, forms: readonly string[]): string {
  const found = forms.map((form) => lowerText.indexOf(form)).find((index) => index >= 0) ?? 0;
  const at = Math.max(0, found - EXCERPT_LENGTH / 4);
  const start = at === 0 ? 0 : text.indexOf(' ', at) + 1;
  const excerpt = text.slice(start, start + EXCERPT_LENGTH).trim();
  return `${start > 0 ? '… ' : ''}${excerpt}${start + EXCERPT_LENGTH < text.length ? ' …' : ''}`;
}
