import type { ExpectVersion } from '../../../../actions/expect-version.ts';
import { customerIdIn } from '../../../../web/console/customers/customer-path.ts';
import type { FormState, Values } from '../../../../web/console/form/field.ts';
import { LIST_PAGE, type ListView } from '../../../../web/console/list/list.ts';
import {
  doneNotice,
  type NounFrame,
  type NounWords,
  nounFormPage,
  nounListPage,
  nounPage,
  type OneThing,
  type Way,
} from '../../../../web/console/list/noun-page.ts';
import type { ConsolePage } from '../../../../web/console/shell.ts';
import type { ConsoleRoute, PageReply, Visit } from '../console-route.ts';
import { isProblem, typedIn, versionIn } from '../forms/form-values.ts';
import { type Stored, seenIn, submitForm } from '../forms/submit.ts';

type Body = ConsolePage['body'];

interface PageWanted {
  search?: string | undefined;
  limit: number;
  offset: number;
}

/** One of the things that the console lists, shows, makes, changes and deletes, all in the same way. */
export interface Noun<Thing> {
  section: NounFrame['section'];
  /** In bytes, of a form that is larger than most. */
  bodyLimit?: number;
  words(say: Visit['say']): NounWords;
  nameOf(thing: Thing): string;
  list(visit: Visit, page: PageWanted): Promise<{ things: Thing[]; total: number; isExact: boolean }>;
  renderTable(visit: Visit, things: readonly Thing[]): Body;
  /** Beside the button for a new one, in the list. */
  way?(visit: Visit): Way | undefined;
  /** Throws where there is none. */
  find(visit: Visit, id: string): Promise<{ thing: Thing; version: number }>;
  renderOne(
    visit: Visit,
    thing: Thing,
    version: number,
  ): Promise<Pick<OneThing, 'body' | 'main' | 'moreActions'> & { notice?: string | undefined }>;
  /** Of a form; lines of one may come and go. */
  fieldNames(visit: Visit): readonly string[];
  blank(visit: Visit): Values;
  valuesOf(visit: Visit, thing: Thing): Values;
  renderFields(visit: Visit, state: FormState): Body;
  /** A button of the form that does something else than to save, and what the form shows after it. */
  more?: {
    button(visit: Visit): { name: string; text: string };
    pressed(visit: Visit, typed: Values): Values | undefined;
  };
  read(visit: Visit, typed: Values): { input: unknown; errors: Values };
  /** Gives the identifier. */
  create(visit: Visit, input: unknown): Promise<string>;
  change(visit: Visit, id: string, input: unknown, expectVersion: ExpectVersion): Promise<void>;
  refused?(visit: Visit, error: unknown): Values | undefined;
  remove(visit: Visit, id: string, expectVersion: ExpectVersion): Promise<void>;
  /** Why it may not be deleted. */
  kept?(visit: Visit, error: unknown): string | undefined;
}

/** As much as the address of a list may ask for; what is behind that is found by searching. */
const MAX_PAGE = 100_000;
const MAX_SEARCH = 200;

export function nounRoutes<Thing>(noun: Noun<Thing>): ConsoleRoute[] {
  const path = `/${noun.section}`;
  const large = noun.bodyLimit === undefined ? {} : { bodyLimit: noun.bodyLimit };
  const get = (at: string, least: ConsoleRoute['least'], handle: ConsoleRoute['handle']): ConsoleRoute => ({
    method: 'GET',
    path: path + at,
    least,
    handle,
  });
  const post = (at: string, handle: ConsoleRoute['handle']): ConsoleRoute => ({
    method: 'POST',
    path: path + at,
    least: 'member',
    ...large,
    handle,
  });
  return [
    get('', 'reader', (visit) => showList(noun, visit)),
    get('/new', 'member', async (visit) => showNew(noun, visit)),
    post('/new', (visit) => create(noun, visit)),
    get('/:id', 'reader', async (visit) => ({ page: await onePage(noun, visit) })),
    get('/:id/edit', 'member', (visit) => showEdit(noun, visit)),
    post('/:id/edit', (visit) => change(noun, visit)),
    post('/:id/delete', (visit) => remove(noun, visit)),
  ];
}

async function showList<Thing>(noun: Noun<Thing>, visit: Visit): Promise<PageReply> {
  const { page, search, offset } = pageWanted(visit);
  const { things, total, isExact } = await noun.list(visit, { search, limit: LIST_PAGE, offset });
  const view = listView(visit, noun.section, { page, total, isExact }, { search });
  const table = things.length > 0 ? noun.renderTable(visit, things) : undefined;
  const frame = frameOf(noun, visit, doneNotice(visit.query.done, visit.say));
  return { page: nounListPage(frame, visit, { view, table, way: noun.way?.(visit) }) };
}

export function pageWanted({ query }: Pick<Visit, 'query'>): {
  page: number;
  search: string | undefined;
  offset: number;
} {
  const wanted = Number(query.page ?? 1);
  const page = Number.isSafeInteger(wanted) && wanted >= 1 && wanted <= MAX_PAGE ? wanted : 1;
  const search = query.search?.replaceAll('\0', '').trim().slice(0, MAX_SEARCH) || undefined;
  return { page, search, offset: (page - 1) * LIST_PAGE };
}

