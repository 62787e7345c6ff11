import { SaxesParser } from 'saxes';

/** An element of a parsed document. */
export interface Element {
  /** With the prefix that the standard's own examples use, whatever the document uses. */
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  text: string;
}

const PREFIXES: Record<string, string> = {
  'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2': '',
  'urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2': '',
  'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2': 'cac:',
  'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2': 'cbc:',
  'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100': 'rsm:',
  'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100': 'ram:',
  'urn:un:unece:uncefact:data:standard:QualifiedDataType:100': 'qdt:',
  'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100': 'udt:',
};

/** Parses a document strictly: anything that is not well-formed, or in no known namespace, is an error. */
export function parseXml(xml: string): Element {
  const top: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [top];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ local, uri, attributes }) => {
    const prefix = PREFIXES[uri];
    if (prefix === undefined) throw new Error(`the namespace ${uri} is not known`);
    const element: Element = { name: prefix + local, attributes: {}, children: [], text: '' };
    for (const { name, value, prefix: space } of Object.values(attributes)) {
      if (space !== 'xmlns' && name !== 'xmlns') element.attributes[name] = value;
    }
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    const element = open.at(-1);
    if (element) element.text += text;
  });
  parser.on('closetag', () => open.pop());
  parser.write(xml).close();
  const [root] = top.children;
  if (!root) throw new Error('there is no element');
  return root;
}

/**
 * Finds elements by a path: `cac:Party/cbc:ID`, `a|b` for either name, `x[cac:TaxScheme.cbc:ID=VAT]` for those with such a
 * descendant (`!=` for those without), `x[@schemeID=VA]` for those with such an attribute.
 */
export function findAll(from: Element, path: string): Element[] {
  let found = [from];
  for (const { names, isWanted } of parsePath(path)) {
    const inside: Element[] = [];
    for (const { children } of found) {
      for (const child of children) if (names.includes(child.name) && isWanted(child)) inside.push(child);
    }
    found = inside;
  }
  return found;
}

interface Step {
  names: string[];
  isWanted(element: Element): boolean;
}

/** The rules look for the same few hundred paths in every document. */
const parsedPaths = new Map<string, Step[]>();

function parsePath(path: string): Step[] {
  const known = parsedPaths.get(path);
  if (known) return known;
  const steps = path.split('/').map(parseStep);
  parsedPaths.set(path, steps);
  return steps;
}

function parseStep(step: string): Step {
  const [, names = '', test, sign, value] = /^([^[]+)(?:\[(.+?)(!?=)(.+)\])?$/.exec(step) ?? [];
  return { names: names.split('|'), isWanted: (element) => !test || has(element, test) === (sign === '=') };

  function has(element: Element, described: string): boolean {
    return described.startsWith('@')
      ? element.attributes[described.slice(1)] === value
      : findAll(element, described.replaceAll('.', '/')).some(({ text }) => text === value);
  }
}

/** Lists an element and everything inside it. */
export function listAll(element: Element): Element[] {
  return [element, ...element.children.flatMap(listAll)];
}
