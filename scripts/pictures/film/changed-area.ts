/** Pixels of a picture, four bytes each. */
export interface Pixels {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Finds the smallest rectangle that has all differences between two pictures of one size, beginning at even coordinates.
 * Returns `undefined` if they are the same.
 */
export function findChangedArea(before: Pixels, after: Pixels): Area | undefined {
  const { width, height } = after;
  const [old, now] = [toWords(before), toWords(after)];
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (old[y * width + x] === now[y * width + x]) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  }
  if (right < 0) return undefined;
  const [x, y] = [left - (left % 2), top - (top % 2)];
  return { x, y, width: right - x + 1, height: bottom - y + 1 };
}

function toWords({ data }: Pixels): Uint32Array {
  return new Uint32Array(data.buffer, data.byteOffset, data.byteLength / 4);
}
