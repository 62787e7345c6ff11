import { join } from 'node:path';
import { type Canvas, createCanvas, GlobalFonts, type Image, type SKRSContext2D } from '@napi-rs/canvas';
import type { Theme } from '../take-picture.ts';

/** What is in view: the console, and the phone of the customer, as far as it has come up. */
export interface Scene {
  console: Image;
  phone?: Image | undefined;
  /** From 0, below the picture, to 1. */
  phoneUp: number;
  caption: string;
  step: number;
}

export const WINDOW = { width: 1024, height: 612 };
export const SMALL_PHONE = { width: 330, height: 600 };
export const STAGE = { width: 1072, height: 708 };

const MARGIN = 24;
const RADIUS = 10;
const PHONE_RADIUS = 26;
const BEZEL = 8;
const STEPS = 3;
const CAPTION_Y = WINDOW.height + 2 * MARGIN + 18;
const COLORS = {
  light: {
    ground: '#dfe8e8',
    edge: '#b9c9c9',
    text: '#123c3c',
    muted: '#9db4b4',
    bezel: '#1c2326',
    shade: 0.28,
  },
  dark: {
    ground: '#0a1415',
    edge: '#2a3b3d',
    text: '#cfe6e4',
    muted: '#3d5557',
    bezel: '#3a4548',
    shade: 0.5,
  },
};

GlobalFonts.registerFromPath(join(import.meta.dirname, '../../../fonts/Inter-SemiBold.ttf'), 'Caption');

/** Draws a scene. */
export function drawStage({ console, phone, phoneUp, caption, step }: Scene, theme: Theme): Canvas {
  const canvas = createCanvas(STAGE.width, STAGE.height);
  const context = canvas.getContext('2d');
  const colors = COLORS[theme];
  context.fillStyle = colors.ground;
  context.fillRect(0, 0, STAGE.width, STAGE.height);
  drawFramed(context, console, { x: MARGIN, y: MARGIN, ...WINDOW, radius: RADIUS, edge: colors.edge });
  drawCaption(context, caption, step, colors);
  if (phone && phoneUp > 0) {
    context.fillStyle = `rgb(0 0 0 / ${colors.shade * phoneUp})`;
    context.fillRect(0, 0, STAGE.width, CAPTION_Y - 30);
    drawPhone(context, phone, phoneUp, colors.bezel);
  }
  return canvas;
}

function drawPhone(context: SKRSContext2D, phone: Image, phoneUp: number, bezel: string): void {
  const { width, height } = SMALL_PHONE;
  const x = Math.round((STAGE.width - width) / 2);
  const y = Math.round(MARGIN + (1 - phoneUp) * STAGE.height);
  context.fillStyle = bezel;
  context.beginPath();
  context.roundRect(x - BEZEL, y - BEZEL, width + 2 * BEZEL, height + 2 * BEZEL, PHONE_RADIUS + BEZEL);
  context.fill();
  drawFramed(context, phone, { x, y, width, height, radius: PHONE_RADIUS, edge: bezel });
}

interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
  radius: number;
  edge: string;
}

function drawFramed(
  context: SKRSContext2D,
  image: Image,
  { x, y, width, height, radius, edge }: Place,
): void {
  context.save();
  context.beginPath();
  context.roundRect(x, y, width, height, radius);
  context.clip();
  context.drawImage(image, x, y, width, height);
  context.restore();
  context.strokeStyle = edge;
  context.lineWidth = 1;
  context.beginPath();
  context.roundRect(x - 0.5, y - 0.5, width + 1, height + 1, radius);
  context.stroke();
}

/** Says what happens, with a dot for each step of the story. */
function drawCaption(
  context: SKRSContext2D,
  caption: string,
  step: number,
  { text, muted }: { text: string; muted: string },
): void {
  context.fillStyle = text;
  context.font = '22px Caption';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(caption, STAGE.width / 2, CAPTION_Y);
  for (let dot = 1; dot <= STEPS; dot++) {
    context.fillStyle = dot === step ? text : muted;
    context.beginPath();
    context.arc(STAGE.width - MARGIN - (STEPS - dot) * 22 - 6, CAPTION_Y, 6, 0, 2 * Math.PI);
    context.fill();
  }
}
