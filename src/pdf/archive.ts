import { Buffer } from 'node:buffer';

/**
 * Makes an archival file (PDF/A-2a and PDF/UA-1) of a tagged PDF 1.7 that Typst exported.
 *
 * The typesetter can export either claim alone and the WebAssembly build neither, although its files already
 * meet the rules: tagged, fonts embedded, every colour calibrated. What is missing is said here: the output
 * intent, the two claims in the metadata, and the title in the window's bar. Typst writes the metadata and the
 * catalog as the last two objects, so only the tail of the file is written anew.
 *
 * Returns `undefined` for a file that does not look like that; it is then left as the plain PDF that it is.
 */
export function toArchival(pdf: Uint8Array): Uint8Array | undefined {
  const file = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const tail = readTail(file);
  if (!tail) return undefined;
  const { offsets, metadata, catalog, trailer } = tail;
  const profile = rgbProfile(file, offsets);
  const xmp = metadataStream(file, offsets, metadata);
  const intents = `/OutputIntents [${outputIntent(profile)}]`;
  const preferences = '/ViewerPreferences <<\n    /DisplayDocTitle true';
  const start = offsets[metadata];
  const oldCatalog = file.toString('latin1', offsets[catalog], tail.xref);
  if (!profile || !xmp || start === undefined || !oldCatalog.includes(PREFERENCES)) return undefined;

  const newCatalog = oldCatalog
    .replace(PREFERENCES, preferences)
    .replace('/Type /Catalog', `/Type /Catalog\n  ${intents}`);
  const stream = Buffer.from(withClaims(xmp));
  const head = `${metadata} 0 obj\n<<\n  /Type /Metadata\n  /Subtype /XML\n  /Length ${stream.length}\n>>\nstream\n`;
  const parts = [
    file.subarray(0, start),
    Buffer.from(head, 'latin1'),
    stream,
    Buffer.from('\nendstream\nendobj\n\n'),
  ];
  const catalogOffset = length(parts);
  parts.push(Buffer.from(newCatalog, 'latin1'));
  const entries = offsets.map((offset, number) => (number === catalog ? catalogOffset : (offset ?? 0)));
  parts.push(Buffer.from(crossReferences(entries, trailer, length(parts)), 'latin1'));
  return Buffer.concat(parts);
}

const PREFERENCES = '/ViewerPreferences <<';
const CLAIMS_AT = '</rdf:Description></rdf:RDF>';

interface Tail {
  xref: number;
  /** by object number; 0 is the head of the free list */
  offsets: (number | undefined)[];
  metadata: number;
  catalog: number;
  trailer: string;
}

function readTail(file: Buffer): Tail | undefined {
  const end = file.toString('latin1', Math.max(0, file.length - 64));
  const xref = Number(/startxref\s+(\d+)\s+%%EOF/.exec(end)?.[1] ?? Number.NaN);
  if (!Number.isInteger(xref)) return undefined;
  const table = file.toString('latin1', xref);
  const size = Number(/^xref\s+0 (\d+)\s/.exec(table)?.[1] ?? 0);
  const trailer = /trailer\s+(<<[\s\S]*>>)\s+startxref/.exec(table)?.[1];
  const catalog = Number(/\/Root (\d+) 0 R/.exec(trailer ?? '')?.[1] ?? 0);
  const offsets = [...table.matchAll(/^(\d{10}) \d{5} ([nf])/gm)].map((match) =>
    match[2] === 'n' ? Number(match[1]) : undefined,
  );
  const metadata = catalog - 1;
  if (!trailer || offsets.length !== size || catalog !== size - 1 || metadata < 1) return undefined;
  return { xref, offsets, metadata, catalog, trailer };
}

/** The number of the ICC profile with three components, which Typst embeds for its own colours. */
function rgbProfile(file: Buffer, offsets: (number | undefined)[]): number | undefined {
  const found = offsets.findIndex((offset) => {
    if (offset === undefined) return false;
    return /^\d+ 0 obj\s+<<\s+\/Length \d+\s+\/N 3\s/.test(file.toString('latin1', offset, offset + 80));
  });
  return found < 0 ? undefined : found;
}

function metadataStream(file: Buffer, offsets: (number | undefined)[], number: number): string | undefined {
  const object = file.toString('utf8', offsets[number], offsets[number + 1]);
  const xmp = /stream\r?\n([\s\S]*?)\r?\n?endstream/.exec(object)?.[1];
  return xmp?.includes(CLAIMS_AT) ? xmp : undefined;
}

function outputIntent(profile: number | undefined): string {
  return [
    '<< /Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier (sRGB IEC61966-2.1)',
    `/Info (sRGB IEC61966-2.1) /DestOutputProfile ${profile} 0 R >>`,
  ].join(' ');
}

function withClaims(xmp: string): string {
  const archive =
    '<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">' +
    '<pdfaid:part>2</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance></rdf:Description>';
  const accessible =
    '<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">' +
    '<pdfuaid:part>1</pdfuaid:part></rdf:Description>';
  return xmp.replace(CLAIMS_AT, `</rdf:Description>${archive}${accessible}${UA_SCHEMA}</rdf:RDF>`);
}

/** PDF/A wants a description of every property that it does not know itself. */
const UA_SCHEMA =
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

function crossReferences(offsets: number[], trailer: string, start: number): string {
  const entries = offsets.map((offset, number) =>
    number === 0 ? '0000000000 65535 f\r\n' : `${String(offset).padStart(10, '0')} 00000 n\r\n`,
  );
  return `xref\n0 ${offsets.length}\n${entries.join('')}trailer\n${trailer}\nstartxref\n${start}\n%%EOF`;
}

function length(parts: Uint8Array[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0);
}