export function listView(
  { say, locale, base }: Visit,
  section: string,
  shown: Pick<ListView, 'page' | 'total' | 'isExact'>,
  query: Record<string, string | undefined>,
): ListView {
  const said = Object.entries(query).filter(([, value]) => value !== undefined);
  const texts = Object.fromEntries(said.map(([name, value]) => [name, String(value)]));
  return { say, locale, path: `${base}/${section}`, query: texts, ...shown };
}

function frameOf<Thing>(noun: Noun<Thing>, { say }: Visit, notice?: ConsolePage['notice']): NounFrame {
  return { section: noun.section, words: noun.words(say), notice };
}

async function onePage<Thing>(noun: Noun<Thing>, visit: Visit, problem?: string): Promise<ConsolePage> {
  const { thing, version } = await noun.find(visit, idOf(visit));
  const { notice: done, ...shown } = await noun.renderOne(visit, thing, version);
  const notice: ConsolePage['notice'] = problem
    ? { tone: 'bad', text: problem }
    : done
      ? { tone: 'good', text: done }
      : doneNotice(visit.query.done, visit.say);
  const one = { path: addressOf(noun, visit), name: noun.nameOf(thing), version, ...shown };
  return nounPage(frameOf(noun, visit, notice), visit, one);
}

function showNew<Thing>(noun: Noun<Thing>, visit: Visit): PageReply {
  return { page: formPage(noun, visit, { values: noun.blank(visit), errors: {} }) };
}

async function create<Thing>(noun: Noun<Thing>, visit: Visit): Promise<PageReply> {
  const typed = typedIn(visit.form, noun.fieldNames(visit));
  const shown = noun.more?.pressed(visit, typed);
  if (shown) return { page: formPage(noun, visit, { values: shown, errors: {} }) };
  const { input, errors } = noun.read(visit, typed);
  return submitForm(visit, {
    typed,
    errors,
    show: async (state) => formPage(noun, visit, state),
    save: async () => {
      const id = await noun.create(visit, input);
      return `${visit.base}/${noun.section}/${encodeURIComponent(id)}?done=created`;
    },
    refused: (error) => noun.refused?.(visit, error),
  });
}

async function showEdit<Thing>(noun: Noun<Thing>, visit: Visit): Promise<PageReply> {
  const { thing, version } = await noun.find(visit, idOf(visit));
  const values = noun.valuesOf(visit, thing);
  return { page: formPage(noun, visit, { values, errors: {} }, { thing, seen: { version, values } }) };
}

async function change<Thing>(noun: Noun<Thing>, visit: Visit): Promise<PageReply> {
  const id = idOf(visit);
  const { thing } = await noun.find(visit, id);
  const typed = typedIn(visit.form, noun.fieldNames(visit));
  const shown = noun.more?.pressed(visit, typed);
  if (shown) {
    return { page: formPage(noun, visit, { values: shown, errors: {} }, { thing, seen: seenIn(visit) }) };
  }
  const { input, errors } = noun.read(visit, typed);
  return submitForm(visit, {
    typed,
    errors,
    stored: async () => {
      const now = await noun.find(visit, id);
      return { version: now.version, values: noun.valuesOf(visit, now.thing) };
    },
    show: async (state, seen) => formPage(noun, visit, state, { thing, seen }),
    save: async (expectVersion) => {
      await noun.change(visit, id, input, expectVersion);
      return `${addressOf(noun, visit)}?done=saved`;
    },
    refused: (error) => noun.refused?.(visit, error),
  });
}

function formPage<Thing>(
  noun: Noun<Thing>,
  visit: Visit,
  state: FormState,
  change?: { thing: Thing; seen: Stored | undefined },
): ConsolePage {
  return nounFormPage(frameOf(noun, visit), visit, {
    thing: change && { path: addressOf(noun, visit), name: noun.nameOf(change.thing) },
    state,
    seen: change?.seen,
    fields: noun.renderFields(visit, state),
    more: noun.more?.button(visit),
  });
}

async function remove<Thing>(noun: Noun<Thing>, visit: Visit): Promise<PageReply> {
  try {
    await noun.remove(visit, idOf(visit), versionIn(visit.form));
    return { redirect: `${visit.base}/${noun.section}?done=deleted` };
  } catch (error) {
    const why = isProblem(error, 'precondition_failed')
      ? visit.say.forms.changedMeanwhile
      : noun.kept?.(visit, error);
    if (why === undefined) throw error;
    return { page: await onePage(noun, visit, why), status: 409 };
  }
}

function addressOf<Thing>(noun: Noun<Thing>, visit: Visit): string {
  return `${visit.base}/${noun.section}/${encodeURIComponent(visit.params.id ?? '')}`;
}

export function idOf({ params }: Pick<Visit, 'params'>): string {
  return customerIdIn(params.id ?? '');
}
