import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { fill } from '../../../../../i18n/fill.ts';
import { resolveHref } from '../../resolve-href.ts';
import type { Actions } from '../parts.ts';
import type { Store } from '../store.ts';

const DEBOUNCE_MS = 600;

const WIDE = '(min-width: 90rem)';

/** The customer page of the draft, next to the editor if there is room. Nothing of it is stored. */
export function Preview({ store, actions }: { store: Store; actions: Actions }) {
  const { t } = store;
  const failure = useSignal('');
  const isShown = useIsWide() || actions.isPreviewed.value;
  const page = usePage(store, isShown);
  const openPdf = async () => {
    failure.value = '';
    failure.value = await showPdf(store);
  };
  return (
    <section class="preview" aria-labelledby="preview-title" hidden={!isShown}>
      <div class="preview-head">
        <h2 id="preview-title">{t.preview}</h2>
        <button type="button" class="button quiet" onClick={() => void openPdf()}>
          {t.pdf}
        </button>
      </div>
      <p class="error" role="alert">
        {failure.value}
      </p>
      {page ? (
        <iframe sandbox="allow-same-origin" srcdoc={page} title={t.previewHint} />
      ) : (
        <p class="hint empty">{t.previewPending}</p>
      )}
    </section>
  );
}

function useIsWide(): boolean {
  const isWide = useSignal(matchMedia(WIDE).matches);
  useEffect(() => {
    const query = matchMedia(WIDE);
    const follow = () => {
      isWide.value = query.matches;
    };
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, []);
  return isWide.value;
}

/** HTML of the preview, updated with the draft while visible; empty before the first response. */
function usePage(store: Store, isShown: boolean): string {
  const page = useSignal('');
  useEffect(() => {
    if (!isShown) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let turn: AbortController | undefined;
    const ask = async () => {
      const body = previewBody(store);
      if (!body) return;
      turn?.abort();
      turn = new AbortController();
      // Keeps the last preview if the request fails; the next change retries.
      const next = await fetchPage(store, body, turn.signal).catch(() => undefined);
      if (next !== undefined) page.value = next;
    };
    const stop = store.draft.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(ask, page.value ? DEBOUNCE_MS : 0);
    });
    return () => {
      stop();
      clearTimeout(timer);
      turn?.abort();
    };
  }, [isShown]);
  return page.value;
}

async function fetchPage(store: Store, body: object, signal: AbortSignal): Promise<string | undefined> {
  const number = store.quote.value?.number ?? '';
  const response = await fetch(resolveHref('console-base', 'quotes/preview'), {
    method: 'POST',
    body: new URLSearchParams({ body: JSON.stringify(body), number }),
    signal,
  });
  return response.ok ? response.text() : undefined;
}

/** Opens the PDF in a new window. Returns an error text, or an empty string. */
async function showPdf(store: Store): Promise<string> {
  const { t } = store;
  store.isTried.value = true;
  const body = previewBody(store);
  if (!body) return t.previewPending;
  try {
    const asked = { method: 'POST', body, headers: { Accept: 'application/pdf' } };
    const response = await store.api.call('quotes/preview', asked);
    if (!response.ok) {
      const { code = '', detail } = (await response.json()) as { code?: string; detail?: string };
      const words: Record<string, string> = t.problems;
      throw new Error(words[code] ?? detail);
    }
    const link = document.createElement('a');
    link.href = URL.createObjectURL(await response.blob());
    link.target = '_blank';
    link.click();
    return '';
  } catch (error) {
    return fill(t.pdfFailed, { reason: (error as Error).message });
  }
}

/** A preview needs neither a customer nor a title. */
function previewBody(store: Store): object | null {
  const { body, errors } = store.read.value;
  if (body) return store.isTemplate ? store.openBody() : body;
  const isOpen = Object.entries(errors).every(
    ([path, error]) => error === 'missing' && ['customer', 'title', 'name'].includes(path),
  );
  return isOpen ? store.openBody() : null;
}
