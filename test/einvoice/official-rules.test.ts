import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { formatEInvoice } from '../../src/adapters/einvoice/format-einvoice.ts';
import { XML_FORMATS, type XmlFormat } from '../../src/domain/account/particulars/einvoice.ts';
import { createRandomSource } from '../support/einvoice/random-source.ts';
import { openSchema } from '../support/einvoice/schema.ts';

/** A folder with the official rules, compiled to XSLT, and schemas; docs/e-invoices.md says where they come from. */
const RULES = process.env.EINVOICE_RULES;
const SAXON = process.env.SAXON_JAR ?? '/usr/share/java/Saxon-HE.jar';
const COUNT = 500;

/** The rules of the French platforms, which are for French sellers only. */
const FRENCH = 'BR-FR-Flux2-Schematron-CII.xslt';
/** Rules that want what invoices have no field for: docs/e-invoices.md says so. */
const NOT_COVERED = /^BR-FR-(08|CO-12)_/;

const STYLESHEETS: Record<XmlFormat, string[]> = {
  cii: ['EN16931-CII-validation.xslt', 'FACTUR-X_EN16931.xslt', FRENCH],
  ubl: ['EN16931-UBL-validation.xslt'],
  xrechnung: ['EN16931-UBL-validation.xslt', 'XRechnung-UBL-validation.xsl'],
  peppol: ['EN16931-UBL-validation.xslt', 'PEPPOL-EN16931-UBL.xsl'],
};

// The rules are large and not part of the project: without EINVOICE_RULES there is nothing to test.
for (const format of RULES ? XML_FORMATS : []) {
  test(`${COUNT} random invoices and credit notes meet the official rules as ${format}`, {
    timeout: 1_800_000,
  }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'einvoices-'));
    try {
      await mkdir(join(folder, 'in'));
      for (let seed = 0; seed < COUNT; seed += 1) {
        const xml = formatEInvoice(createRandomSource(seed), format);
        await writeFile(join(folder, 'in', `${seed}.xml`), escapeRareLetters(xml));
      }
      for (const stylesheet of STYLESHEETS[format]) {
        assert.deepEqual(await findFailures(folder, join(RULES ?? '', stylesheet)), {}, stylesheet);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });
}

if (RULES) {
  test(`${COUNT} random invoices and credit notes meet the XML schemas of UBL 2.1`, () => {
    const open = (name: string) => openSchema(join(RULES, 'ubl-2.1/maindoc', `UBL-${name}-2.1.xsd`));
    const schemas = { INVOICE: open('Invoice'), CREDIT_NOTE: open('CreditNote') };
    for (let seed = 0; seed < COUNT; seed += 1) {
      const source = createRandomSource(seed);
      for (const format of XML_FORMATS.filter((name) => name !== 'cii')) {
        const xml = formatEInvoice(source, format);
        assert.deepEqual(schemas[source.invoice.kind](xml), [], `seed ${seed} as ${format}`);
      }
    }
  });
}

/** Java's parser fails on letters of four bytes that happen to be at the end of its buffer. */
function escapeRareLetters(xml: string): string {
  return xml.replace(/[\u{10000}-\u{10ffff}]/gu, (letter) => `&#${letter.codePointAt(0)};`);
}

/** Returns the seeds of the documents that break a rule, by the name of the rule. Warnings do not count. */
async function findFailures(folder: string, stylesheet: string): Promise<Record<string, string[]>> {
  const out = join(folder, 'out');
  await mkdir(out);
  const program = ['-Xmx1g', '-cp', SAXON, 'net.sf.saxon.Transform'];
  const files = [`-s:${join(folder, 'in')}`, `-xsl:${stylesheet}`, `-o:${out}`];
  await promisify(execFile)('java', [...program, ...files], { maxBuffer: 64 * 1024 * 1024 });
  const reports = await readdir(out);
  assert.equal(reports.length, COUNT);
  const failures: Record<string, string[]> = {};
  for (const name of reports) {
    const report = await readFile(join(out, name), 'utf8');
    assert.match(report, /<svrl:fired-rule/);
    for (const [, attributes = ''] of report.matchAll(/<svrl:failed-assert\b([^>]*)>/g)) {
      if (/="(warning|information)"/.test(attributes)) continue;
      const rule = /\bid="([^"]*)"/.exec(attributes)?.[1] ?? 'unnamed';
      if (stylesheet.endsWith(FRENCH) && (NOT_COVERED.test(rule) || !isFrench(name))) continue;
      failures[rule] = [...(failures[rule] ?? []), name];
    }
  }
  await rm(out, { recursive: true });
  return failures;
}

function isFrench(name: string): boolean {
  return createRandomSource(Number.parseInt(name, 10)).account.country === 'FR';
}
