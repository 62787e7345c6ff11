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
  /** Whether it replaces a field that has the focus. */
  isFocused?: boolean;
  /** Whether Enter waits for the answer; a field that it replaces may have set it. */
  isAwaited?: Signal<boolean>;
  isInvalid?: boolean;
  describedBy?: string | undefined;
  search(text: string, signal: AbortSignal): Promise<Entry[]>;
  getKey(entry: Entry): string;
  show(entry: Entry): preact.ComponentChildren;
  onPick(entry: Entry): void;
  /** Option to create an entry if none has the typed name. */
  create?: { label(text: string): string; run(text: string): void };
}

const DEBOUNCE_MS = 150;

interface Found<Entry> {
  /** The typed text that the entries answer. */
  text: string;
  entries: Entry[];
  failed: boolean;
}

interface Offer {
  key: string;
  body: preact.ComponentChildren;
  take(): void;
}

/**
 * Searches while typing; arrow keys choose, Enter selects. Entries answer the text they were searched for, so keys that
 * come before the answer to the typed text wait for it.
 */
export function Combobox<Entry>(props: Props<Entry>) {
  const { id, label, typed } = props;
  const at = useSignal(0);
  const open = useSignal(false);
  const ownAwaited = useSignal(false);
  const isAwaited = props.isAwaited ?? ownAwaited;
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (props.isFocused) input.current?.focus();
  }, []);
  const text = typed.value.trim();
  const isOpen = open.value;
  const found = useSearch(props.search, text, isOpen);
  const offers = listOffers(props, found?.entries ?? [], text, () => {
    open.value = false;
  });
  const isAnswered = found?.text === text;
  const chosen = isAnswered ? offers[Math.min(at.value, offers.length - 1)] : undefined;
  const isShown = isOpen && found !== null;
  const setOpen = (value: boolean) => () => {
    open.value = value;
    isAwaited.value &&= value;
  };
  useLayoutEffect(() => {
    if (!isAnswered || !isAwaited.value) return;
    isAwaited.value = false;
    // Without an answer nobody knows whether the name is new.
    if (isOpen && text !== '' && !found.failed) chosen?.take();
  }, [found]);
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
          isAwaited.value = false;
        }}
        onFocus={setOpen(true)}
        onBlur={setOpen(false)}
        onKeyDown={(event) => {
          const last = isAnswered ? offers.length - 1 : Number.POSITIVE_INFINITY;
          const take = () => {
            if (isAnswered) chosen?.take();
            else isAwaited.value = text !== '';
          };
          steer(event, { at, open, last, take });
        }}
      />
      <OfferList id={id} label={label} offers={offers} chosen={chosen} isShown={isShown} />
      <p class="hint" role="status">
        {isShown ? findHint(props, found) : ''}
      </p>
    </div>
  );
}

/** Search results, debounced; `null` before the first ones arrive. */
function useSearch<Entry>(
  search: Props<Entry>['search'],
  text: string,
  isOpen: boolean,
): Found<Entry> | null {
  const found = useSignal<Found<Entry> | null>(null);
  useEffect(() => {
    if (!isOpen) return;
    const turn = new AbortController();
    const timer = setTimeout(async () => {
      const entries = await search(text, turn.signal).catch(() => null);
      if (!turn.signal.aborted) found.value = { text, entries: entries ?? [], failed: !entries };
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      turn.abort();
    };
  }, [text, isOpen]);
  return found.value;
}

function listOffers<Entry>(
  { create, getKey, show, onPick }: Props<Entry>,
  entries: readonly Entry[],
  text: string,
  close: () => void,
): Offer[] {
  const offer = (key: string, body: Offer['body'], pick: () => void): Offer => ({
    key,
    body,
    take() {
      close();
      pick();
    },
  });
  const offers = entries.map((entry) => offer(getKey(entry), show(entry), () => onPick(entry)));
  if (!create || !text) return offers;
  return [...offers, offer('create', <strong>{create.label(text)}</strong>, () => create.run(text))];
}

function steer(
  event: KeyboardEvent,
  { at, open, last, take }: { at: Signal<number>; open: Signal<boolean>; last: number; take(): void },
): void {
  if (event.isComposing) return;
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    open.value = true;
    at.value = Math.max(0, Math.min(last, at.value + (event.key === 'ArrowDown' ? 1 : -1)));
  } else if (event.key === 'Enter' && open.value && !event.ctrlKey) {
    event.preventDefault();
    event.stopPropagation();
    take();
  } else if (event.key === 'Escape' && open.value) {
    event.preventDefault();
    event.stopPropagation();
    open.value = false;
  }
}

function OfferList({
  id,
  label,
  offers,
  chosen,
  isShown,
}: {
  id: string;
  label: string;
  offers: readonly Offer[];
  chosen: Offer | undefined;
  isShown: boolean;
}) {
  return (
    <div
      class="offers"
      id={`${id}-list`}
      role="listbox"
      aria-label={label}
      hidden={!isShown || offers.length === 0}
    >
      {offers.map((offer) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys, as comboboxes do
        <div
          key={offer.key}
          id={`${id}-${offer.key}`}
          role="option"
          tabIndex={-1}
          aria-selected={offer === chosen}
          onMouseDown={(event) => event.preventDefault()}
          onClick={offer.take}
        >
          {offer.body}
        </div>
      ))}
    </div>
  );
}

function findHint<Entry>({ store, noneText }: Props<Entry>, { entries, failed }: Found<Entry>): string {
  if (failed) return store.t.searchFailed;
  return entries.length === 0 ? noneText : '';
}
