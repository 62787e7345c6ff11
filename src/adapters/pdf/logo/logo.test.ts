import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { describe, test } from 'node:test';
import { dataUrl, jpegStub, PNG, png, pngChunk, SVG_START, svg } from '../../../../test/support/pdf/logos.ts';
import { checkLogo } from './logo.ts';

const file = (text: string) => dataUrl('svg+xml', text);

const TINY_PATHS = '<path d="M0 0h9v9"/>'.repeat(300);
/** By attribute, in a style, of a group, of a style sheet, along a stretched path, and repeated by reference. */
const TINY_DASHES = [
  TINY_PATHS.replaceAll('<path', '<path stroke="red" stroke-dasharray=".00005"'),
  TINY_PATHS.replaceAll('<path', '<path style="stroke-dasharray:1e-5,1e-5"'),
  `<g stroke-dasharray=".00005 0">${TINY_PATHS}</g>`,
  `<style>path{stroke-dasharray:.00005px}</style>${TINY_PATHS}`,
  TINY_PATHS.replaceAll('<path', '<path stroke-dasharray="1" pathLength="1000000"'),
  `<path id="a" stroke-dasharray=".001" d="M0 0h9"/>${'<use href="#a"/>'.repeat(300)}`,
].map(svg);

describe('a logo is accepted if it is', () => {
  const accepted: Record<string, string> = {
    'a PNG': dataUrl('png', PNG),
    'a PNG with rows in seven passes': dataUrl(
      'png',
      png({ width: 3, height: 3, interlace: 1 }, Buffer.alloc(9 * 3 + 6)),
    ),
    'a PNG of single bits': dataUrl(
      'png',
      png({ width: 9, height: 2, depth: 1, colour: 0 }, Buffer.alloc(6)),
    ),
    'a JPEG': dataUrl('jpeg', jpegStub()),
    'an SVG': svg('<g><path d="M0 0h9"/><use href="#a"/></g><!-- note -->'),
    'an SVG that is not in base64': 'data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22/%3E',
    'as Illustrator writes it': file(
      '<?xml version="1.0" encoding="utf-8"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" ' +
        '"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"><svg version="1.1" id="Layer_1" ' +
        'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" x="0px" y="0px" ' +
        'viewBox="0 0 9 9" style="enable-background:new 0 0 9 9;" xml:space="preserve"><style type="text/css">' +
        '.st0{fill:url(#a);} /* "note" */ .st1{font-family:"Myriad Pro";}</style><linearGradient id="a"/>' +
        '<path class="st0" d="M0,0h9v9z"/></svg>',
    ),
    'as Inkscape writes it': file(
      '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" ' +
        'xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" ' +
        'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" inkscape:version="1.3"><sodipodi:namedview ' +
        'pagecolor="#fff"/><metadata><rdf:RDF><rdf:li/></rdf:RDF></metadata><g inkscape:label="Layer 1" ' +
        'style="fill:none;marker:none;-inkscape-font-specification:Sans" transform="translate (1 2)"/></svg>',
    ),
    'an SVG with dashes': svg(
      '<g stroke-dasharray="none"><path d="M0 0h200v200z" stroke-dasharray="4 2"/></g><style>.a{stroke-dasharray:1,2}</style>',
    ),
    'an SVG with a PNG inside': svg(`<image width="9" height="9" href="${dataUrl('png', PNG)}"/>`),
  };
  for (const [name, logo] of Object.entries(accepted)) {
    test(name, () => assert.equal(checkLogo(logo), undefined));
  }
});

