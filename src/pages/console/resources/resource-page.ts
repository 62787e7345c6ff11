import { type Html, type HtmlValue, html } from '../../../domain/markup/html.ts';
import type { ConsoleTexts } from '../../../i18n/console.ts';
import { fill } from '../../shell.ts';
import type { FormState, Values } from '../forms/field.ts';
import { renderDeletion, renderForm, renderFormNotice } from '../forms/form.ts';
import type { ConsolePage } from '../shell.ts';
import type { Viewer } from '../viewer.ts';
import { type ListView, renderEmpty, renderFound, renderPages, renderSearch } from './list.ts';

/** Texts that every resource has in its own words. */
export interface ResourceTexts {
  title: string;
  back: string;
  new: string;
  edit: string;
  save: string;
  searchHint: string;
  emptyTitle: string;
  emptyText: string;
  delete: string;
  deleteText: string;
}

export interface ResourceFrame {
  section: 'customers' | 'catalogue' | 'templates' | 'price-lists';
  words: ResourceTexts;
  notice?: ConsolePage['notice'];
}

export interface PageLink {
  href: string;
  text: string;
}

export function buildResourceListPage(
  { section, words, notice }: ResourceFrame,
  { role }: Viewer,
  { view, table, links }: { view: ListView; table: Html | undefined; links: readonly PageLink[] },
): ConsolePage {
  const isEmpty = view.total === 0 && !view.query.search;
  const add = role !== 'reader' && html`<a class="button" href="${view.path}/new">${words.new}</a>`;
  const other = links.map(({ href, text }) => html`<a class="button quiet" href="${href}">${text}</a>`);
  return {
    section: toMenuEntry(section),
    title: words.title,
    wide: true,
    styles: ['nouns.css'],
    actions: !isEmpty && html`${other}${add}`,
    notice,
    body: isEmpty
      ? renderEmpty(words.emptyTitle, words.emptyText, html`${add}${other}`)
      : html`${renderSearch(view, words.searchHint)}
${renderFound(view)}
${table}
${renderPages(view)}`,
  };
}

/** Price lists belong to the catalogue. */
function toMenuEntry(section: ResourceFrame['section']): ConsolePage['section'] {
  return section === 'price-lists' ? 'catalogue' : section;
}

export interface ResourceView {
  /** Path of its own page. */
  path: string;
  name: string;
  version: number;
  body: Html;
  /** The primary action. */
  main?: PageLink | undefined;
  moreActions?: HtmlValue;
}

export function buildResourcePage(
  { section, words, notice }: ResourceFrame,
  { base, role, t }: Viewer,
  { path, name, version, body, main, moreActions }: ResourceView,
): ConsolePage {
  const text = fill(words.deleteText, { name: html`<bdi>${name}</bdi>` });
  const deletion = { action: `${path}/delete`, version, button: words.delete, text };
  return {
    section: toMenuEntry(section),
    title: name,
    heading: html`<bdi>${name}</bdi>`,
    back: { href: `${base}/${section}`, text: words.back },
    styles: ['nouns.css'],
    notice,
    actions:
      role !== 'reader' &&
      html`${main && html`<a class="button" href="${main.href}">${main.text}</a>`}${moreActions}<a class="button quiet" href="${path}/edit">${t.forms.edit}</a>`,
    body: html`${body}${role !== 'reader' && renderDeletion(deletion)}`,
  };
}

interface FormView {
  /** The resource that is edited; `undefined` for a new one. */
  entity: { path: string; name: string } | undefined;
  state: FormState;
  seen: { version: number; values: Values } | undefined;
  fields: Html;
  /** A button that does not save. */
}

export function buildResourceFormPage(
  { section, words }: ResourceFrame,
  viewer: Viewer,
  { entity, state, seen, fields }: FormView,
): ConsolePage {
  const list = `${viewer.base}/${section}`;
  const one = entity?.path ?? list;
  const form = {
    action: entity ? `${one}/edit` : `${list}/new`,
    seen,
    fields,
    submit: words.save,
    cancel: one,
    discard: state.theirs && `${one}/edit`,
  };
  return {
    section: toMenuEntry(section),
    title: entity ? `${words.edit}: ${entity.name}` : words.new,
    heading: entity ? words.edit : words.new,
    back: { href: one, text: entity?.name ?? words.back },
    styles: ['nouns.css'],
    notice: renderFormNotice(state, viewer),
    body: renderForm(form, viewer.t),
  };
}

/** Notice about the last action, as named in the query. */
export function renderDoneNotice(done: string | undefined, { forms }: ConsoleTexts): ConsolePage['notice'] {
  const texts: Record<string, string> = {
    saved: forms.saved,
    created: forms.created,
    deleted: forms.deleted,
    erased: forms.erased,
  };
  const text = done === undefined ? undefined : texts[done];
  return text === undefined ? undefined : { tone: 'good', text };
}
