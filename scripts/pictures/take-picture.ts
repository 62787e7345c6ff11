import type { Buffer } from 'node:buffer';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Canvas, createCanvas, loadImage } from '@napi-rs/canvas';
import type { Locator, Page } from 'playwright-core';

export const SCREENSHOTS = join(import.meta.dirname, '../../docs/screenshots');
export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Above this, text has no visible halos. */
const QUALITY = 82;

/** Takes a screenshot in light and in dark, which has `-dark` after its name: of the page, or of a part of it. */
export async function takePicture(page: Page, name: string, part?: Locator): Promise<void> {
  for (const theme of THEMES) {
    const png = await captureTheme(page, theme, part);
    await storePicture(theme === 'dark' ? `${name}-dark` : name, await drawImage(png));
  }
}

export async function captureTheme(page: Page, theme: Theme, part: Page | Locator = page): Promise<Buffer> {
  await page.emulateMedia({ colorScheme: theme });
  return part.screenshot();
}

/** Stores a picture in docs/screenshots, as WebP: a third of a PNG. */
export async function storePicture(name: string, canvas: Canvas): Promise<void> {
  await mkdir(SCREENSHOTS, { recursive: true });
  await writeFile(join(SCREENSHOTS, `${name}.webp`), await canvas.encode('webp', QUALITY));
}

async function drawImage(png: Buffer): Promise<Canvas> {
  const image = await loadImage(png);
  const canvas = createCanvas(image.width, image.height);
  canvas.getContext('2d').drawImage(image, 0, 0);
  return canvas;
}
