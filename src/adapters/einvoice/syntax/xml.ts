import { cleanText } from '../terms/texts.ts';

/** An element: its name, its content and perhaps attributes. */
export type XmlElement = readonly [
  name: string,
  content: XmlContent,
  attributes?: Readonly<Record<string, string | undefined>>,
];
export type XmlContent = string | null | undefined | readonly (XmlElement | null | undefined)[];

/** Writes a document. Elements without content are left out, because most rules reject empty ones. */
export function formatXml([name, content, attributes]: XmlElement, required: readonly string[] = []): string {
  const write = ([tag, inner, values]: XmlElement): string => {
    const text = typeof inner === 'string' ? escapeXml(cleanText(inner)) : writeAll(inner ?? []);
    if (text === '' && !required.includes(tag)) return '';
    return text === '' ? `<${tag}/>` : `<${tag}${formatAttributes(values)}>${text}</${tag}>`;
  };
  const writeAll = (elements: readonly (XmlElement | null | undefined)[]) =>
    elements.map((element) => (element ? write(element) : '')).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n${write([name, content, attributes])}\n`;
}

function formatAttributes(attributes: XmlElement[2] = {}): string {
  return Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value = '']) => ` ${name}="${escapeXml(cleanText(value))}"`)
    .join('');
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
