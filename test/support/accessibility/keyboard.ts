import type { Page } from 'playwright-core';

/** What the Tab key reaches, in turn, and what is wrong with it. */
export interface KeyboardWalk {
  stops: string[];
  problems: string[];
}

interface Stop {
  /** The number of the element among those reached so far. */
  index: number;
  name: string;
  problems: string[];
  /** Whether several stops are within the element, as in a frame or the parts of a date. */
  hasInnerStops: boolean;
}

const MAX_STOPS = 400;
const MAX_INNER_STOPS = 60;

/**
 * Presses Tab from the top of the page until the focus is where it began. Each element must show the focus (2.4.7), must
 * not be covered (2.4.11), must come in the order of the document (2.4.3), and must let the focus go (2.1.2).
 */
export async function walkByKeyboard(
  page: Page,
  { key = 'Tab', hasPixels = false }: { key?: 'Tab' | 'Shift+Tab'; hasPixels?: boolean } = {},
): Promise<KeyboardWalk> {
  const outOfTurn = await page.evaluate<string[]>(`(${START})(${key === 'Tab'})`);
  const walk: KeyboardWalk = { stops: [], problems: outOfTurn };
  for (let presses = 0, inner = 0; presses < MAX_STOPS; presses++) {
    await page.keyboard.press(key);
    const stop = await page.evaluate<Stop | null>(`(${READ_STOP})(${key === 'Tab'})`);
    if (stop === null) {
      if (walk.stops.length > 0 || presses > 0) return walk;
      continue;
    }
    if (stop.index < walk.stops.length) {
      if (stop.index === 0 && walk.stops.length > 1) return walk;
      const isInside = stop.index === walk.stops.length - 1 && stop.hasInnerStops;
      if (isInside && inner++ < MAX_INNER_STOPS) continue;
      walk.problems.push(`${stop.name}: the focus does not go on`);
      return walk;
    }
    inner = 0;
    walk.stops.push(stop.name);
    walk.problems.push(...stop.problems.map((problem) => `${stop.name}: ${problem}`));
    if (hasPixels && !(await isRingPainted(page)))
      walk.problems.push(`${stop.name}: the ring is not painted`);
  }
  walk.problems.push(`the focus is not back after ${MAX_STOPS} presses`);
  return walk;
}

/** Compares the element as it is with the element whose ring is transparent: a container may cut the ring off. */
async function isRingPainted(page: Page): Promise<boolean> {
  const clip = await page.evaluate<{ x: number; y: number; width: number; height: number }>(RING_AREA);
  if (clip.width < 1 || clip.height < 1) return false;
  const shown = await page.screenshot({ clip });
  await page.evaluate(
    `document.activeElement.style.setProperty('outline-color', 'transparent', 'important')`,
  );
  const hidden = await page.screenshot({ clip });
  await page.evaluate(`document.activeElement.style.removeProperty('outline-color')`);
  return !shown.equals(hidden);
}

/** Leaves the focus before the first element, or behind the last, also where a page has given it to a field. */
const START = `(isForward) => {
  window.focusStops = [];
  const edge = document.createElement('span');
  edge.tabIndex = -1;
  document.body[isForward ? 'prepend' : 'append'](edge);
  edge.focus();
  edge.remove();
  scrollTo(0, 0);
  return [...document.querySelectorAll('[tabindex]')]
    .filter((each) => each.tabIndex > 0)
    .map((each) => each.outerHTML.slice(0, 120) + ' has a positive tabindex');
}`;

const RING_AREA = `(() => {
  const { left, top, right, bottom } = document.activeElement.getBoundingClientRect();
  const [x, y] = [Math.max(0, left - 8), Math.max(0, top - 8)];
  return { x, y, width: Math.min(innerWidth, right + 8) - x, height: Math.min(innerHeight, bottom + 8) - y };
})()`;

/** A hidden radio button or check box is shown by its label. */
const READ_STOP = `(isForward) => {
  const at = document.activeElement;
  if (!at || at === document.body || at === document.documentElement) return null;
  const known = focusStops.indexOf(at);
  const text = at.getAttribute('aria-label') || at.labels?.[0]?.innerText || at.innerText || at.name || at.id || '';
  const name = at.localName + (at.type ? '[' + at.type + ']' : '') + ' “' + text.trim().replace(/\\s+/g, ' ').slice(0, 60) + '”';
  const hasInnerStops = at.localName === 'iframe' || /^(date|time|datetime-local|month)$/.test(at.type ?? '');
  if (known >= 0) return { index: known, name, problems: [], hasInnerStops };
  const index = focusStops.push(at) - 1;
  const problems = [];
  const previous = focusStops[index - 1];
  // The editor replaces a field when its script is there.
  if (previous?.isConnected) {
    const follows = previous.compareDocumentPosition(at) & Node.DOCUMENT_POSITION_FOLLOWING;
    if (Boolean(follows) !== isForward) problems.push('is out of the order of the document');
  }
  const shapes = [at, ...(at.labels ?? [])].filter((each) => {
    const { width, height } = each.getBoundingClientRect();
    return width > 2 && height > 2;
  });
  const hasRing = (each) => {
    const style = getComputedStyle(each);
    return (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2) || style.boxShadow !== 'none';
  };
  // The browser itself marks the part of a date that has the focus.
  const isWhole = !hasInnerStops || at.matches(':focus-visible');
  if (at.localName !== 'iframe' && isWhole && ![...shapes, at.parentElement].some(hasRing)) problems.push('does not show the focus');
  // A frame is scrolled to what has the focus in it, and not at all if nothing can have it.
  const inner = at.localName === 'iframe' ? at.contentDocument?.activeElement : undefined;
  const isEmptyFrame = at.localName === 'iframe' && (!inner || inner === at.contentDocument.body);
  const isSeen = (each) => [...(inner ?? each).getClientRects()].some((inside) => {
    const frame = inner ? each.getBoundingClientRect() : { left: 0, top: 0 };
    const box = new DOMRect(inside.left + frame.left, inside.top + frame.top, inside.width, inside.height);
    const [left, top] = [Math.max(0, box.left), Math.max(0, box.top)];
    const [width, height] = [Math.min(innerWidth, box.right) - left, Math.min(innerHeight, box.bottom) - top];
    if (width <= 0 || height <= 0) return false;
    return [0.1, 0.5, 0.9].some((across) => [0.1, 0.5, 0.9].some((down) => {
      const hit = document.elementFromPoint(left + width * across, top + height * down);
      return hit && (each.contains(hit) || at.contains(hit));
    }));
  });
  if (shapes.length === 0) problems.push('has the focus but no size');
  else if (!isEmptyFrame && !shapes.some(isSeen)) problems.push('is covered or out of view');
  return { index, name, problems, hasInnerStops };
}`;
