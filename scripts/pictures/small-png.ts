import { Buffer } from 'node:buffer';
import { crc32, deflateSync } from 'node:zlib';

/** Encodes a PNG with a palette for pictures of printed pages, at a quarter of the size of full colour. */
export function smallPng(pixels: Uint8ClampedArray, width: number, height: number): Buffer {
  const palette = new Map<number, number>();
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      const color = (quantize(pixels[at]) << 16) | (quantize(pixels[at + 1]) << 8) | quantize(pixels[at + 2]);
      rows[y * (width + 1) + x + 1] = indexOf(palette, color);
    }
  }
  const colors = Buffer.alloc(palette.size * 3);
  for (const [color, index] of palette) colors.writeUIntBE(color, index * 3, 3);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', colors),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Sixteen levels are more than the eye can distinguish at the edges of letters. */
function quantize(value = 0): number {
  return Math.round(value / 17) * 17;
}

function indexOf(palette: Map<number, number>, color: number): number {
  const known = palette.get(color);
  if (known !== undefined) return known;
  if (palette.size < 256) {
    palette.set(color, palette.size);
    return palette.size - 1;
  }
  let best = 0;
  let nearest = Number.POSITIVE_INFINITY;
  for (const [other, index] of palette) {
    const distance = [16, 8, 0].reduce(
      (sum, shift) => sum + (((color >> shift) & 255) - ((other >> shift) & 255)) ** 2,
      0,
    );
    if (distance < nearest) [nearest, best] = [distance, index];
  }
  return best;
}

function chunk(type: string, body: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const result = Buffer.alloc(content.length + 8);
  result.writeUInt32BE(body.length, 0);
  content.copy(result, 4);
  result.writeUInt32BE(crc32(content), content.length + 4);
  return result;
}
