const BROKEN = 'must be a well-formed SVG picture';
const ACTIVE = 'must be an SVG picture without scripts, styles from elsewhere or embedded pages';
const EXTERNAL = 'must be an SVG picture that refers to nothing outside itself';

const TAG =
  /<(?:!--[\s\S]*?-->|\?[\s\S]*?\?>|!\[CDATA\[[\s\S]*?\]\]>|(\/?)([A-Za-z_][\w.:-]*)((?:[^<>"']|"[^"<]*"|'[^'<]*')*?)(\/?)>)/g;
const ATTRIBUTE = /([A-Za-z_][\w.:-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const FORBIDDEN = new Set(['script', 'foreignobject', 'iframe', 'embed', 'object', 'handler', 'listener']);
const MOST_ELEMENTS = 20_000;
const DEEPEST = 64;

/** What is wrong with an SVG file, in words for its owner; `undefined` when nothing is. */
export function checkSvg(bytes: Uint8Array): string | undefined {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return BROKEN;
  }
  // Entities can hide what the checks below look for, and grow without bound.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text) && /<!ENTITY|\[/i.test(/<!DOCTYPE[^>]*>/i.exec(text)?.[0] ?? '[')) {
    return ACTIVE;
  }
  if (/@import|javascript:|expression\s*\(/i.test(text)) return ACTIVE;
  if (/url\(\s*["']?\s*(?!#|&quot;#|["']?#)/i.test(text)) return EXTERNAL;
  return checkElements(text.replace(/<!DOCTYPE[^>]*>/i, ''));
}

function checkElements(text: string): string | undefined {
  const open: string[] = [];
  let count = 0;
  let end = 0;
  let closed = false;
  for (const match of text.matchAll(TAG)) {
    if (text.slice(end, match.index).includes('<')) return BROKEN;
    end = match.index + match[0].length;
    const [, closing, name, attributes = '', empty] = match;
    if (!name) continue;
    if (closing) {
      if (open.pop() !== name) return BROKEN;
    } else {
      if (count++ === 0 ? localName(name) !== 'svg' : open.length === 0) return BROKEN;
      const problem = checkElement(name, attributes);
      if (problem) return problem;
      if (!empty) open.push(name);
      if (open.length > DEEPEST || count > MOST_ELEMENTS) return 'must be a simpler SVG picture';
    }
    closed = open.length === 0;
  }
  return closed && count > 0 && !text.slice(end).includes('<') ? undefined : BROKEN;
}

function checkElement(name: string, attributes: string): string | undefined {
  if (FORBIDDEN.has(localName(name))) return ACTIVE;
  for (const [, attribute = '', double, single] of attributes.matchAll(ATTRIBUTE)) {
    const value = double ?? single ?? '';
    const local = localName(attribute);
    if (local.startsWith('on')) return ACTIVE;
    if ((local === 'href' || local === 'src') && !/^\s*(?:#|data:image\/(?:png|jpeg);base64,)/.test(value)) {
      return EXTERNAL;
    }
  }
  return undefined;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}
