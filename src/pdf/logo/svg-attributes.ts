import type { SaxesAttributeNS } from 'saxes';
import { pictureIn } from './data-url.ts';
import { checkJpeg } from './jpeg.ts';
import { MOST_PIXELS, TOO_MANY_PIXELS } from './picture-size.ts';
import { checkPng } from './png.ts';
import {
  ATTRIBUTES,
  isEditors,
  XLINK_ATTRIBUTES,
  XLINK_NAMESPACE,
  XML_ATTRIBUTES,
  XML_NAMESPACE,
  XMLNS_NAMESPACE,
} from './svg-lists.ts';
import type { SvgNode } from './svg-references.ts';
import { EXTERNAL, Refusal, shown } from './svg-refusal.ts';
import { checkDeclarations, checkValue } from './svg-style.ts';

/** Path characters, or pixels, that count as one element. */
const PATH_PER_ELEMENT = 64;
const PIXELS_PER_ELEMENT = 1000;

/** The state while an SVG picture is read. */
export interface Reading {
  /** Nodes by ID. Programs differ in which of two nodes with the same ID they use, so both count. */
  named: Map<string, SvgNode[]>;
  /** IDs that a style sheet refers to. */
  fromSheet: Set<string>;
  /** Total pixels of all embedded pictures. */
  pixels: number;
}

export function checkAttribute(node: SvgNode, attribute: SaxesAttributeNS, reading: Reading): void {
  const { name, local, uri, value } = attribute;
  if (uri === XMLNS_NAMESPACE || isEditors(uri) || node.name === '') return;
  if (!isListed(attribute)) throw new Refusal(`must be an SVG picture without the attribute ${shown(name)}`);
  const refer = (id: string) => node.refersTo.push(id);
  if (local === 'href') checkReference(node, value.trim(), reading);
  else if (name === 'id') nodesNamed(reading, value).push(node);
  else if (name === 'style') checkDeclarations(value, refer);
  else if (!isProse(name)) checkValue(name, value, refer);
  if (name === 'd' || name === 'points') node.weight += Math.floor(value.length / PATH_PER_ELEMENT);
}

function nodesNamed({ named }: Reading, id: string): SvgNode[] {
  const nodes = named.get(id) ?? [];
  if (nodes.length === 0) named.set(id, nodes);
  return nodes;
}

function isListed({ name, local, uri }: SaxesAttributeNS): boolean {
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
function checkReference(node: SvgNode, address: string, reading: Reading): void {
  if (address.startsWith('#')) {
    node.refersTo.push(address.slice(1));
    return;
  }
  if (node.name !== 'image' || !/^data:/i.test(address)) throw new Refusal(EXTERNAL);
  const picture = pictureIn(address);
  if (typeof picture === 'string' || picture.type === 'svg+xml') {
    throw new Refusal('must be an SVG picture in which other pictures are PNG or JPEG, as data URLs');
  }
  const size = picture.type === 'png' ? checkPng(picture.bytes) : checkJpeg(picture.bytes);
  if (typeof size === 'string')
    throw new Refusal(`must be an SVG picture with valid pictures inside: one ${size}`);
  const pixels = size.width * size.height;
  node.weight += Math.floor(pixels / PIXELS_PER_ELEMENT);
  reading.pixels += pixels;
  if (reading.pixels > MOST_PIXELS) throw new Refusal(TOO_MANY_PIXELS);
}
