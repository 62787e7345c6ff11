import type { Shared } from '../lazy-part.tsx';

/** Replaces Preact in the second script with the instance of the first. */
const { library } = (globalThis as unknown as { profferEditor: Shared }).profferEditor;

export const { Fragment, signal, useEffect, useLayoutEffect, useRef, jsx, jsxs, useComputed, useSignal } =
  library;
