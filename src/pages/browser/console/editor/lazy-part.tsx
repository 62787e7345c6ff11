import { signal, useComputed, useSignal } from '@preact/signals';
import { type ComponentChildren, type ComponentType, Fragment, h } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { jsx, jsxs } from 'preact/jsx-runtime';
import type { MoreParts } from './parts.ts';

const LIBRARY = { Fragment, signal, useEffect, useLayoutEffect, useRef, jsx, jsxs, useComputed, useSignal };

/** Exports of the first script for the second: a page must have a single instance of Preact. */
export interface Shared {
  library: typeof LIBRARY;
  provide(parts: MoreParts): void;
}

/** The second script, once it has loaded. */
const parts = signal<MoreParts | null>(null);
let loading: Promise<MoreParts> | undefined;
let source = '';
let provide: (given: MoreParts) => void = () => {};

export function startSharing(moreScript: string): void {
  source = moreScript;
  const shared: Shared = { library: LIBRARY, provide: (given) => provide(given) };
  Object.assign(globalThis, { profferEditor: shared });
}

/** Loads rarely used parts in a second script on demand. */
export function loadMore(): Promise<MoreParts> {
  loading ??= new Promise<MoreParts>((resolve, reject) => {
    provide = (given) => {
      parts.value = given;
      resolve(given);
    };
    const script = document.createElement('script');
    script.src = source;
    script.onerror = () => {
      loading = undefined;
      script.remove();
      reject(new Error('no network'));
    };
    document.head.append(script);
  });
  // A caller that does not await this retries on the next interaction.
  loading.catch(() => {});
  return loading;
}

/** Does nothing if the script cannot be loaded; the next interaction retries. */
export function withMore(run: (more: MoreParts) => void): void {
  loadMore().then(run, () => {});
}

type PropsOf<Part> = Part extends ComponentType<infer Props> ? Props : never;
type Views = {
  [Name in keyof MoreParts]: MoreParts[Name] extends ComponentType<never> ? Name : never;
}[keyof MoreParts];

/** Renders a component of the second script once it has loaded, and its children until then. */
export function LazyPart<Name extends Views>(
  props: { part: Name; children?: ComponentChildren } & PropsOf<MoreParts[Name]>,
) {
  const { part, children, ...rest } = props as { part: Name; children?: ComponentChildren };
  const view = parts.value?.[part] as ComponentType<object> | undefined;
  return view ? h(view, rest) : children;
}
