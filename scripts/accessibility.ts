// Checks pages, emails and PDFs for accessibility, and writes the measured part of docs/accessibility.md:
//   npm run accessibility -- [--only customer,console,emails,pdfs] [--match TEXT] [--dry-run]
//
// --only, --match (pages whose path has the text) and --dry-run print the findings and leave the report as it is. Ends with
// 1 if anything was found.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { launchChromium } from '../test/support/browser/chromium.ts';
import { readVeraPdfVersion } from '../test/support/pdf/verapdf.ts';
import { measureMails } from './accessibility/mails.ts';
import { measureConsole, measureCustomerPages } from './accessibility/pages.ts';
import { measurePdfs } from './accessibility/pdfs.ts';
import { type Measured, type MeasuredPdfs, type Run, replaceMeasured } from './accessibility/report.ts';

const ROOT = join(import.meta.dirname, '..');
const REPORT = join(ROOT, 'docs/accessibility.md');
const SUBJECTS = { customer: measureCustomerPages, console: measureConsole, emails: measureMails };

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    match: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
  },
});
const wanted = options.only?.split(',') ?? [...Object.keys(SUBJECTS), 'pdfs'];

// Before the long run, in which the checkout may move on.
const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], {
  cwd: ROOT,
  encoding: 'utf8',
}).trim();
const browser = await launchChromium();
const chromium = browser.version();
const pages: Measured[] = [];
try {
  for (const [name, measure] of Object.entries(SUBJECTS)) {
    if (!wanted.includes(name)) continue;
    const measured = await measure(browser, options.match);
    process.stderr.write(describe(measured));
    pages.push(measured);
  }
} finally {
  await browser.close();
}
const pdfs: MeasuredPdfs = wanted.includes('pdfs') ? await measurePdfs() : { documents: [], problems: [] };
if (options.only === undefined && options.match === undefined && !options['dry-run']) {
  writeFileSync(REPORT, replaceMeasured(readFileSync(REPORT, 'utf8'), describeRun()));
}
const problems = [...pages, pdfs].flatMap((each) => each.problems);
process.stdout.write(`${problems.map((problem) => `${problem}\n`).join('')}${problems.length} findings\n`);
process.exitCode = problems.length === 0 ? 0 : 1;

function describe({ subject, axeRuns, walks, problems }: Measured): string {
  return `${subject}: ${axeRuns} runs of axe, ${walks} walks by keyboard, ${problems.length} findings\n`;
}

function describeRun(): Run {
  const { version: axe } = createRequire(import.meta.url)('axe-core/package.json') as { version: string };
  return {
    date: new Date().toISOString().slice(0, 10),
    ...{ commit, pages, pdfs },
    versions: { axe, Chromium: chromium, veraPDF: readVeraPdfVersion() },
  };
}
