import { PROBLEMS, type ProblemCode } from '../../../domain/errors.ts';
import { type Html, html } from '../../../domain/markup/html.ts';
import type { SearchEntry } from '../search-docs.ts';
import { renderDocsPage } from './docs-page.ts';
import { stripMarks } from './markdown-blocks.ts';
import { PROBLEM_GUIDE } from './problem-guide.ts';
import { renderRichText } from './rich-text.ts';

/** `/docs/problems`, the target of the `type` of every problem. */
export function renderProblems(): string {
  const groups = [...Map.groupBy(listCodes(), (code) => PROBLEMS[code].status)];
  return renderDocsPage({
    title: 'Proffer: problems and what to do about them',
    subtitle: 'Problems',
    contents: html`<ul>
<li><a href="/docs">Guide and reference</a></li>
${groups.map(
  ([status, group]) => html`<li><a href="#status-${status}">${status}</a>
<ul>${group.map((code) => html`<li><a href="#${code}">${code}</a></li>`)}</ul></li>
`,
)}</ul>`,
    body: html`<section class="intro" aria-labelledby="problems"><h1 id="problems">Problems</h1>
${renderRichText(INTRODUCTION)}</section>
${groups.map(
  ([
    status,
    group,
  ]) => html`<section class="group" aria-labelledby="status-${status}"><h2 id="status-${status}">${status} ${STATUSES[status]}</h2>
${group.map(renderProblem)}</section>`,
)}`,
  });
}

/** `/docs/problems.md`. */
export function renderProblemsText(): string {
  const sections = listCodes().map((code) => {
    const { status, title } = PROBLEMS[code];
    const { happened, remedy } = PROBLEM_GUIDE[code];
    return `## ${code}\n\n${status} ${STATUSES[status]}: ${title}.\n\n- What happened: ${happened}\n- What to do: ${remedy}\n`;
  });
  return [`# Problems\n\n${INTRODUCTION}\n`, ...sections].join('\n');
}

export function listProblemEntries(): SearchEntry[] {
  return listCodes().map((code) => ({
    page: 'Problems',
    title: code,
    href: `/docs/problems#${code}`,
    text: stripMarks(Object.values({ title: `${PROBLEMS[code].title}.`, ...PROBLEM_GUIDE[code] }).join(' ')),
  }));
}

function listCodes(): ProblemCode[] {
  return (Object.keys(PROBLEMS) as ProblemCode[]).sort(
    (a, b) => PROBLEMS[a].status - PROBLEMS[b].status || a.localeCompare(b),
  );
}

const INTRODUCTION =
  'Every error response is `application/problem+json` (RFC 9457). Decide by its `code`: the meaning of a code never changes, and new codes may come. `detail` says what was wrong this time, `errors` lists every value that is missing or invalid, and `type` leads here. Keep the `requestId`, or the header `X-Request-Id`: it finds the request in the log.';

const STATUSES: Record<(typeof PROBLEMS)[ProblemCode]['status'], string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

function renderProblem(code: ProblemCode): Html {
  const { happened, remedy } = PROBLEM_GUIDE[code];
  return html`<article class="card padded problem" id="${code}" aria-labelledby="title-${code}"><h3 id="title-${code}"><a href="#${code}">${PROBLEMS[code].title}</a></h3>
<p><code>${code}</code></p>
<h4>What happened</h4>
${renderRichText(happened)}
<h4>What to do</h4>
${renderRichText(remedy)}</article>
`;
}
