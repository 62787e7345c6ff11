import { Buffer } from 'node:buffer';
import { createStream, type PdfFile, readStreamContent } from './pdf-file.ts';

const TYPE = '/Type /EmbeddedFile';

/**
 * Adds the electronic invoice as `factur-x.xml`, an alternative of the whole document, and returns the entries that the
 * catalog needs. `modified` is a date of the metadata.
 */
export function embedInvoice({ objects }: PdfFile, xml: string, modified: string): string {
  const content = Buffer.from(xml);
  const [file, specification] = [objects.length, objects.length + 1];
  const date = `D:${modified.replace(/[-:T]/g, '')}`;
  const parameters = `/Params << /ModDate (${date}) /Size ${content.length} >>`;
  objects.push(createStream(file, `${TYPE} /Subtype /text#2Fxml ${parameters}`, content));
  const names = '/F (factur-x.xml) /UF (factur-x.xml)';
  const entries = `/Type /Filespec ${names} /AFRelationship /Alternative /Desc (Factur-X)`;
  objects.push(
    Buffer.from(
      `${specification} 0 obj\n<< ${entries} /EF << /F ${file} 0 R /UF ${file} 0 R >> >>\nendobj\n`,
      'latin1',
    ),
  );
  return [
    `/AF [${specification} 0 R]`,
    `/Names << /EmbeddedFiles << /Names [(factur-x.xml) ${specification} 0 R] >> >>`,
  ].join('\n  ');
}

/** Returns the electronic invoice inside a file that this service wrote; `undefined` if there is none. */
export function extractInvoice(pdf: Uint8Array): string | undefined {
  const file = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const at = file.indexOf(`<< ${TYPE}`);
  return at < 0 ? undefined : readStreamContent(file.subarray(at))?.toString('utf8');
}
