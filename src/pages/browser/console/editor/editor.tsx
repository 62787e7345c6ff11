import { render } from 'preact';
import type { TextName } from '../../../../domain/quote/quote-texts.ts';
import { isSelectable } from '../../../console/editor/draft/draft.ts';
import { type EditorData, listLowerTexts } from '../../../console/editor/editor-data.ts';
import { createActions } from './actions.ts';
import { CustomerPicker } from './customer.tsx';
import { Field } from './fields.tsx';
import { startKeys } from './keys.ts';
import { LazyPart, loadMore, startSharing } from './lazy-part.tsx';
import { Rows } from './lines/rows.tsx';
import type { Actions, Saving } from './parts.ts';
import { SaveBar, SaveDetail, SentNotice } from './save/save-bar.tsx';
import { startSaving } from './save/saving.ts';
import { Stages } from './stages.tsx';
import { createStore, type Store } from './store.ts';
import { Totals } from './totals.tsx';

interface Parts {
  store: Store;
  actions: Actions;
  saving: Saving;
}

const root = document.getElementById('editor');
if (root?.dataset.editor) start(root, JSON.parse(root.dataset.editor) as EditorData);

function start(place: HTMLElement, data: EditorData): void {
  startSharing((document.getElementById('editor-more') as HTMLAnchorElement).href);
  const store = createStore(data);
  const saving = startSaving(store);
  if (data.proposed) store.replace(data.proposed);
  const actions = createActions(store, saving);
  place.replaceChildren();
  place.classList.add('live');
  document.body.classList.add('editing');
  startKeys(place, store, actions);
  render(<Editor store={store} actions={actions} saving={saving} />, place);
  // Loads on the first interaction, so that it is available if the network fails later; immediately if part of it
  // is visible. What is below everything else is loaded with the first scroll.
  const isNeeded =
    data.draft.stages.length > 0 ||
    data.quote?.attachments.length ||
    data.draft.rows.some((row) => row.kind === 'heading' || row.priceKind || isSelectable(row)) ||
    matchMedia('(min-width: 90rem)').matches ||
    saving.copies.hasOtherCopies();
  if (isNeeded) void loadMore();
  for (const touch of ['pointerover', 'keydown', 'scroll'])
    addEventListener(touch, () => void loadMore(), { once: true });
  if (!data.quote) document.getElementById(data.kind === 'template' ? 'e-name' : 'e-title')?.focus();
}

function Editor(parts: Parts) {
  const { store, actions, saving } = parts;
  return (
    <>
      <SaveBar store={store} actions={actions} />
      <SaveDetail store={store} />
      <LazyPart part="ApprovalNote" store={store} />
      <LiveRegion store={store} />
      <div class={`desk${actions.isPreviewed.value ? ' previewed' : ''}`}>
        <div class="writing">
          <LazyPart part="RestoreNotice" store={store} saving={saving} />
          <SentNotice store={store} />
          <Head store={store} />
          <Rows store={store} actions={actions} />
          <LazyPart part="PasteNotice" store={store} actions={actions} />
          <Totals store={store} />
          <Foot {...parts} />
        </div>
        <LazyPart part="Preview" store={store} actions={actions} />
      </div>
      <LazyPart part="CatalogueDialog" store={store} actions={actions} />
      <LazyPart part="ConflictDialog" store={store} saving={saving} />
    </>
  );
}

function LiveRegion({ store }: { store: Store }) {
  return (
    <p class="visually-hidden" aria-live="polite">
      {store.announcement.value}
    </p>
  );
}

type TextField = 'name' | 'title' | 'validityDays' | 'validUntil' | 'recurringFrom' | TextName;

function text(store: Store, name: TextField, label: string) {
  return {
    ...{ store, path: name, label, value: store.head.value[name], error: store.read.value.errors[name] },
    onText: (value: string) => store.edit((draft) => ({ ...draft, [name]: value }), name),
  };
}

function Head({ store }: { store: Store }) {
  const { t } = store;
  const introduction = <Field {...text(store, 'description', t.introduction)} rows={2} class="wide" />;
  if (store.isTemplate) {
    return (
      <div class="head">
        <Field {...text(store, 'name', t.templateName)} class="title" hint={t.templateNameHint} />
        <Field {...text(store, 'title', t.title)} placeholder={t.titleHint} />
        <Field {...text(store, 'validityDays', t.validityDays)} isNumber placeholder={t.emptyAsSet} />
        {introduction}
      </div>
    );
  }
  return (
    <div class="head">
      <Field {...text(store, 'title', t.title)} class="title" placeholder={t.titleHint} />
      <CustomerPicker store={store} />
      <Field {...text(store, 'validUntil', t.validUntil)} kind="date" />
      <Field {...text(store, 'reference', t.reference)} placeholder={t.referenceHint} />
      {introduction}
    </div>
  );
}

function Foot({ store, saving }: Parts) {
  const { t } = store;
  return (
    <div class="editor-foot">
      <Stages store={store} />
      <section class="panel texts">
        {listLowerTexts(store.data.kind).map((name) => (
          <Field
            key={name}
            {...text(store, name, t[name])}
            rows={3}
            {...(name === 'notes' && { hint: t.notesHint })}
          />
        ))}
        {!store.isTemplate && (store.totals.value?.recurring.length || store.head.value.recurringFrom) && (
          <Field {...text(store, 'recurringFrom', t.recurringFrom)} kind="date" class="short" />
        )}
        <LazyPart part="PastWarning" store={store} />
        <LazyPart part="CurrencyChoice" store={store} />
      </section>
      {!store.isTemplate && <LazyPart part="Attachments" store={store} saving={saving} />}
      <LazyPart part="KeysList" store={store} />
    </div>
  );
}
