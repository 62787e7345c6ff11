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

/** So many characters of a path, or so many pixels, weigh as much as an element. */
const PATH_PER_ELEMENT = 64;
const PIXELS_PER_ELEMENT = 1000;

/** What is known of an SVG picture while it is read. */
export interface Reading {
  /** By identifier. One that is there twice counts as both: programs differ in which they take. */
  named: Map<string, SvgNode[]>;
  /** Identifiers that a style sheet refers to. */
  fromSheet: Set<string>;
  /** Of all pictures inside together. */
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

/** Names and words, which nothing draws. */
function isProse(name: string): boolean {
  return (
    name === 'class' || name.startsWith('data-') || name.startsWith('aria-') || name.startsWith('xlink:')
  );
}

/** To a part of the same file, or to a picture that is written down in its place. */
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
    throw new Refusal(`must be an SVG picture with sound pictures inside: one ${size}`);
  const pixels = size.width * size.height;
  node.weight += Math.floor(pixels / PIXELS_PER_ELEMENT);
  reading.pixels += pixels;
  if (reading.pixels > MOST_PIXELS) throw new Refusal(TOO_MANY_PIXELS);
}
