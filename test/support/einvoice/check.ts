import type { XmlFormat } from '../../../src/domain/account/particulars/einvoice.ts';
import { parseXml } from './dom.ts';
import { EN_16931, type Rule } from './rules.ts';
import { FACTUR_X } from './rules-factur-x.ts';
import { isPriceOfLine, PEPPOL, XRECHNUNG } from './rules-national.ts';
import { readTerms } from './terms.ts';
import { isInOrder } from './ubl-order.ts';

const STRUCTURE: Rule[] = [
  ['element order', ({ element }) => isInOrder(element)],
  ['base quantity', (invoice) => invoice.groups('BG-25').every(isPriceOfLine)],
];

const RULES: Record<XmlFormat, Rule[]> = {
  cii: [...EN_16931, ...STRUCTURE, ...FACTUR_X],
  ubl: [...EN_16931, ...STRUCTURE],
  xrechnung: [...EN_16931, ...STRUCTURE, ...XRECHNUNG],
  peppol: [...EN_16931, ...STRUCTURE, ...PEPPOL],
};

/** Returns the rules of a format that a document breaks. */
export function findBrokenRules(xml: string, format: XmlFormat): string[] {
  const invoice = readTerms(parseXml(xml));
  return RULES[format].filter(([, holds]) => !isHeld(() => holds(invoice))).map(([id]) => id);
}

/** A rule that cannot be read from the document is broken. */
function isHeld(holds: () => boolean): boolean {
  try {
    return holds();
  } catch {
    return false;
  }
}
