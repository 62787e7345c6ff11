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
  return path.split('/').reduce<Element[]>(
    (found, step) => {
      const [, names = '', test, sign, value] = /^([^[]+)(?:\[(.+?)(!?=)(.+)\])?$/.exec(step) ?? [];
      const inside = found.flatMap(({ children }) =>
        children.filter(({ name }) => names.split('|').includes(name)),
      );
      if (!test) return inside;
      return inside.filter((element) => {
        const has = test.startsWith('@')
          ? element.attributes[test.slice(1)] === value
          : findAll(element, test.replaceAll('.', '/')).some(({ text }) => text === value);
        return has === (sign === '=');
      });
    },
    [from],
  );
}

/** Lists an element and everything inside it. */
export function listAll(element: Element): Element[] {
  return [element, ...element.children.flatMap(listAll)];
}
