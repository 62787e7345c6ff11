import type { SaxesAttributeNS } from 'saxes';
import { decodePicture } from '../data-url.ts';
import { checkJpeg } from '../jpeg.ts';
import { MAX_PIXELS, TOO_MANY_PIXELS } from '../picture-size.ts';
import { checkPng } from '../png.ts';
import { type Dashes, noteDashes, noteOutline } from './dashes.ts';
import { EXTERNAL, SvgError, shorten } from './error.ts';
import {
  ATTRIBUTES,
  isEditorNamespace,
  XLINK_ATTRIBUTES,
  XLINK_NAMESPACE,
  XML_ATTRIBUTES,
  XML_NAMESPACE,
  XMLNS_NAMESPACE,
} from './lists.ts';
import type { SvgNode } from './references.ts';
import { checkDeclarations, checkValue } from './style.ts';

/** Path characters, or pixels, that count as one element. */
const PATH_PER_ELEMENT = 64;
const PIXELS_PER_ELEMENT = 1000;

/** The state while an SVG picture is read. */
export interface SvgState {
  /** Nodes by ID. Programs differ in which of two nodes with the same ID they use, so both count. */
  named: Map<string, SvgNode[]>;
  /** IDs that a style sheet refers to. */
  sheetReferences: Set<string>;
  /** Total pixels of all embedded pictures. */
  pixels: number;
  dashes: Dashes;
}

export function checkAttribute(node: SvgNode, attribute: SaxesAttributeNS, state: SvgState): void {
  const { name, local, uri, value } = attribute;
  if (uri === XMLNS_NAMESPACE || isEditorNamespace(uri) || node.name === '') return;
  if (!isAllowed(attribute))
    throw new SvgError(`must be an SVG picture without the attribute ${shorten(name)}`);
  const refer = (id: string) => node.references.push(id);
  if (local === 'href') checkReference(node, value.trim(), state);
  else if (name === 'id') getNodesById(state, value).push(node);
  else if (name === 'style')
    checkDeclarations(value, refer, (lengths) => noteDashes(state.dashes, node, lengths));
  else if (!isProse(name)) checkValue(name, value, refer);
  if (name === 'stroke-dasharray') noteDashes(state.dashes, node, value);
  noteOutline(state.dashes, node, name, value);
  if (name === 'd' || name === 'points') node.weight += Math.floor(value.length / PATH_PER_ELEMENT);
}

function getNodesById({ named }: SvgState, id: string): SvgNode[] {
  const nodes = named.get(id) ?? [];
  if (nodes.length === 0) named.set(id, nodes);
  return nodes;
}

function isAllowed({ name, local, uri }: SaxesAttributeNS): boolean {
  if (uri === XLINK_NAMESPACE) return XLINK_ATTRIBUTES.has(local);
  if (uri === XML_NAMESPACE) return XML_ATTRIBUTES.has(local);
  return uri === '' && (ATTRIBUTES.has(name) || /^(?:data|aria)-/.test(name));
}

/** True for attributes with names or text, which are not drawn. */
function isProse(name: string): boolean {
  return (
    name === 'class' || name.startsWith('data-') || name.startsWith('aria-') || name.startsWith('xlink:')
  );
}

/** Allows references to the same file and pictures as data URLs. */
function checkReference(node: SvgNode, address: string, state: SvgState): void {
  if (address.startsWith('#')) {
    node.references.push(address.slice(1));
    return;
  }
  if (node.name !== 'image' || !/^data:/i.test(address)) throw new SvgError(EXTERNAL);
  const picture = decodePicture(address);
  if (typeof picture === 'string' || picture.type === 'svg+xml') {
    throw new SvgError('must be an SVG picture in which other pictures are PNG or JPEG, as data URLs');
  }
  const size = picture.type === 'png' ? checkPng(picture.bytes) : checkJpeg(picture.bytes);
  if (typeof size === 'string')
    throw new SvgError(`must be an SVG picture with valid pictures inside: one ${size}`);
  const pixels = size.width * size.height;
  node.weight += Math.floor(pixels / PIXELS_PER_ELEMENT);
  state.pixels += pixels;
  if (state.pixels > MAX_PIXELS) throw new SvgError(TOO_MANY_PIXELS);
}
