import { SaxesParser } from 'saxes';
import { Problem } from '../../domain/errors.ts';

const MAX_DEPTH = 40;
const STEP_BYTES = 65_536;

type Attributes = Readonly<Record<string, string>>;

export interface XmlVisitor {
  /** `parents` are the elements around it, the nearest last. Names have no prefix. */
  open?(name: string, attributes: Attributes, parents: readonly string[]): void;
  text?(text: string, path: readonly string[]): void;
  close?(name: string): void;
}

/** A file that is no spreadsheet which is read here. */
export function unreadableSheet(reason: string): Problem {
  return new Problem('bad_request', `The file ${reason}.`);
}

/** Walks through XML step by step, so that no copy of it is made. A DOCTYPE is rejected: it could declare entities. */
export function walkXml(bytes: Uint8Array, { open, text, close }: XmlVisitor): void {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  const decoder = new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8');
  const parser = new SaxesParser();
  const path: string[] = [];
  parser.on('doctype', () => {
    throw unreadableSheet('has a DOCTYPE, which no spreadsheet needs');
  });
  parser.on('opentag', ({ name, attributes }) => {
    const local = name.slice(name.indexOf(':') + 1);
    open?.(local, attributes as Attributes, path);
    if (path.push(local) > MAX_DEPTH) throw unreadableSheet('is nested too deeply');
  });
  parser.on('text', (part) => text?.(part, path));
  parser.on('cdata', (part) => text?.(part, path));
  parser.on('closetag', () => {
    const name = path.pop() ?? '';
    close?.(name);
  });
  try {
    for (let start = 0; start < bytes.length; start += STEP_BYTES)
      parser.write(decoder.decode(bytes.subarray(start, start + STEP_BYTES), { stream: true }));
    parser.close();
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw unreadableSheet('is damaged: its XML is not valid');
  }
}
