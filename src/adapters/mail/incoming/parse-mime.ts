import PostalMime, { type Email } from 'postal-mime';
import { decodeMislabelled } from '../../../domain/mail/incoming/decode-text.ts';
import { countParts } from './count-parts.ts';

const MAX_PARTS = 1000;
/** Headers of all parts together. */
const MAX_HEADER_BYTES = 512 * 1024;
/** Far more than the largest attachment has when it is encoded: each line costs time, however short it is. */
const MAX_LINES = 1_000_000;
/** Pieces that the library collects before they are joined. */
const MAX_PIECES = 4096;

/** Parses the beginning of a mail, as far as the limit of lines. Throws if the mail exceeds another limit. */
export async function parseMime(source: Uint8Array): Promise<{ email: Email; isCut: boolean }> {
  if (countParts(source) > MAX_PARTS) throw new Error(`a mail can have at most ${MAX_PARTS} parts`);
  const end = findLineEnd(source, MAX_LINES);
  const parser = new PostalMime({
    forceRfc822Attachments: true,
    maxNestingDepth: 50,
    maxHeadersSize: MAX_HEADER_BYTES,
  });
  watchLines(parser as unknown as ParserInternals);
  return { email: await parser.parse(source.subarray(0, end)), isCut: end < source.length };
}

/** Returns the offset after a number of lines. */
function findLineEnd(source: Uint8Array, lines: number): number {
  let end = 0;
  for (let line = 0; line < lines; line++) {
    const at = source.indexOf(LINE_FEED, end);
    if (at === -1) return source.length;
    end = at + 1;
  }
  return end;
}

const LINE_FEED = 10;

type Piece = Uint8Array | ArrayBuffer | string;

/** Parts of the library that its types do not declare. Its version is fixed. */
interface ParserInternals {
  currentNode: NodeInternals;
  processLine(line: Uint8Array, isFinal: boolean): Promise<void>;
}

/** A part of the mail. */
interface NodeInternals {
  contentDecoder: { chunks: Piece[] } | null;
  content: ArrayBuffer | null;
  contentType: { parsed: { params: { charset?: string } } };
  getTextContent(): string;
}

/**
 * Joins what the library collects of a part while it reads lines. It would keep two objects and a part of a `Blob` for
 * each line, so that 3 MB of empty lines would take 2 GB.
 */
function watchLines(parser: ParserInternals): void {
  const joined = new WeakMap<Piece[], number>();
  const known = new WeakSet<NodeInternals>();
  const processLine = parser.processLine.bind(parser);
  parser.processLine = (line, isFinal) => {
    const node = parser.currentNode;
    if (!known.has(node)) checkCharset(node);
    known.add(node);
    const chunks = node.contentDecoder?.chunks;
    const start = chunks && (joined.get(chunks) ?? 0);
    if (chunks && start !== undefined && chunks.length - start >= MAX_PIECES) {
      chunks.push(Buffer.concat(chunks.splice(start).map(toBytes)));
      joined.set(chunks, start + 1);
    }
    return processLine(line, isFinal);
  };
}

/** Lets the text of a part be decoded by the character set that it has, whatever its header says. */
function checkCharset(node: NodeInternals): void {
  const decode = node.getTextContent.bind(node);
  node.getTextContent = () => {
    const { content, contentType } = node;
    const text = content && decodeMislabelled(new Uint8Array(content), contentType.parsed.params.charset);
    return text ?? decode();
  };
}

function toBytes(piece: Piece): Uint8Array {
  if (typeof piece === 'string') return Buffer.from(piece);
  return piece instanceof Uint8Array ? piece : new Uint8Array(piece);
}
