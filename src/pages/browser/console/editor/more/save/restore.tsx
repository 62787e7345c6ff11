import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { fill } from '../../../../../../i18n/fill.ts';
import { formatDifferenceName } from '../../../../../console/editor/difference-name.ts';
import { compareDrafts, type Difference } from '../../../../../console/editor/draft/compare.ts';
import {
  deleteCopy,
  type FoundCopy,
  findCopies,
  type LocalCopy,
} from '../../../../../console/editor/save/local-copy.ts';
import { resolveHref } from '../../../resolve-href.ts';
import type { Saving } from '../../parts.ts';
import type { Store } from '../../store.ts';

/**
 * Offers the unsaved copy of this quote that an earlier window left on this device. It is never restored without
 * confirmation.
 */
export function RestoreNotice({ store, saving }: { store: Store; saving: Saving }) {
  const { t, locale } = store;
  const found = useSignal<readonly FoundCopy[]>([]);
  useEffect(() => {
    void findAbandonedCopies(store, saving).then((copies) => {
      const asked = copies.find(({ key }) => getHash(saving, key) === location.hash);
      if (!asked) {
        found.value = copies;
        return;
      }
      history.replaceState(null, '', location.pathname + location.search);
      restore(store, saving, asked);
    });
  }, []);
  const [first, ...others] = found.value;
  if (!first) return null;
  const { copy } = first;
  const proceed = (rest: readonly FoundCopy[], act: () => void) => {
    found.value = rest;
    act();
    document.getElementById('e-title')?.focus();
  };
  const time = new Intl.DateTimeFormat(locale.tag, { dateStyle: 'medium', timeStyle: 'short' }).format(
    copy.at,
  );
  return (
    <section class="notice restore" role="alert" aria-labelledby="restore-title">
      <h2 id="restore-title">{fill(t.restoreTitle, { name: getCopyName(store, copy) })}</h2>
      <p>{fill(t.restoreText, { time })}</p>
      <Differences store={store} copy={copy} />
      <p class="buttons">
        <button type="button" class="button" onClick={() => proceed([], () => restore(store, saving, first))}>
          {t.restore}
        </button>
        <button
          type="button"
          class="button quiet"
          onClick={() => proceed(others, () => deleteCopy(saving.copies.storage, first.key))}
        >
          {t.discard}
        </button>
      </p>
    </section>
  );
}

function getCopyName({ data: { quote, draft }, t }: Store, copy: LocalCopy): string {
  const title = (quote ? draft : copy.draft).title.trim();
  return (
    [quote?.number, title, quote ? '' : copy.draft.customerName || copy.draft.name]
      .filter(Boolean)
      .join(' · ') || t.newTitle
  );
}

/** Each field that differs, with its saved and its local value. */
function Differences({ store, copy }: { store: Store; copy: LocalCopy }) {
  const { t, data } = store;
  const differences = findDifferences(store, copy);
  return (
    <details open={differences.length <= 6}>
      <summary>{fill(t.restoreDiffers, { n: String(differences.length) })}</summary>
      <dl class="restore-differences">
        {differences.map(({ path, line, mine, theirs }) => {
          const none = /^rows\/[^/]+$/.test(path) ? t.lineGone : t.nothing;
          return (
            <div key={path}>
              <dt>
                {formatDifferenceName(path, t)}
                {line !== undefined && (
                  <>
                    {' · '}
                    <bdi>{line}</bdi>
                  </>
                )}
              </dt>
              {data.quote && (
                <dd>
                  <span class="small muted">{t.savedVersion}</span> <bdi>{theirs || none}</bdi>
                </dd>
              )}
              <dd>
                <span class="small muted">{t.deviceVersion}</span> <bdi>{mine || none}</bdi>
              </dd>
            </div>
          );
        })}
      </dl>
    </details>
  );
}

/** Compares with the version that the page loaded, because changes typed since are not saved either. */
function findDifferences({ data: { draft: saved }, reading }: Store, copy: LocalCopy): Difference[] {
  return compareDrafts(copy.base ?? saved, copy.draft, saved, reading.separators);
}

/** Finds copies of this quote from closed windows. An open window holds a lock named after its copy. */
async function findAbandonedCopies(
  store: Store,
  { copies: { storage, prefix, ownKey } }: Saving,
): Promise<FoundCopy[]> {
  const open = new Set((await navigator.locks?.query())?.held?.map(({ name }) => name));
  const id = store.data.quote?.id ?? null;
  return findCopies(storage, prefix, (key) => key === ownKey || open.has(key)).filter(({ key, copy }) => {
    if (copy.id !== id || copy.kind !== store.data.kind) return false;
    const isOther = findDifferences(store, copy).length > 0;
    // The service already has everything in this copy.
    if (!isOther) deleteCopy(storage, key);
    return isOther;
  });
}

/**
 * Continues with the copy. If the service has a newer version, both are shown. What was begun in this window is another
 * quote, so the copy of a new one is continued on a page of its own.
 */
function restore(store: Store, saving: Saving, { key, copy }: FoundCopy): void {
  const { value: quote } = store.quote;
  if (copy.id === null && (quote || store.steps.value.canUndo)) {
    location.assign(resolveHref('console-base', `${copy.kind}s/new${getHash(saving, key)}`));
    return;
  }
  const {
    copies: { storage },
    adopt,
  } = saving;
  deleteCopy(storage, key);
  adopt(copy, copy.etag !== null && getContentVersion(copy.etag) !== getContentVersion(quote?.etag ?? ''));
}

/** Names a copy in the address of the page that is to continue with it. */
function getHash({ copies: { prefix } }: Saving, key: string): string {
  return `#restore-${key.slice(prefix.length)}`;
}

/** The ETag without the part that changes when the customer views the quote. */
function getContentVersion(etag: string): string {
  return /\d+/.exec(etag)?.[0] ?? '';
}
