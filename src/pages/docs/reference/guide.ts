import { readFileSync } from 'node:fs';
import { type Html, html } from '../../../domain/markup/html.ts';
import { renderSamples, type Sample } from './code-sample.ts';
import { renderRichText } from './rich-text.ts';

interface Section {
  id: string;
  title: string;
  text: string;
}

const LANGUAGES: Record<string, Sample['language']> = { sh: 'curl', ts: 'TypeScript', python: 'Python' };

export const GUIDE: readonly Section[] = readFileSync(new URL('./guide.md', import.meta.url), 'utf8')
  .split(/^## /m)
  .slice(1)
  .map((part) => {
    const [title = '', ...lines] = part.split('\n');
    return { id: `guide-${title.toLowerCase().replaceAll(' ', '-')}`, title, text: lines.join('\n') };
  });

/** `server` is the base URL of the API. */
export function renderGuide(server: string): Html {
  return html`<section class="group guide" aria-labelledby="guide"><h2 id="guide">Guide</h2>
${GUIDE.map(
  ({
    id,
    title,
    text,
  }) => html`<article class="card padded" aria-labelledby="${id}"><h3 id="${id}"><a href="#${id}">${title}</a></h3>
${renderText(forServer(text, server))}</article>
`,
)}</section>`;
}

/** Code samples of the guide, by section. */
export function listGuideSamples(server: string): (Sample & { section: string })[] {
  return GUIDE.flatMap(({ id, text }) =>
    splitGuide(forServer(text, server)).flatMap((part) =>
      typeof part === 'string' ? [] : part.map((sample) => ({ ...sample, section: id })),
    ),
  );
}

function forServer(text: string, server: string): string {
  return text.replaceAll('{server}', server).replaceAll('{base}', server.replace(/\/api\/v1$/, ''));
}

function renderText(text: string): Html {
  return html`${splitGuide(text).map((part) => (typeof part === 'string' ? renderRichText(part) : renderSamples(part)))}`;
}

/** Splits prose and code blocks; adjacent blocks are the same sample in several languages. */
function splitGuide(text: string): (string | Sample[])[] {
  const parts: (string | Sample[])[] = [];
  for (const [index, piece] of text.split(/^```/m).entries()) {
    if (index % 2 === 0) {
      if (piece.trim() !== '') parts.push(piece);
      continue;
    }
    const end = piece.indexOf('\n');
    const language = LANGUAGES[piece.slice(0, end)] ?? 'curl';
    const sample = { language, code: piece.slice(end + 1).trimEnd() };
    const before = parts.at(-1);
    if (Array.isArray(before)) before.push(sample);
    else parts.push([sample]);
  }
  return parts;
}