describe('a logo is rejected with a reason if it is', () => {
  const flipped = Buffer.from(PNG);
  flipped[60] = (flipped[60] ?? 0) ^ 0xff;
  const pixels = Buffer.alloc(1000);
  const damaged = /damaged/;
  const external = /nothing outside/;
  const refused: Record<string, [logo: string, message: RegExp]> = {
    'an address': ['https://example.com/logo.png', /data URL/],
    'a GIF': [dataUrl('gif', 'GIF89a'), /data URL/],
    'not base64': ['data:image/png;base64,***', /decoded/],
    'too large': [dataUrl('png', Buffer.alloc(600 * 1024)), /512 KiB/],
    'a PNG without its end': [dataUrl('png', PNG.subarray(0, PNG.length - 20)), damaged],
    'a PNG with a wrong bit': [dataUrl('png', flipped), damaged],
    'a PNG of nothing': [dataUrl('png', png({ width: 0, height: 1 }, pixels)), damaged],
    'a PNG with too little inside': [dataUrl('png', png({ width: 100, height: 100 }, pixels)), damaged],
    'a PNG with far too much inside': [
      dataUrl('png', png({ width: 1, height: 1 }, Buffer.alloc(1e6))),
      damaged,
    ],
    'a PNG of 255 bits': [dataUrl('png', png({ width: 9, height: 9, depth: 255 }, pixels)), damaged],
    'a PNG of 4 bits in colour': [
      dataUrl('png', png({ width: 9, height: 9, depth: 4, colour: 2 }, pixels)),
      damaged,
    ],
    'a PNG of an unknown colour type': [
      dataUrl('png', png({ width: 9, height: 9, colour: 5 }, pixels)),
      damaged,
    ],
    'a PNG of an unknown interlacing': [
      dataUrl('png', png({ width: 9, height: 9, interlace: 2 }, pixels)),
      damaged,
    ],
    'a PNG without its palette': [dataUrl('png', png({ width: 9, height: 9, colour: 3 }, pixels)), damaged],
    'a PNG with a wrong profile': [
      dataUrl(
        'png',
        png({ width: 1, height: 1 }, Buffer.alloc(4), [pngChunk('iCCP', Buffer.from('a\0\0b'))]),
      ),
      damaged,
    ],
    'a PNG with two headers': [
      dataUrl('png', png({ width: 1, height: 1 }, Buffer.alloc(4), [pngChunk('IHDR', Buffer.alloc(13))])),
      damaged,
    ],
    'a PNG of too many pixels': [dataUrl('png', png({ width: 60_000, height: 60_000 }, pixels)), /pixels/],
    'a PNG of too many bits': [
      dataUrl('png', png({ width: 4000, height: 4000, depth: 16, colour: 6 }, pixels)),
      /8 million/,
    ],
    'a JPEG of one byte': [dataUrl('jpeg', Buffer.of(1)), damaged],
    'a JPEG without its end': [dataUrl('jpeg', jpegStub().subarray(0, 12)), damaged],
    'a JPEG without an end of the image': [dataUrl('jpeg', jpegStub().subarray(0, -2)), damaged],
    'a JPEG of nothing': [dataUrl('jpeg', jpegStub({ width: 0 })), damaged],
    'a JPEG of too many pixels': [dataUrl('jpeg', jpegStub({ width: 60_000, height: 60_000 })), /pixels/],
    'a JPEG for printers': [dataUrl('jpeg', jpegStub({ components: 4 })), /CMYK/],
    'a JPEG without loss': [dataUrl('jpeg', jpegStub({ marker: 0xc3 })), /baseline/],
    ...Object.fromEntries(TINY_DASHES.map((logo, at) => [`tiny dashes (${at + 1})`, [logo, /simpler/]])),
    'dashes of a computed length': [svg('<path stroke-dasharray="calc(1px/999)"/>'), /plain lengths/],
    'a script': [svg('<script>alert(1)</script>'), /<script>/],
    'a script in another namespace': [
      svg('<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>'),
      /<x:script>/,
    ],
    'something that runs': [svg('<path onload="x()"/>'), /onload/],
    'a page': [svg('<foreignObject/>'), /<foreignObject>/],
    'a filter': [svg('<filter id="a"/>'), /<filter>/],
    'a filter as an attribute': [svg('<path filter="blur(9px)"/>'), /filter/],
    'a filter in a style': [svg('<path style="fill:red;/**/filter:url(#a)"/>'), /filter/],
    'a filter in a style sheet': [svg('<style>.a{fill:red}.b{filter:url(#a)}</style>'), /filter/],
    'a filter behind what looks like a comment': [
      svg(`<style>.a{font-family:"/*"} .b{filter:url(#a)} .c{font-family:"*/"}</style>`),
      /filter/,
    ],
    'an animation': [svg('<path><animate attributeName="d"/></path>'), /<animate>/],
    'an animation in a style': [svg('<style>@keyframes a{from{x:1}}</style>'), /plain rules/],
    'another style sheet': [svg('<style>@import "a.css";</style>'), /plain rules/],
    'a style sheet by an instruction': [
      file(`<?xml-stylesheet href="http://example.com/a.css"?>${SVG_START}</svg>`),
      /xml-stylesheet/,
    ],
    'a picture from elsewhere': [svg('<image href="https://example.com/x.png"/>'), external],
    'a picture from elsewhere by xlink': [
      svg('<image xmlns:x="http://www.w3.org/1999/xlink" x:href="//example.com/x.png"/>'),
      external,
    ],
    'another base': [svg('<g xml:base="http://example.com/"/>'), /xml:base/],
    'a paint from elsewhere': [svg('<rect style="fill:url(http://example.com)"/>'), external],
    'a paint from elsewhere in capitals': [svg('<rect fill="URL( \'http://example.com\')"/>'), external],
    'a paint from elsewhere in numbers': [svg('<rect fill="&#117;rl(http://example.com)"/>'), external],
    'a paint from elsewhere in escapes': [svg('<rect fill="u\\72l(http://example.com)"/>'), /backslash/],
    'an escape in a style sheet': [svg('<style>.a{fill:u\\72l(//a)}</style>'), /backslash/],
    'a picture from elsewhere in a function': [
      svg('<rect style="mask:image-set(\'//a\' 1x)"/>'),
      /image-set/,
    ],
    'an entity': [file('<!DOCTYPE svg [<!ENTITY a "b">]><svg/>'), /DOCTYPE/],
    'a doctype from elsewhere': [
      file(`<!DOCTYPE svg SYSTEM "http://example.com">${SVG_START}</svg>`),
      /DOCTYPE/,
    ],
    'an unknown entity': [svg('<text>&a;</text>'), /well-formed/],
    'an SVG without its end': [svg('<g><path/>'), /well-formed/],
    'an SVG that is not UTF-8': [dataUrl('svg+xml', Buffer.of(0x3c, 0xff)), /UTF-8/],
    HTML: [file('<html/>'), /<svg xmlns/],
    'an SVG of no namespace': [file('<svg/>'), /<svg xmlns/],
    'an SVG in an SVG': [svg(`<image href="${svg('')}"/>`), /PNG or JPEG/],
    'a damaged PNG in an SVG': [
      svg(`<image href="${dataUrl('png', PNG.subarray(0, 40))}"/>`),
      /valid pictures inside.*damaged/,
    ],
    'many pixels in an SVG': [
      svg(
        `<image href="${dataUrl('png', png({ width: 4000, height: 3000 }, Buffer.alloc(3000 * 12_001)))}"/>`.repeat(
          2,
        ),
      ),
      /pixels/,
    ],
    markers: [svg('<path marker-mid="url(#a)"/>'), /markers/],
    'a circle of references': [
      svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'),
      /themselves/,
    ],
    'a circle through a second one of that name': [
      svg('<g id="a"/><g id="a"><use href="#a"/></g>'),
      /themselves/,
    ],
    'a style sheet that repeats much': [
      svg(
        `<style>path{mask:url(#m)}</style><mask id="m">${'<path/>'.repeat(1000)}</mask>${'<path/>'.repeat(100)}`,
      ),
      /simpler/,
    ],
    'a style sheet that repeats a long gradient': [
      svg(
        `<style>path{fill:url(#g)}</style><linearGradient id="g">${'<stop/>'.repeat(1000)}</linearGradient>${'<path/>'.repeat(100)}`,
      ),
      /simpler/,
    ],
    'a long path again and again': [
      svg(`<path id="a" d="${'M0 0h9'.repeat(50_000)}"/>${'<use href="#a"/>'.repeat(100)}`),
      /simpler/,
    ],
    'a long text again and again': [
      svg(`<text id="a">${'a'.repeat(5000)}</text>${'<use href="#a"/>'.repeat(100)}`),
      /simpler/,
    ],
    'a large picture again and again': [
      svg(
        `<image id="a" href="${dataUrl('png', png({ width: 4000, height: 3000 }, Buffer.alloc(3000 * 12_001)))}"/>` +
          '<use href="#a"/>'.repeat(100),
      ),
      /simpler/,
    ],
    'in another encoding': [file(`<?xml version="1.0" encoding="Shift_JIS"?>${SVG_START}</svg>`), /UTF-8/],
    'references in a long row': [
      svg(Array.from({ length: 200 }, (_, at) => `<g id="a${at}"><use href="#a${at + 1}"/></g>`).join('')),
      /simpler/,
    ],
  };
  for (const [name, [logo, message]] of Object.entries(refused)) {
    test(name, () => assert.match(checkLogo(logo) ?? 'accepted', message));
  }
});
