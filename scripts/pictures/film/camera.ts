import type { Buffer } from 'node:buffer';
import { type Canvas, type Image, loadImage } from '@napi-rs/canvas';
import type { Locator, Page } from 'playwright-core';
import { hideDemo } from '../demo.ts';
import { captureTheme, THEMES, type Theme } from '../take-picture.ts';
import { createRecorder, type Recorder } from './recorder.ts';
import { drawStage, STAGE } from './stage.ts';

const KEY_MS = 70;
const SLIDE_MS = 60;
/** How far the phone is up while it moves. */
const SLIDE = [0.3, 0.65, 0.9, 1];
/** Keys between two pictures. */
const KEYS_AT_ONCE = 2;

type Screen = 'console' | 'phone';

/** Films two browser pages in light and dark at once, so that both films are the same. */
export interface Camera {
  say(step: number, caption: string): void;
  /** Shows a page as it is now. */
  shoot(screen: Screen, durationMs: number): Promise<void>;
  /** Types a text as a person would. */
  type(screen: Screen, field: Locator, text: string): Promise<void>;
  /** Brings the phone up or down. */
  slide(direction: 'up' | 'down'): void;
  /** Keeps what is shown now as the picture for those who want no motion. */
  keepStill(): void;
  develop(theme: Theme): { film: Buffer; still: Canvas };
}

interface Shown {
  recorder: Recorder;
  still?: Canvas;
  images: Partial<Record<Screen, Image>>;
}

export function createCamera(pages: Record<Screen, Page>): Camera {
  const shown = { light: newShown(), dark: newShown() };
  let [step, caption, phoneUp] = [1, '', 0];
  const draw = (theme: Theme): Canvas => {
    const { images } = shown[theme];
    if (!images.console) throw new Error('the console was not filmed yet');
    return drawStage({ console: images.console, phone: images.phone, phoneUp, caption, step }, theme);
  };
  const show = (durationMs: number) => {
    for (const theme of THEMES) shown[theme].recorder.show(draw(theme), durationMs);
  };
  const capture = async (screen: Screen) => {
    await hideDemo(pages[screen]);
    for (const theme of THEMES) {
      shown[theme].images[screen] = await loadImage(await captureTheme(pages[screen], theme));
    }
  };
  const shoot: Camera['shoot'] = async (screen, durationMs) => {
    await capture(screen);
    show(durationMs);
  };
  return {
    say(...next) {
      [step, caption] = next;
    },
    shoot,
    async type(screen, field, text) {
      await field.focus();
      for (let at = 0; at < text.length; at += KEYS_AT_ONCE) {
        await pages[screen].keyboard.type(text.slice(at, at + KEYS_AT_ONCE));
        await shoot(screen, KEY_MS * KEYS_AT_ONCE);
      }
    },
    slide(direction) {
      for (const part of direction === 'up' ? SLIDE : SLIDE.map((up) => 1 - up)) {
        phoneUp = part;
        show(SLIDE_MS);
      }
    },
    keepStill() {
      for (const theme of THEMES) shown[theme].still = draw(theme);
    },
    develop(theme) {
      const { recorder, still } = shown[theme];
      if (!still) throw new Error('no still picture was kept');
      return { film: recorder.format(), still };
    },
  };
}

function newShown(): Shown {
  return { recorder: createRecorder(STAGE), images: {} };
}
