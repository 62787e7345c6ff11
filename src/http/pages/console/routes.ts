import type { ConsoleRoute } from './console-route.ts';
import { paletteRoute } from './palette.ts';

/** Every page of the console, below its account. */
export const CONSOLE_ROUTES: readonly ConsoleRoute[] = [paletteRoute];
