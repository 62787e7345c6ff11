import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { fill } from '../../../../../../i18n/fill.ts';
import { formatMoney } from '../../../../../../i18n/format.ts';
import { type PickedItem, toPickedLine } from '../../../../../console/editor/draft/from-item.ts';
import { resolveHref } from '../../../resolve-href.ts';
import type { Listed } from '../../api.ts';
import { focusField } from '../../focus.ts';
import type { Store } from '../../store.ts';

interface Suggestion extends PickedItem {
  isEarlier: boolean;
}

/** The suggestions for a line, the text that they answer, and where they are shown. */
interface Shown {
  field: HTMLTextAreaElement;
  text: string;
  items: Suggestion[];
  place: Record<string, string>;
}

const NOTHING: Pick<Shown, 'items' | 'place'> = { items: [], place: {} };
const ID = 'e-suggestions';
const DEBOUNCE_MS = 150;
const MIN_LENGTH = 2;
/** Room that the list needs below the field; without it the list opens above. */
const HEIGHT = 300;

/**
 * Suggests catalogue items and earlier lines while a description is typed. Arrow keys choose, Enter fills the line,
 * Escape closes. While the suggestions shown answer an earlier text, the keys wait for those of the typed one. In a line
 * without a price, the first catalogue item is chosen already; a line with one keeps it, unless somebody points at a
 * suggestion. One list serves all lines, so that a long quote does not get slower.
 */
