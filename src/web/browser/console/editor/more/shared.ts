import type { Shared } from '../later.tsx';

/** In place of Preact, in the second script: that of the first. */
const { library } = (globalThis as unknown as { profferEditor: Shared }).profferEditor;

export const { Fragment, useEffect, useLayoutEffect, useRef, jsx, jsxs, useComputed, useSignal } = library;
