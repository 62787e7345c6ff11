import { isDecided } from '../../../../../domain/quote/quote.ts';
import { fill } from '../../../../../i18n/fill.ts';
import { formatMoney } from '../../../../../i18n/format.ts';
import { makesRevision } from '../../../../console/editor/draft/to-body.ts';
import { isAutomatic } from '../../../../console/editor/editor-data.ts';
import type { SaveError } from '../../../../console/editor/save/save-reply.ts';
import { Icon } from '../icons.tsx';
import type { Actions } from '../parts.ts';
import type { Store } from '../store.ts';

/** The save status and the actions on the whole quote. */
export function SaveBar({ store, actions }: { store: Store; actions: Actions }) {
  const { t } = store;
  const { canUndo, canRedo } = store.steps.value;
  const quote = store.quote.value;
  const isStuck = store.saveState.value.kind === 'conflict';
  return (
    <div class="save-bar">
      <div class="save-text">
        <p class="save-state" role="status">
          {stateText(store)}
        </p>
        <RunningTotal store={store} />
      </div>
      <div class="actions">
        <button
          type="button"
          class="icon-button"
          aria-label={t.undo}
          aria-keyshortcuts="Control+Z"
          disabled={!canUndo}
          onClick={actions.undo}
        >
          <Icon name="undo" />
        </button>
        <button
          type="button"
          class="icon-button redo"
          aria-label={t.redo}
          aria-keyshortcuts="Control+Shift+Z"
          disabled={!canRedo}
          onClick={actions.redo}
        >
          <Icon name="redo" />
        </button>
        <button
          type="button"
          class="button quiet tab"
          aria-label={t.preview}
          aria-pressed={actions.isPreviewed.value}
          onClick={actions.togglePreview}
        >
          <Icon name="eye" />
          <span>{t.preview}</span>
        </button>
        <button
          type="button"
          class={`button quiet ${store.isTemplate || !isAutomatic(quote) ? '' : 'save'}`}
          disabled={isStuck}
          onClick={() => void actions.save()}
        >
          {saveText(store)}
        </button>
        <button
          type="button"
          class={`button ${store.isTemplate ? 'use' : ''}`}
          disabled={isStuck}
          onClick={() => void actions.send()}
        >
          {sendText(store)}
        </button>
      </div>
    </div>
  );
}

/** The whole reason why nothing was saved, below the bar of a phone, which has room for its beginning only. */
export function SaveDetail({ store }: { store: Store }) {
  const { value: state } = store.saveState;
  if (state.kind !== 'unsaved' || state.why === 'incomplete') return null;
  return (
    <p class="save-detail notice" aria-hidden="true">
      {stateText(store)}
    </p>
  );
}

/** The total, always in view. */
function RunningTotal({ store }: { store: Store }) {
  const { value: totals } = store.totals;
  if (!totals) return null;
  return (
    <p class="running-total">
      <span class="label">{store.t.total}</span>{' '}
      {formatMoney(totals.total, store.currency.value, store.locale)}
    </p>
  );
}

function saveText(store: Store): string {
  const { t, isTemplate } = store;
  const { value: quote } = store.quote;
  if (isTemplate) return t.saveTemplate;
  if (!quote || isAutomatic(quote)) return t.save;
  return isDecided(quote) ? t.saveReopen : nameRevision(store, t.saveRevision, t.saveQuote);
}

function sendText(store: Store): string {
  const { t, isTemplate } = store;
  if (isTemplate) return t.useTemplate;
  return isAutomatic(store.quote.value) ? t.send : nameRevision(store, t.saveAndSend, t.send);
}

/** Names the revision that saving makes, unless the customer reads nothing else than before. */
function nameRevision({ quote, storedBody, read }: Store, text: string, other: string): string {
  const isNew = makesRevision(storedBody.value, read.value.body);
  return isNew ? fill(text, { revision: String((quote.value?.revision ?? 0) + 1) }) : other;
}

function stateText(store: Store): string {
  const { t, locale } = store;
  const { value: state } = store.saveState;
  if (state.kind === 'saved') {
    if (state.at === null) return '';
    const time = new Intl.DateTimeFormat(locale.tag, { timeStyle: 'short' }).format(state.at);
    return fill(t.saved, { time });
  }
  if (state.kind === 'saving') return t.saving;
  if (state.kind === 'waiting') return t.waiting;
  if (state.kind === 'conflict') return t.conflictState;
  const text = fill(t[findReason(store, state.why)], { reason: state.detail ?? '' });
  return store.isKept.value ? text : `${text} ${t.notStored}`;
}

/** Says which part is incomplete. */
function findReason({ read, isTemplate }: Store, why: SaveError) {
  if (why !== 'incomplete') return why;
  if (Object.keys(read.value.errors).every((path) => path.startsWith('stages'))) return 'incompleteStage';
  return isTemplate ? 'incompleteTemplate' : why;
}

/** Explains what saving does to a quote that a customer has seen. */
export function SentNotice({ store }: { store: Store }) {
  const { t } = store;
  const { value: quote } = store.quote;
  if (!quote || isAutomatic(quote)) return null;
  const revision = String(quote.revision + 1);
  const text = isDecided(quote) ? t.decidedBefore : fill(t.sentBefore, { revision });
  return <p class="notice">{text}</p>;
}
