// Records the signature as one SVG path in a hidden field. Without scripts the pad stays hidden and the typed name
// is the signature.
import { MAX_SIGNATURE_LENGTH, SIGNATURE_BOX } from '../../domain/quote/signature.ts';

type Point = [x: number, y: number];

for (const pad of document.querySelectorAll<HTMLElement>('[data-signature]')) {
  const svg = findPart<SVGSVGElement>(pad, 'svg');
  const line = findPart<SVGPathElement>(pad, 'path');
  const field = findPart<HTMLInputElement>(pad, 'input');
  const clear = findPart<HTMLButtonElement>(pad, 'button');
  let last: Point | null = null;

  pad.hidden = false;
  show(field.value);

  svg.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    svg.setPointerCapture(event.pointerId);
    last = toPoint(event);
    append(`M${last.join(' ')}L${last.join(' ')}`);
  });
  svg.addEventListener('pointermove', (event) => {
    // Safari before 18.2 does not support coalesced events.
    const samples = event.getCoalescedEvents?.() ?? [];
    for (const sample of samples.length > 0 ? samples : [event])
      if (last) last = extend(last, toPoint(sample));
  });
  for (const end of ['pointerup', 'pointercancel']) {
    svg.addEventListener(end, () => {
      if (last) append(`L${last.join(' ')}`);
      last = null;
    });
  }
  clear.addEventListener('click', () => {
    show('');
    clear.form?.querySelector<HTMLInputElement>('input[name="name"]')?.focus();
  });

  /** Draws a curve through the midpoints of the samples: smooth at any speed. */
  function extend([x, y]: Point, point: Point): Point {
    if (Math.hypot(point[0] - x, point[1] - y) < 3) return [x, y];
    append(`Q${x} ${y} ${Math.round((x + point[0]) / 2)} ${Math.round((y + point[1]) / 2)}`);
    return point;
  }

  function append(segment: string): void {
    if (field.value.length + segment.length <= MAX_SIGNATURE_LENGTH) show(field.value + segment);
  }

  function show(path: string): void {
    field.value = path;
    line.setAttribute('d', path);
    clear.hidden = path === '';
    pad.classList.toggle('signed', path !== '');
  }

  function toPoint({ clientX, clientY }: PointerEvent): Point {
    const { left, top, width, height } = svg.getBoundingClientRect();
    return [
      within(SIGNATURE_BOX.width, (clientX - left) / width),
      within(SIGNATURE_BOX.height, (clientY - top) / height),
    ];
  }
}

function within(length: number, share: number): number {
  return Math.round(length * Math.min(1, Math.max(0, share)));
}

function findPart<Part extends Element>(pad: Element, selector: string): Part {
  const part = pad.querySelector<Part>(selector);
  if (!part) throw new Error(`the signature pad has no ${selector}`);
  return part;
}
