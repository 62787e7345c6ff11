import { type AxeResult, describeFinding } from '../../test/support/browser/browser-page.ts';

/** What was run on one kind of pages, and what was found. */
export interface Measured {
  subject: string;
  pages: Set<string>;
  languages: number;
  axeRuns: number;
  /** Rules of axe that had something to check. */
  rules: Set<string>;
  /** Elements that axe could not decide about, by rule. */
  undecided: Record<string, number>;
  walks: number;
  /** Elements that the Tab key reached. */
  stops: number;
  /** Layouts with wider spacing of text or at 320 pixels. */
  layouts: number;
  problems: string[];
}

export interface MeasuredPdfs {
  documents: string[];
  problems: string[];
}

export interface Run {
  date: string;
  commit: string;
  versions: Record<string, string>;
  pages: readonly Measured[];
  pdfs: MeasuredPdfs;
}

export function newMeasured(subject: string, languages: number): Measured {
  return {
    ...{ subject, languages, pages: new Set(), axeRuns: 0, rules: new Set() },
    ...{ undecided: {}, walks: 0, stops: 0, layouts: 0, problems: [] },
  };
}

export function recordAxe(
  measured: Measured,
  where: string,
  { violations, incomplete, passed }: AxeResult,
): void {
  measured.axeRuns++;
  for (const rule of passed) measured.rules.add(rule);
  for (const { id, nodes } of incomplete) {
    measured.undecided[id] = (measured.undecided[id] ?? 0) + nodes.length;
  }
  recordProblems(measured, where, violations.map(describeFinding));
}

export function recordProblems(measured: Measured, where: string, problems: readonly string[]): void {
  for (const problem of problems) measured.problems.push(`${where}: ${problem}`);
}

const HEADING = '## Measured';

/** Replaces the measured section of the report, and keeps what people wrote. */
export function replaceMeasured(report: string, run: Run): string {
  const start = report.indexOf(`${HEADING}\n`);
  const end = report.indexOf('\n## ', start + 1);
  if (start < 0 || end < 0) throw new Error(`The report has no section "${HEADING}" before another one.`);
  return report.slice(0, start) + renderMeasured(run) + report.slice(end);
}

function renderMeasured({ date, commit, versions, pages, pdfs }: Run): string {
  const tools = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  const count = (value: number) => value.toLocaleString('en');
  const rows = pages.map(
    ({ subject, pages, languages, axeRuns, rules, walks, stops, layouts, problems }) =>
      `| ${[subject, ...[pages.size, languages, axeRuns, rules.size, walks, stops, layouts, problems.length].map(count)].join(' | ')} |`,
  );
  const findings = [
    ...pages.flatMap(({ subject, problems }) => summarize(subject, problems)),
    ...summarize('PDFs', pdfs.problems),
  ];
  const undecided = pages.flatMap(({ subject, undecided }) =>
    Object.entries(undecided).map(([rule, elements]) => `- ${subject}, \`${rule}\`: ${count(elements)}`),
  );
  return [
    HEADING,
    `By \`npm run accessibility\` on ${date}, at commit \`${commit}\`, with ${tools.join(', ')}. The command replaces this section.`,
    [
      '| | pages and states | languages | runs of axe | rules with something to check | walks by Tab | elements reached | layouts | findings |',
      '|---|---|---|---|---|---|---|---|---|',
      ...rows,
    ].join('\n'),
    `PDFs: ${pdfs.documents.length} documents against PDF/UA-1 and PDF/A-2a or PDF/A-3a, ${pdfs.problems.length} broken rules.`,
    findings.length === 0 ? 'Findings: none.' : `Findings:\n\n${findings.join('\n')}`,
    undecided.length === 0
      ? 'axe could decide everything.'
      : `Elements that axe could not decide about, by rule, counted in each run:\n\n${undecided.join('\n')}`,
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n');
}

const MOST_FINDINGS = 20;

function summarize(subject: string, problems: readonly string[]): string[] {
  const shown = problems
    .slice(0, MOST_FINDINGS)
    // The markup of an element is code.
    .map((problem) => problem.replaceAll('`', "'").slice(0, 200).replace(/<.*/s, '`$&`'))
    .map((problem) => `- ${subject}: ${problem}`);
  return problems.length > MOST_FINDINGS
    ? [...shown, `- ${subject}: ${problems.length - MOST_FINDINGS} more`]
    : shown;
}
