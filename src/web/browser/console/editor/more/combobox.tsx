import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Store } from '../store.ts';

interface Props<Entry> {
  store: Store;
  id: string;
  label: string;
  placeholder: string;
  noneText: string;
  typed: Signal<string>;
  /** Whether it takes the place of a field that somebody is typing into. */
  isFocused?: boolean;
  isInvalid?: boolean;
  describedBy?: string | undefined;
  search(text: string, signal: AbortSignal): Promise<Entry[]>;
  keyOf(entry: Entry): string;
  show(entry: Entry): preact.ComponentChildren;
  onPick(entry: Entry): void;
  /** Offered for a text that nothing is called. */
  create?: { label(text: string): string; run(text: string): void };
}

const PAUSE_MS = 150;

/** A few letters find what is meant; arrows choose, Enter takes. */
export function Combobox<Entry>(props: Props<Entry>) {
  const { store, id, label, search, create, typed } = props;
  const found = useSignal<{ entries: Entry[]; failed: boolean } | null>(null);
  const at = useSignal(0);
  const open = useSignal(false);
  const asked = useRef<AbortController | null>(null);
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (props.isFocused) input.current?.focus();
  }, []);
  const text = typed.value.trim();
  const isOpen = open.value;
  useEffect(() => {
    if (!isOpen) return;
    const timer = setTimeout(async () => {
      asked.current?.abort();
      const turn = new AbortController();
      asked.current = turn;
      const entries = await search(text, turn.signal).catch(() => null);
      if (!turn.signal.aborted) found.value = { entries: entries ?? [], failed: !entries };
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, isOpen]);

  const entries = found.value?.entries ?? [];
  const offers: { key: string; body: preact.ComponentChildren; take(): void }[] = entries.map((entry) => ({
    key: props.keyOf(entry),
    body: props.show(entry),
    take: () => props.onPick(entry),
  }));
  if (create && text) {
    offers.push({
      key: 'create',
      body: <strong>{create.label(text)}</strong>,
      take: () => create.run(text),
    });
  }
  const chosen = offers[Math.min(at.value, offers.length - 1)];
  const take = (offer: (typeof offers)[number] | undefined) => {
    if (!offer) return;
    open.value = false;
    offer.take();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      open.value = true;
      const next = at.value + (event.key === 'ArrowDown' ? 1 : -1);
      at.value = Math.max(0, Math.min(offers.length - 1, next));
    } else if (event.key === 'Enter' && isOpen && !event.ctrlKey) {
      event.preventDefault();
      event.stopPropagation();
      take(chosen);
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      open.value = false;
    }
  };
  const isShown = isOpen && found.value !== null;
  return (
    <div class="field combobox">
      <label for={id}>{label}</label>
      <input
        id={id}
        ref={input}
        type="text"
        role="combobox"
        dir="auto"
        autocomplete="off"
        spellcheck={false}
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-activedescendant={isShown && chosen ? `${id}-${chosen.key}` : undefined}
        aria-invalid={props.isInvalid ? 'true' : undefined}
        aria-describedby={props.describedBy}
        placeholder={props.placeholder}
        value={typed.value}
        onInput={(event) => {
          typed.value = event.currentTarget.value;
          at.value = 0;
          open.value = true;
        }}
        onFocus={() => {
          open.value = true;
        }}
        onBlur={() => {
          open.value = false;
        }}
        onKeyDown={onKeyDown}
      />
      <div
        class="offers"
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        hidden={!isShown || offers.length === 0}
      >
        {offers.map((offer) => (
          <div
            key={offer.key}
            id={`${id}-${offer.key}`}
            role="option"
            tabIndex={-1}
            aria-selected={offer === chosen}
            onPointerDown={(event) => {
              event.preventDefault();
              take(offer);
            }}
          >
            {offer.body}
          </div>
        ))}
      </div>
      <p class="hint" role="status">
        {isShown && found.value?.failed
          ? store.say.searchFailed
          : isShown && entries.length === 0
            ? props.noneText
            : ''}
      </p>
    </div>
  );
}
