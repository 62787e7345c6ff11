import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { fill } from '../../../../../i18n/fill.ts';
import { hrefOf } from '../../addresses.ts';
import type { Actions } from '../actions.ts';
import type { Store } from '../store.ts';

const PAUSE_MS = 600;

/** The customer's page of what is typed, beside it where there is room; nothing of it is stored. */
export function Preview({ store, actions }: { store: Store; actions: Actions }) {
  const { say } = store;
  const page = useSignal('');
  const failure = useSignal('');
  const isWide = useSignal(matchMedia(WIDE).matches);
  useEffect(() => {
    const query = matchMedia(WIDE);
    const follow = () => {
      isWide.value = query.matches;
    };
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, []);
  const isShown = isWide.value || actions.isPreviewed.value;
  useEffect(() => {
    if (!isShown) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let turn: AbortController | undefined;
    const ask = async () => {
      const body = previewBody(store);
      if (!body) return;
      turn?.abort();
      turn = new AbortController();
      const { signal } = turn;
      try {
        const response = await fetch(hrefOf('console-base', 'quotes/preview'), {
          method: 'POST',
          body: new URLSearchParams({ body: JSON.stringify(body), number: store.quote.value?.number ?? '' }),
          signal,
        });
        if (response.ok) page.value = await response.text();
      } catch {
        // The one that is there stays; what is typed next asks again.
      }
    };
    const stop = store.draft.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(ask, page.value ? PAUSE_MS : 0);
    });
    return () => {
      stop();
      clearTimeout(timer);
      turn?.abort();
    };
  }, [isShown]);
  const openPdf = async () => {
    failure.value = '';
    store.isTried.value = true;
    const body = previewBody(store);
    if (!body) {
      failure.value = say.previewWaits;
      return;
    }
    try {
      const asked = { method: 'POST', body, headers: { Accept: 'application/pdf' } };
      const response = await store.api.call('quotes/preview', asked);
      if (!response.ok) {
        const { code = '', detail } = (await response.json()) as { code?: string; detail?: string };
        const words: Record<string, string> = say.problems;
        throw new Error(words[code] ?? detail);
      }
      const link = document.createElement('a');
      link.href = URL.createObjectURL(await response.blob());
      link.target = '_blank';
      link.click();
    } catch (error) {
      failure.value = fill(say.pdfFailed, { reason: (error as Error).message });
    }
  };
  return (
    <section class="preview" aria-labelledby="preview-title" hidden={!isShown}>
      <div class="preview-head">
        <h2 id="preview-title">{say.preview}</h2>
        <button type="button" class="button quiet" onClick={() => void openPdf()}>
          {say.pdf}
        </button>
      </div>
      <p class="error" role="alert">
        {failure.value}
      </p>
      {page.value ? (
        <iframe sandbox="allow-same-origin" srcdoc={page.value} title={say.previewHint} />
      ) : (
        <p class="hint empty">{say.previewWaits}</p>
      )}
    </section>
  );
}

const WIDE = '(min-width: 90rem)';

/** A quote may be looked at before it has a customer or a title. */
function previewBody(store: Store): object | null {
  const { body, flaws } = store.read.value;
  if (body) return body;
  const isOpen = Object.entries(flaws).every(
    ([path, flaw]) => flaw === 'missing' && (path === 'customer' || path === 'title'),
  );
  return isOpen ? store.openBody() : null;
}
