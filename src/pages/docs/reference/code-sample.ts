import { type Html, html } from '../../../domain/markup/html.ts';

export interface Sample {
  language: 'curl' | 'TypeScript' | 'Python';
  code: string;
}

/** Samples in several languages: one is open, and the script opens the same language everywhere. */
export function renderSamples(samples: readonly Sample[]): Html {
  return html`<div class="languages">${samples.map(
    ({ language, code }, index) =>
      html`<details class="sample" data-language="${language}"${index === 0 && html` open`}><summary>${language}</summary>${renderCodeBlock(code, `Copy the ${language} example`)}</details>
`,
  )}</div>`;
}

export function renderCode(text: string, caption?: string): Html {
  return html`<figure class="sample">${caption && html`<figcaption>${caption}</figcaption>`}${renderCodeBlock(text, caption ? `Copy: ${caption}` : 'Copy')}</figure>`;
}

/** The copy button is shown by its script. */
function renderCodeBlock(text: string, label: string): Html {
  return html`<pre tabindex="0"><code>${text}</code></pre><button type="button" class="copy" aria-label="${label}" hidden>Copy</button>`;
}
