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
import type { ConsoleRoute, PageContext, PageReply } from '../console-route.ts';
import { isProblem, typedIn, versionIn } from '../forms/form-values.ts';
import { type Stored, seenIn, submitForm } from '../forms/submit.ts';

type Body = ConsolePage['body'];

interface PageWanted {
  search?: string | undefined;
  limit: number;
  offset: number;
}

/** A kind of resource that the console lists, shows, creates, changes and deletes with the same pages. */
export interface Noun<Thing> {
  section: NounFrame['section'];
  /** Size limit in bytes, for a form that may be larger than most. */
  bodyLimit?: number;
  words(say: PageContext['say']): NounWords;
  nameOf(thing: Thing): string;
  list(context: PageContext, page: PageWanted): Promise<{ things: Thing[]; total: number; isExact: boolean }>;
  renderTable(context: PageContext, things: readonly Thing[]): Body;
  /** A link in the list, next to the button that creates a new one. */
  way?(context: PageContext): Way | undefined;
  /** Throws `not_found` if it does not exist. */
  find(context: PageContext, id: string): Promise<{ thing: Thing; version: number }>;
  renderOne(
    context: PageContext,
    thing: Thing,
    version: number,
  ): Promise<Pick<OneThing, 'body' | 'main' | 'moreActions'> & { notice?: string | undefined }>;
  /** The names of the fields, which depend on the number of rows in the form. */
  fieldNames(context: PageContext): readonly string[];
  blank(context: PageContext): Values;
  valuesOf(context: PageContext, thing: Thing): Values;
  renderFields(context: PageContext, state: FormState): Body;
  /** A button that does not save, and the values of the form after it was pressed. */
  more?: {
    button(context: PageContext): { name: string; text: string };
    pressed(context: PageContext, typed: Values): Values | undefined;
  };
  read(context: PageContext, typed: Values): { input: unknown; errors: Values };
  /** Returns the id. */
  create(context: PageContext, input: unknown): Promise<string>;
  change(context: PageContext, id: string, input: unknown, expectVersion: ExpectVersion): Promise<void>;
  refused?(context: PageContext, error: unknown): Values | undefined;
  remove(context: PageContext, id: string, expectVersion: ExpectVersion): Promise<void>;
  /** Explains why it cannot be deleted. */
  kept?(context: PageContext, error: unknown): string | undefined;
}

/** Highest page number; later entries can be found with the search. */
const MAX_PAGE = 100_000;
const MAX_SEARCH = 200;

export function nounRoutes<Thing>(noun: Noun<Thing>): ConsoleRoute[] {
  const path = `/${noun.section}`;
  const large = noun.bodyLimit === undefined ? {} : { bodyLimit: noun.bodyLimit };
  const get = (
    at: string,
    minRole: ConsoleRoute['minRole'],
    handle: ConsoleRoute['handle'],
  ): ConsoleRoute => ({
    method: 'GET',
    path: path + at,
    minRole,
    handle,
  });
  const post = (at: string, handle: ConsoleRoute['handle']): ConsoleRoute => ({
    method: 'POST',
    path: path + at,
    minRole: 'member',
    ...large,
    handle,
  });
  return [
    get('', 'reader', (context) => showList(noun, context)),
    get('/new', 'member', async (context) => showNew(noun, context)),
    post('/new', (context) => create(noun, context)),
    get('/:id', 'reader', async (context) => ({ page: await onePage(noun, context) })),
    get('/:id/edit', 'member', (context) => showEdit(noun, context)),
    post('/:id/edit', (context) => change(noun, context)),
    post('/:id/delete', (context) => remove(noun, context)),
  ];
}

async function showList<Thing>(noun: Noun<Thing>, context: PageContext): Promise<PageReply> {
  const { page, search, offset } = pageWanted(context);
  const { things, total, isExact } = await noun.list(context, { search, limit: LIST_PAGE, offset });
  const view = listView(context, noun.section, { page, total, isExact }, { search });
  const table = things.length > 0 ? noun.renderTable(context, things) : undefined;
  const frame = frameOf(noun, context, doneNotice(context.query.done, context.say));
  return { page: nounListPage(frame, context, { view, table, way: noun.way?.(context) }) };
}

export function pageWanted({ query }: Pick<PageContext, 'query'>): {
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
  { say, locale, base }: PageContext,
  section: string,
  shown: Pick<ListView, 'page' | 'total' | 'isExact'>,
  query: Record<string, string | undefined>,
): ListView {
  const said = Object.entries(query).filter(([, value]) => value !== undefined);
  const texts = Object.fromEntries(said.map(([name, value]) => [name, String(value)]));
  return { say, locale, path: `${base}/${section}`, query: texts, ...shown };
}

