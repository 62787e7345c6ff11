import { Buffer } from 'node:buffer';
import { crc32, deflateSync } from 'node:zlib';
import { smallPng } from '../../../scripts/pictures/small-png.ts';

export const SVG_START = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">';

export function dataUrl(type: 'png' | 'jpeg' | 'svg+xml' | 'gif', bytes: Uint8Array | string): string {
  return `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`;
}

export function svg(body: string): string {
  return dataUrl('svg+xml', `${SVG_START}${body}</svg>`);
}

export const PNG = smallPng(new Uint8ClampedArray(16 * 8 * 4), 16, 8);

/** A square of one color, as encoded by a browser. */
export const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////' +
    '////////////////////2wBDAVVaWnhpeOuCguv/////////////////////////////////////////////////////////////' +
    '////////////wAARCAAIAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QA' +
    'FQEBAQAAAAAAAAAAAAAAAAAAAQP/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCYBSf/2Q==',
  'base64',
);

interface PngHeader {
  width: number;
  height: number;
  depth?: number;
  colour?: number;
  interlace?: number;
}

/** Compresses the given pixels, whether or not they match the header. */
export function png(header: PngHeader, pixels: Uint8Array, more: Buffer[] = []): Buffer {
  return packedPng(header, deflateSync(pixels, { level: 9 }), more);
}

