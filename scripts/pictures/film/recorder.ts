import type { Buffer } from 'node:buffer';
import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { type Frame, formatAnimatedWebp } from './animated-webp.ts';
import { type Area, findChangedArea, type Pixels } from './changed-area.ts';

/** Without loss: a part that was compressed alone would show as a patch. */
const LOSSLESS = 100;
const LOOPS = 3;

export interface Recorder {
  /** Shows a picture for a time. */
  show(canvas: Canvas, durationMs: number): void;
  format(): Buffer;
  durationMs(): number;
}

/** Records pictures of one size as an animation that stores only what changes. */
export function createRecorder({ width, height }: { width: number; height: number }): Recorder {
  const frames: Frame[] = [];
  let last: Pixels | undefined;
  return {
    show(canvas, durationMs) {
      const pixels = canvas.getContext('2d').getImageData(0, 0, width, height);
      const area = last ? findChangedArea(last, pixels) : { x: 0, y: 0, width, height };
      const before = frames.at(-1);
      if (!area) {
        if (before) before.durationMs += durationMs;
        return;
      }
      frames.push({ ...area, file: encodePart(canvas, area), durationMs });
      last = pixels;
    },
    format: () => formatAnimatedWebp({ width, height, loops: LOOPS, frames }),
    durationMs: () => frames.reduce((sum, frame) => sum + frame.durationMs, 0),
  };
}

function encodePart(canvas: Canvas, { x, y, width, height }: Area): Buffer {
  const part = createCanvas(width, height);
  part.getContext('2d').drawImage(canvas, x, y, width, height, 0, 0, width, height);
  return part.encodeSync('webp', LOSSLESS);
}
