import { useEffect, useRef, useState } from 'preact/hooks';
import type { Store } from './store.ts';

interface Props<Entry> {
  store: Store;
  id: string;
  label: string;
  placeholder: string;
  noneText: string;
  /** What stands in the field at first. */
  start?: string;
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
  const { store, id, label, search, create } = props;
  const [text, setText] = useState(props.start ?? '');
  const [found, setFound] = useState<{ entries: Entry[]; failed: boolean } | null>(null);
  const [at, setAt] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const asked = useRef<AbortController | null>(null);
  useEffect(() => {
    if (!isOpen) return;
    const timer = setTimeout(async () => {
      asked.current?.abort();
      const turn = new AbortController();
      asked.current = turn;
      try {
        const entries = await search(text.trim(), turn.signal);
        if (!turn.signal.aborted) setFound({ entries, failed: false });
      } catch {
        if (!turn.signal.aborted) setFound({ entries: [], failed: true });
      }
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, isOpen]);

  const entries = found?.entries ?? [];
  const offers: { key: string; body: preact.ComponentChildren; take(): void }[] = entries.map((entry) => ({
    key: props.keyOf(entry),
    body: props.show(entry),
    take: () => props.onPick(entry),
  }));
  if (create && text.trim()) {
    offers.push({
      key: 'create',
      body: <strong>{create.label(text.trim())}</strong>,
      take: () => create.run(text.trim()),
    });
  }
  const chosen = offers[Math.min(at, offers.length - 1)];
  const take = (offer: (typeof offers)[number] | undefined) => {
    if (!offer) return;
    setOpen(false);
    offer.take();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      setAt(Math.max(0, Math.min(offers.length - 1, at + (event.key === 'ArrowDown' ? 1 : -1))));
    } else if (event.key === 'Enter' && isOpen && !event.ctrlKey) {
      event.preventDefault();
      event.stopPropagation();
      take(chosen);
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  };
  const isShown = isOpen && found !== null;
  return (
    <div class="field combobox">
      <label for={id}>{label}</label>
      <input
        id={id}
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
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
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
        {isShown && found?.failed
          ? store.say.searchFailed
          : isShown && entries.length === 0
            ? props.noneText
            : ''}
      </p>
    </div>
  );
}