function packedPng(header: PngHeader, packed: Buffer, more: Buffer[] = []): Buffer {
  const { width, height, depth = 8, colour = 2, interlace = 0 } = header;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([depth, colour, 0, 0, interlace], 8);
  return Buffer.concat([
    PNG.subarray(0, 8),
    pngChunk('IHDR', head),
    ...more,
    pngChunk('IDAT', packed),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

export function pngChunk(type: string, body: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const chunk = Buffer.alloc(content.length + 8);
  chunk.writeUInt32BE(body.length, 0);
  content.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(content), content.length + 4);
  return chunk;
}

/** Builds the headers of a JPEG from which its size is read; there is no image data. */
export function jpegStub({ components = 3, width = 8, height = 8, marker = 0xc0 } = {}): Buffer {
  const frame = Buffer.alloc(10 + components * 3);
  frame.set([
    0xff,
    marker,
    0,
    frame.length - 2,
    8,
    height >> 8,
    height & 255,
    width >> 8,
    width & 255,
    components,
  ]);
  return Buffer.concat([
    Buffer.of(0xff, 0xd8),
    frame,
    Buffer.of(0xff, 0xda, 0, 4, 0, 0, 1, 2, 3, 0xff, 0xd9),
  ]);
}

const many = (text: string, length: number) => text.repeat(Math.floor(length / text.length));

/** Within all limits except time: every rule is matched against every path. */
export const SLOW_LOGO = svg(
  `<style>${many('.a{fill:red}', 300_000)}</style>${many('<path class="a"/>', 200_000)}`,
);

/** Takes a considerable part of a second. */
export const HEAVY_LOGO = gradientOf(340_000);

function gradientOf(length: number): string {
  const stops = many('<stop offset="0"/>', length);
  return svg(`<linearGradient id="a">${stops}</linearGradient><path fill="url(#a)" d="M0 0h9v9z"/>`);
}

/** Logos that are small enough to upload and are designed to make the checks or the drawing slow. */
export function hostileLogos(): Record<string, string> {
  const copies = (
    levels: number,
    times: number,
    define: (id: number, inside: string) => string,
    use: string,
  ) =>
    Array.from({ length: levels }, (_, level) =>
      define(level + 1, many(use.replace('%', `${level}`), use.length * times)),
    ).join('');
  const laughs = copies(9, 10, (id, inside) => `<g id="a${id}">${inside}</g>`, '<use href="#a%"/>');
  const patterns = copies(
    12,
    8,
    (id, inside) =>
      `<pattern id="p${id}" width="1" height="1" patternUnits="userSpaceOnUse">${inside}</pattern>`,
    '<rect width="9" height="9" fill="url(#p%)"/>',
  );
  const raw = (text: string) => dataUrl('svg+xml', text);
  const zeros = deflateSync(Buffer.alloc(100_000_000), { level: 9 });
  const large = png({ width: 4000, height: 4000 }, Buffer.alloc(4000 * 12_001));
  return {
    'an open comment': svg(many('<!--', 300_000)),
    'many comments': svg(many('<!-- -->', 500_000)),
    'a comment of dashes': svg(`<!--${many('- ', 500_000)}`),
    'open doctypes': raw(many('<!DOCTYPE ', 300_000)),
    'a long doctype': raw(`<!DOCTYPE svg [${many('<!ENTITY a "b">', 300_000)}]>${SVG_START}</svg>`),
    'open instructions': svg(many('<?a ', 300_000)),
    'a long instruction': svg(`<?a ${many('? ', 300_000)}`),
    'open CDATA': svg(many('<![CDATA[', 300_000)),
    'CDATA of brackets': svg(`<text><![CDATA[${many(']', 300_000)}`),
    'a long attribute name': svg(`<path ${many('a', 300_000)}`),
    'a long attribute name with a value': svg(`<path ${many('a', 300_000)}="b"/>`),
    'an attribute without an end': svg(`<path d="${many('M0 0', 300_000)}`),
    'a short attribute name, no end': svg(`<path ${many('a=b ', 5_000)}`),
    'spaces in a tag': svg(`<path${many(' ', 500_000)}`),
    '100,000 attributes': svg(`<path ${Array.from({ length: 40_000 }, (_, at) => `a${at}=""`).join(' ')}/>`),
    'deep nesting': svg(many('<g>', 500_000)),
    'deep nesting that ends': svg(`${many('<g>', 200_000)}${many('</g>', 260_000)}`),
    'billion laughs': raw(
      `<!DOCTYPE svg [<!ENTITY a0 "ha">${copies(9, 10, (id, inside) => `<!ENTITY a${id} "${inside}">`, '&a%;')}]>` +
        `${SVG_START}<text>&a9;</text></svg>`,
    ),
    'billion laughs by use': svg(`<defs><path id="a0" d="M0 0h9"/>${laughs}</defs><use href="#a9"/>`),
    'use of itself': svg('<g id="a"><use href="#a"/></g>'),
    'use in a circle': svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'),
    'patterns in patterns': svg(
      `<pattern id="p0" width="1" height="1"><path d="M0 0h9"/></pattern>${patterns}<rect fill="url(#p12)" width="9" height="9"/>`,
    ),
    'a gradient of many stops': gradientOf(100_000),
    'many gradients of many stops': svg(
      `<linearGradient id="a">${many('<stop offset="0"/>', 150_000)}</linearGradient>${many('<path fill="url(#a)" d="M0 0h9v9z"/>', 300_000)}`,
    ),
    'open addresses': svg(`<path style="fill:${many('url(#', 300_000)}"/>`),
    'open parentheses': svg(`<path fill="${many('(', 300_000)}"/>`),
    'a word without an end in a style': svg(`<style>${many('a', 500_000)}</style>`),
    'open comments in a style': svg(`<style>${many('/*', 500_000)}</style>`),
    'open strings in a style': svg(`<style>${many(`"'`, 500_000)}</style>`),
    'many rules': SLOW_LOGO,
    'a long path': svg(`<path stroke="red" stroke-dasharray=".001" d="M0 0${many('Q1 9 2 1', 100_000)}"/>`),
    'a long text': svg(`<text>${many('Ag', 500_000)}</text>`),
    'a PNG that unpacks to 100 MB': dataUrl('png', packedPng({ width: 1, height: 1 }, zeros)),
    'a PNG of 255 bits': dataUrl(
      'png',
      packedPng({ width: 4000, height: 4000, depth: 255, colour: 6 }, zeros),
    ),
    'a PNG with a large profile': dataUrl(
      'png',
      png({ width: 1, height: 1 }, Buffer.alloc(4), [
        pngChunk('iCCP', Buffer.concat([Buffer.from('a\0\0'), zeros])),
      ]),
    ),
    'a PNG of 16 million pixels': dataUrl('png', large),
    'a PNG of 8 million pixels of 64 bits': dataUrl(
      'png',
      png({ width: 4000, height: 2000, depth: 16, colour: 6 }, Buffer.alloc(2000 * 32_001)),
    ),
    'a PNG larger than any': dataUrl('png', png({ width: 2 ** 31, height: 2 ** 31 }, Buffer.alloc(4))),
    'a PNG inside an SVG': svg(
      many(`<image width="9" height="9" href="${dataUrl('png', large)}"/>`, 400_000),
    ),
    'an SVG inside an SVG': svg(`<image width="9" height="9" href="${svg('<path d="M0 0h9"/>')}"/>`),
    'a JPEG of one byte': dataUrl('jpeg', Buffer.of(0xff)),
    'a JPEG of two bytes': dataUrl('jpeg', Buffer.of(0xff, 0xd8)),
    'a JPEG of markers': dataUrl('jpeg', Buffer.alloc(500_000, 0xff)),
    'a JPEG without a picture': dataUrl('jpeg', jpegStub()),
    'a JPEG larger than any': dataUrl('jpeg', jpegStub({ width: 65_535, height: 65_535 })),
    'base64 without an end': `data:image/png;base64,${many('A', 690_000)}*`,
    'base64 of spaces': `data:image/png;base64,${many(' ', 690_000)}`,
    'signs that are no signs': `data:image/svg+xml,${many('%', 690_000)}`,
  };
}
