import { Buffer } from 'node:buffer';
import { repairCopiedText } from './copied-text.ts';
import { listCompositeFonts, readPdf, writePdf } from './pdf-file.ts';
import { completeToUnicode } from './to-unicode.ts';

/**
 * Turns a tagged PDF 1.7 that Typst exported into an archival file (PDF/A-2a and PDF/UA-1).
 *
 * Typst can export only one of the two, and its WebAssembly build neither, although its files already meet nearly all
 * the rules: tagged, fonts embedded, every colour calibrated. This adds the rest: the output intent, the conformance
 * claims in the metadata, the document title in the window bar and the missing ToUnicode entries.
 *
 * Returns `undefined` for a file with an unexpected structure, which then stays a plain PDF.
 */
export function toArchival(pdf: Uint8Array): Uint8Array | undefined {
  const file = readPdf(pdf);
  if (!file) return undefined;
  const { objects } = file;
  const catalog = Number(/\/Root (\d+) 0 R/.exec(file.trailer)?.[1] ?? 0);
  const catalogText = objects[catalog]?.toString('latin1') ?? '';
  const metadata = Number(/\/Metadata (\d+) 0 R/.exec(catalogText)?.[1] ?? 0);
  const xmp = /stream\n([\s\S]*?)\n?endstream/.exec(objects[metadata]?.toString('utf8') ?? '')?.[1];
  const profile = findRgbProfile(objects);
  if (!profile || !xmp?.includes(CLAIMS_MARKER) || !catalogText.includes(PREFERENCES)) return undefined;

  objects[metadata] = createMetadataObject(metadata, xmp);
  objects[catalog] = Buffer.from(
    catalogText
      .replace('/Type /Catalog', `/Type /Catalog\n  /OutputIntents [${formatOutputIntent(profile)}]`)
      .replace(PREFERENCES, `${PREFERENCES}\n    /DisplayDocTitle true`),
    'latin1',
  );
  const fontNumbers = listCompositeFonts(file);
  repairCopiedText(file, fontNumbers);
  completeToUnicode(file, fontNumbers);
  return writePdf(file);
}

const PREFERENCES = '/ViewerPreferences <<';
const CLAIMS_MARKER = '</rdf:Description></rdf:RDF>';

/** Finds the number of the ICC profile with three components, which Typst embeds for its own colours. */
function findRgbProfile(objects: Buffer[]): number | undefined {
  const found = objects.findIndex((object) =>
    /^\d+ 0 obj\s+<<\s+\/Length \d+\s+\/N 3\s/.test(object.toString('latin1', 0, 80)),
  );
  return found < 0 ? undefined : found;
}

function formatOutputIntent(profile: number): string {
  return [
    '<< /Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier (sRGB IEC61966-2.1)',
    `/Info (sRGB IEC61966-2.1) /DestOutputProfile ${profile} 0 R >>`,
  ].join(' ');
}

/** The metadata is never compressed, so that it can be read without PDF software. */
function createMetadataObject(number: number, xmp: string): Buffer {
  const content = Buffer.from(
    xmp.replace(CLAIMS_MARKER, `</rdf:Description>${ARCHIVE_CLAIM}${ACCESS_CLAIM}${ACCESS_SCHEMA}</rdf:RDF>`),
  );
  const head = `${number} 0 obj\n<<\n  /Type /Metadata\n  /Subtype /XML\n  /Length ${content.length}\n>>\nstream\n`;
  return Buffer.concat([Buffer.from(head), content, Buffer.from('\nendstream\nendobj\n\n')]);
}

const ARCHIVE_CLAIM =
  '<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">' +
  '<pdfaid:part>2</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance></rdf:Description>';
const ACCESS_CLAIM =
  '<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">' +
  '<pdfuaid:part>1</pdfuaid:part></rdf:Description>';
/** PDF/A requires a schema for every property that it does not define itself. */
const ACCESS_SCHEMA =
  '<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"' +
  ' xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"' +
  ' xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"><pdfaExtension:schemas><rdf:Bag>' +
  '<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema>' +
  '<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>' +
  '<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>' +
  '<rdf:li rdf:parseType="Resource"><pdfaProperty:name>part</pdfaProperty:name>' +
  '<pdfaProperty:valueType>Integer</pdfaProperty:valueType>' +
  '<pdfaProperty:category>internal</pdfaProperty:category>' +
  '<pdfaProperty:description>Part of the PDF/UA standard</pdfaProperty:description>' +
  '</rdf:li></rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>';