export function LineSuggestions({ store }: { store: Store }) {
  const { t, locale } = store;
  const list = useRef<HTMLDivElement>(null);
  const shown = useSignal<Shown | null>(null);
  const at = useSignal(-1);

  const close = () => {
    if (shown.value) mark(shown.value.field, -1);
    shown.value = null;
    at.value = -1;
  };
  const point = (to: number) => {
    if (!shown.value) return;
    at.value = to;
    mark(shown.value.field, to);
    list.current?.children[to]?.scrollIntoView({ block: 'nearest' });
  };
  const take = (item: Suggestion | undefined) => {
    const key = shown.value && findKey(shown.value.field);
    close();
    if (!key || !item) return;
    store.write(key, toPickedLine(item, store.currency.value, locale.tag), 'suggestion');
    focusField(key, 'quantity');
    document.activeElement instanceof HTMLInputElement && document.activeElement.select();
  };

  useEffect(() => {
    const section = list.current?.parentElement;
    if (!section) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let turn: AbortController | undefined;
    /** What the keys pressed since the last letter do with the suggestions that are on their way. */
    let steps = 0;
    let isAwaited = false;
    const stop = () => {
      clearTimeout(timer);
      turn?.abort();
    };
    const look = async (field: HTMLTextAreaElement) => {
      turn = new AbortController();
      const { signal } = turn;
      const text = field.value.trim();
      const items = await fetchSuggestions(store, text, signal).catch(() => []);
      if (signal.aborted || document.activeElement !== field) return;
      close();
      if (items.length === 0) return;
      shown.value = { field, text, items, place: placeBelow(field, section) };
      const first = !items[0]?.isEarlier && !findPrice(store, field) ? 0 : -1;
      if (first + steps >= 0) point(Math.min(first + steps, items.length - 1));
      if (isAwaited && at.value >= 0) return take(items[at.value]);
      store.announce(fill(t.suggestionsFound, { n: String(items.length) }));
    };
    const typed = ({ target }: Event) => {
      const field = asDescription(target);
      stop();
      steps = 0;
      isAwaited = false;
      if (!field || [...field.value.trim()].length < MIN_LENGTH) return close();
      prepare(field);
      at.value = -1;
      mark(field, -1);
      timer = setTimeout(() => void look(field), DEBOUNCE_MS);
    };
    const left = () => {
      stop();
      close();
    };
    const pressed = (event: KeyboardEvent) => {
      const { value } = shown;
      if (!value || event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
      const { length } = value.items;
      if (value.text !== value.field.value.trim()) {
        if (event.key === 'Enter' && !event.shiftKey) isAwaited = true;
        else if (event.key === 'ArrowDown') steps += 1;
        else if (event.key === 'ArrowUp') steps -= 1;
        else if (event.key === 'Escape') left();
        else return;
      } else if (event.key === 'ArrowDown') point((at.value + 1) % length);
      else if (event.key === 'ArrowUp') point(at.value <= 0 ? length - 1 : at.value - 1);
      else if (event.key === 'Escape') close();
      else if (event.key === 'Enter' && !event.shiftKey && at.value >= 0) take(value.items[at.value]);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    const focused = ({ target }: Event) => {
      const field = asDescription(target);
      if (field) prepare(field);
    };
    section.addEventListener('focusin', focused);
    section.addEventListener('input', typed);
    section.addEventListener('focusout', left);
    section.addEventListener('keydown', pressed);
    // This script may have been loaded by the first letter of a description.
    const field = asDescription(document.activeElement);
    if (field && field.value !== '') typed({ target: field } as unknown as Event);
  }, []);

  const { items, place } = shown.value ?? NOTHING;
  return (
    <div
      ref={list}
      id={ID}
      class="offers suggestions"
      role="listbox"
      aria-label={t.suggestions}
      hidden={items.length === 0}
      style={place}
    >
      {items.map((item, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys, as comboboxes do
        <div
          key={index}
          id={`${ID}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at.value}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => take(item)}
        >
          <bdi>{item.description}</bdi>{' '}
          <span class="small muted">
            {[
              item.isEarlier && t.usedBefore,
              item.sku,
              `${formatMoney(item.unitPrice, store.currency.value, locale)}${item.unit ? ` / ${item.unit}` : ''}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </div>
      ))}
    </div>
  );
}

async function fetchSuggestions(store: Store, text: string, signal: AbortSignal): Promise<Suggestion[]> {
  const query = new URLSearchParams({
    ...{ search: text, currency: store.currency.value, quote: store.quote.value?.id ?? '' },
    customer: store.head.value.customerId,
  });
  const reply = await fetch(resolveHref('console-base', `suggestions?${query}`), { signal });
  return reply.ok ? ((await reply.json()) as Listed<Suggestion>).data : [];
}

function findKey(field: HTMLElement): string {
  return field.closest<HTMLElement>('[data-key]')?.dataset.key ?? '';
}

function findPrice(store: Store, field: HTMLElement): string {
  const row = store.findRow(findKey(field))?.value;
  return row?.kind === 'line' ? row.price.trim() : '';
}

function asDescription(target: EventTarget | null): HTMLTextAreaElement | null {
  return target instanceof HTMLTextAreaElement && target.dataset.field === 'description' ? target : null;
}

/** Tells screen readers that the field has suggestions. */
function prepare(field: HTMLTextAreaElement): void {
  field.setAttribute('aria-autocomplete', 'list');
  field.setAttribute('aria-haspopup', 'listbox');
  field.setAttribute('aria-controls', ID);
}

function mark(field: HTMLTextAreaElement, index: number): void {
  if (index < 0) field.removeAttribute('aria-activedescendant');
  else field.setAttribute('aria-activedescendant', `${ID}-${index}`);
}

/** Under the field, from its first edge in reading direction, or above it if there is more room. */
function placeBelow(field: HTMLElement, section: HTMLElement): Shown['place'] {
  const [own, outer] = [field.getBoundingClientRect(), section.getBoundingClientRect()];
  const isRtl = getComputedStyle(section).direction === 'rtl';
  const room = (visualViewport?.height ?? innerHeight) - own.bottom;
  const isAbove = room < HEIGHT && own.top > room;
  return {
    ...(isAbove
      ? { top: 'auto', bottom: `${outer.bottom - own.top + 4}px` }
      : { top: `${own.bottom - outer.top + 4}px`, bottom: 'auto' }),
    ...(isRtl
      ? { right: `${outer.right - own.right}px`, left: 'auto' }
      : { left: `${own.left - outer.left}px`, right: 'auto' }),
    minWidth: `${own.width}px`,
    maxWidth: `${isRtl ? own.right - outer.left : outer.right - own.left}px`,
  };
}
