import { SaxesParser, type SaxesTagNS } from 'saxes';
import { checkAttribute, type SvgState } from './attributes.ts';
import { createDashes, noteDashes, weighDashes } from './dashes.ts';
import { SvgError, shorten, TOO_COMPLEX } from './error.ts';
import { ELEMENTS, isEditorNamespace, SVG_NAMESPACE } from './lists.ts';
import { checkReferences, type SvgNode } from './references.ts';
import { checkSheet } from './style.ts';

// Lists what a logo may contain, as a stranger draws it and our own process renders it. A sanitizer for browsers (DOMPurify)
// needs a DOM, removes parts without a word, and bounds neither references nor the work of drawing.

const BROKEN = 'must be a well-formed SVG picture';
const DOCTYPE =
  /^\s*svg(?:\s+PUBLIC\s+"-\/\/W3C\/\/DTD SVG [\w. ]{1,30}\/\/EN"\s+"https?:\/\/www\.w3\.org\/[\w./-]{1,80}")?\s*$/;
const ENCODINGS = /^(?:utf-?8|us-ascii|iso-8859-1)$/i;

const MAX_ELEMENTS = 20_000;
const MAX_ATTRIBUTES = 100;
const MAX_DEPTH = 64;
/** Bounded because each letter is drawn separately. */
const MAX_LETTERS = 10_000;
const MAX_DOCTYPE_LENGTH = 300;

/** Returns the error in an SVG file, in words for its owner, or `undefined`. Takes time linear in its length. */
export function checkSvg(bytes: Uint8Array): string | undefined {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return `${BROKEN} in UTF-8`;
  }
  const parser = new SaxesParser({ xmlns: true });
  try {
    const state = readPicture(parser, text);
    weighDashes(state.dashes);
    checkReferences(state.root, state.named, state.sheetReferences, state.elements);
    return undefined;
  } catch (error) {
    if (error instanceof SvgError) return error.message;
    return `${BROKEN}: it has an error in line ${parser.line}`;
  }
}

/** Throws at the first construct that is not allowed. The parser throws its own errors, as no error listener is set. */
function readPicture(
  parser: SaxesParser<{ xmlns: true }>,
  text: string,
): SvgState & { root: SvgNode; elements: number } {
  const document: SvgNode = { name: '', weight: 1, children: [], references: [] };
  const open = [document];
  const state: SvgState = { named: new Map(), sheetReferences: new Set(), pixels: 0, dashes: createDashes() };
  const sheets: string[] = [];
  let elements = 0;
  let attributes = 0;
  let letters = 0;

  function readText(part: string): void {
    const node = open.at(-1) ?? document;
    if (node.name === 'style') sheets.push(part);
    if (!['text', 'tspan', 'textPath'].includes(node.name)) return;
    node.weight += part.length;
    letters += part.length;
    if (letters > MAX_LETTERS) throw new SvgError(TOO_COMPLEX);
  }

  parser.on('xmldecl', ({ encoding = 'utf-8' }) => {
    // In another encoding, the same bytes could mean something else.
    if (!ENCODINGS.test(encoding)) throw new SvgError('must be an SVG picture in UTF-8');
  });
  parser.on('doctype', checkDoctype);
  parser.on('processinginstruction', ({ target }) => {
    throw new SvgError(`must be an SVG picture without the instruction <?${shorten(target)}?>`);
  });
  parser.on('opentagstart', () => {
    elements += 1;
    attributes = 0;
    if (elements > MAX_ELEMENTS || open.length > MAX_DEPTH) throw new SvgError(TOO_COMPLEX);
  });
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > MAX_ATTRIBUTES) throw new SvgError(TOO_COMPLEX);
  });
  parser.on('opentag', (tag) => {
    const node = readElement(tag, open.length === 1, state);
    open.at(-1)?.children.push(node);
    open.push(node);
  });
  parser.on('closetag', () => {
    const closed = open.pop();
    if (closed?.name !== 'style') return;
    checkSheet(
      sheets.splice(0).join(''),
      (id) => state.sheetReferences.add(id),
      (lengths) => noteDashes(state.dashes, undefined, lengths),
    );
  });
  parser.on('text', readText);
  parser.on('cdata', readText);
  parser.write(text).close();
  return { ...state, root: document, elements };
}

function readElement(tag: SaxesTagNS, isRoot: boolean, state: SvgState): SvgNode {
  const isSvg = tag.uri === SVG_NAMESPACE;
  if (isRoot && !(isSvg && tag.local === 'svg')) {
    throw new SvgError(`must be an SVG picture, which begins with <svg xmlns="${SVG_NAMESPACE}">`);
  }
  if (isSvg ? !ELEMENTS.has(tag.local) : !isEditorNamespace(tag.uri)) {
    throw new SvgError(`must be an SVG picture without the element <${shorten(tag.name)}>`);
  }
  const node: SvgNode = { name: isSvg ? tag.local : '', weight: 1, children: [], references: [] };
  for (const attribute of Object.values(tag.attributes)) checkAttribute(node, attribute, state);
  return node;
}

/** Allows only the standard DOCTYPE. Declarations inside one could expand a short word to any text. */
function checkDoctype(doctype: string): void {
  if (doctype.length > MAX_DOCTYPE_LENGTH || !DOCTYPE.test(doctype)) {
    throw new SvgError('must be an SVG picture without a DOCTYPE of its own');
  }
}
