import { Buffer } from 'node:buffer';

/** End of the metadata that Typst writes, where the claims are added. */
export const CLAIMS_MARKER = '</rdf:Description></rdf:RDF>';

/** Adds the claims of an archival file, and those of the electronic invoice inside it. */
export function createMetadataObject(number: number, xmp: string, hasEInvoice: boolean): Buffer {
  const claims = [
    describe(
      { pdfaid: 'http://www.aiim.org/pdfa/ns/id/' },
      `<pdfaid:part>${hasEInvoice ? 3 : 2}</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance>`,
    ),
    describe({ pdfuaid: ACCESS_NAMESPACE }, '<pdfuaid:part>1</pdfuaid:part>'),
    ...(hasEInvoice ? [describe({ fx: INVOICE_NAMESPACE }, INVOICE_CLAIM)] : []),
    describe(SCHEMA_NAMESPACES, formatSchemas([ACCESS_SCHEMA, ...(hasEInvoice ? [INVOICE_SCHEMA] : [])])),
  ];
  const content = Buffer.from(xmp.replace(CLAIMS_MARKER, `</rdf:Description>${claims.join('')}</rdf:RDF>`));
  // The metadata is never compressed, so that it can be read without PDF software.
  const head = `${number} 0 obj\n<<\n  /Type /Metadata\n  /Subtype /XML\n  /Length ${content.length}\n>>\nstream\n`;
  return Buffer.concat([Buffer.from(head), content, Buffer.from('\nendstream\nendobj\n\n')]);
}

const ACCESS_NAMESPACE = 'http://www.aiim.org/pdfua/ns/id/';
const INVOICE_NAMESPACE = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';
const INVOICE_CLAIM =
  '<fx:DocumentType>INVOICE</fx:DocumentType><fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>' +
  '<fx:Version>1.0</fx:Version><fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>';
const SCHEMA_NAMESPACES = {
  pdfaExtension: 'http://www.aiim.org/pdfa/ns/extension/',
  pdfaSchema: 'http://www.aiim.org/pdfa/ns/schema#',
  pdfaProperty: 'http://www.aiim.org/pdfa/ns/property#',
};

interface Schema {
  title: string;
  namespace: string;
  prefix: string;
  properties: [name: string, type: string, category: string, description: string][];
}

const ACCESS_SCHEMA: Schema = {
  title: 'PDF/UA identification schema',
  namespace: ACCESS_NAMESPACE,
  prefix: 'pdfuaid',
  properties: [['part', 'Integer', 'internal', 'Part of the PDF/UA standard']],
};
const INVOICE_SCHEMA: Schema = {
  title: 'Factur-X PDFA Extension Schema',
  namespace: INVOICE_NAMESPACE,
  prefix: 'fx',
  properties: [
    ['DocumentFileName', 'Text', 'external', 'The name of the embedded XML document'],
    [
      'DocumentType',
      'Text',
      'external',
      'The type of the hybrid document in capital letters, e.g. INVOICE or ORDER',
    ],
    [
      'Version',
      'Text',
      'external',
      'The actual version of the standard applying to the embedded XML document',
    ],
    ['ConformanceLevel', 'Text', 'external', 'The conformance level of the embedded XML document'],
  ],
};

function describe(namespaces: Record<string, string>, content: string): string {
  const names = Object.entries(namespaces).map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`);
  return `<rdf:Description rdf:about=""${names.join('')}>${content}</rdf:Description>`;
}

/** PDF/A requires a schema for every property that it does not define itself. */
function formatSchemas(schemas: Schema[]): string {
  const items = schemas.map(
    ({ title, namespace, prefix, properties }) =>
      `<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>${title}</pdfaSchema:schema>` +
      `<pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI><pdfaSchema:prefix>${prefix}</pdfaSchema:prefix>` +
      `<pdfaSchema:property><rdf:Seq>${properties.map(formatProperty).join('')}</rdf:Seq></pdfaSchema:property></rdf:li>`,
  );
  return `<pdfaExtension:schemas><rdf:Bag>${items.join('')}</rdf:Bag></pdfaExtension:schemas>`;
}

function formatProperty([name, type, category, description]: Schema['properties'][number]): string {
  return (
    `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name>` +
    `<pdfaProperty:valueType>${type}</pdfaProperty:valueType><pdfaProperty:category>${category}</pdfaProperty:category>` +
    `<pdfaProperty:description>${description}</pdfaProperty:description></rdf:li>`
  );
}