function frameOf<Thing>(noun: Noun<Thing>, { say }: PageContext, notice?: ConsolePage['notice']): NounFrame {
  return { section: noun.section, words: noun.words(say), notice };
}

async function onePage<Thing>(
  noun: Noun<Thing>,
  context: PageContext,
  problem?: string,
): Promise<ConsolePage> {
  const { thing, version } = await noun.find(context, idOf(context));
  const { notice: done, ...shown } = await noun.renderOne(context, thing, version);
  const notice: ConsolePage['notice'] = problem
    ? { tone: 'bad', text: problem }
    : done
      ? { tone: 'good', text: done }
      : doneNotice(context.query.done, context.say);
  const one = { path: addressOf(noun, context), name: noun.nameOf(thing), version, ...shown };
  return nounPage(frameOf(noun, context, notice), context, one);
}

function showNew<Thing>(noun: Noun<Thing>, context: PageContext): PageReply {
  return { page: formPage(noun, context, { values: noun.blank(context), errors: {} }) };
}

async function create<Thing>(noun: Noun<Thing>, context: PageContext): Promise<PageReply> {
  const typed = typedIn(context.form, noun.fieldNames(context));
  const shown = noun.more?.pressed(context, typed);
  if (shown) return { page: formPage(noun, context, { values: shown, errors: {} }) };
  const { input, errors } = noun.read(context, typed);
  return submitForm(context, {
    typed,
    errors,
    show: async (state) => formPage(noun, context, state),
    save: async () => {
      const id = await noun.create(context, input);
      return `${context.base}/${noun.section}/${encodeURIComponent(id)}?done=created`;
    },
    refused: (error) => noun.refused?.(context, error),
  });
}

async function showEdit<Thing>(noun: Noun<Thing>, context: PageContext): Promise<PageReply> {
  const { thing, version } = await noun.find(context, idOf(context));
  const values = noun.valuesOf(context, thing);
  return { page: formPage(noun, context, { values, errors: {} }, { thing, seen: { version, values } }) };
}

async function change<Thing>(noun: Noun<Thing>, context: PageContext): Promise<PageReply> {
  const id = idOf(context);
  const { thing } = await noun.find(context, id);
  const typed = typedIn(context.form, noun.fieldNames(context));
  const shown = noun.more?.pressed(context, typed);
  if (shown) {
    return { page: formPage(noun, context, { values: shown, errors: {} }, { thing, seen: seenIn(context) }) };
  }
  const { input, errors } = noun.read(context, typed);
  return submitForm(context, {
    typed,
    errors,
    stored: async () => {
      const now = await noun.find(context, id);
      return { version: now.version, values: noun.valuesOf(context, now.thing) };
    },
    show: async (state, seen) => formPage(noun, context, state, { thing, seen }),
    save: async (expectVersion) => {
      await noun.change(context, id, input, expectVersion);
      return `${addressOf(noun, context)}?done=saved`;
    },
    refused: (error) => noun.refused?.(context, error),
  });
}

function formPage<Thing>(
  noun: Noun<Thing>,
  context: PageContext,
  state: FormState,
  change?: { thing: Thing; seen: Stored | undefined },
): ConsolePage {
  return nounFormPage(frameOf(noun, context), context, {
    thing: change && { path: addressOf(noun, context), name: noun.nameOf(change.thing) },
    state,
    seen: change?.seen,
    fields: noun.renderFields(context, state),
    more: noun.more?.button(context),
  });
}

async function remove<Thing>(noun: Noun<Thing>, context: PageContext): Promise<PageReply> {
  try {
    await noun.remove(context, idOf(context), versionIn(context.form));
    return { redirect: `${context.base}/${noun.section}?done=deleted` };
  } catch (error) {
    const why = isProblem(error, 'precondition_failed')
      ? context.say.forms.changedMeanwhile
      : noun.kept?.(context, error);
    if (why === undefined) throw error;
    return { page: await onePage(noun, context, why), status: 409 };
  }
}

function addressOf<Thing>(noun: Noun<Thing>, context: PageContext): string {
  return `${context.base}/${noun.section}/${encodeURIComponent(context.params.id ?? '')}`;
}

export function idOf({ params }: Pick<PageContext, 'params'>): string {
  return customerIdIn(params.id ?? '');
}
