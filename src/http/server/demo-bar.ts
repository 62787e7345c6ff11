import type { FastifyInstance } from 'fastify';
import type { Demo } from '../../actions/demo/demo.ts';
import { html } from '../../domain/markup/html.ts';

/** Where the bank statement of a demo is downloaded. */
export const BANK_STATEMENT_PATH = '/demo/bank-statement.xml';

const BODY = /<body[^>]*>\n?/;
/** Languages that are written from right to left. */
const RIGHT_TO_LEFT = ['ar'];

/**
 * Adds a bar to each page as it leaves, which says that this is a demo: no page can forget it. Framed pages, such as a
 * preview, are parts of another page.
 */
export function registerDemoBar(server: FastifyInstance, demo: Demo): void {
  server.addHook('onSend', (_request, reply, payload, done) => {
    const isPage = String(reply.getHeader('Content-Type')).startsWith('text/html');
    const isFramed = reply.getHeader('X-Frame-Options') === 'SAMEORIGIN';
    done(null, isPage && !isFramed && typeof payload === 'string' ? addDemoBar(payload, demo) : payload);
  });
}

export function addDemoBar(page: string, { language, texts, isFilling }: Demo): string {
  const { text, filling, statement } = texts.bar;
  const direction = RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr';
  const bar = html`<aside class="demo-bar" lang="${language}" dir="${direction}" aria-label="Demo">
<p>${isFilling() ? filling : text}${!isFilling() && html` <a href="${BANK_STATEMENT_PATH}" download>${statement}</a>`}</p>
</aside>
`.toString();
  return page.replace(BODY, (body) => body + bar);
}
