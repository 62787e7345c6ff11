import type { ExpectVersion } from '../../../actions/expect-version.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../console-route.ts';
import type { FormState, Values } from '../forms/field.ts';
import { createVersionCheck, isProblem, readTyped } from '../forms/form-values.ts';
import { type Stored, submitForm } from '../forms/submit.ts';
import type { ConsolePage } from '../shell.ts';
import { parseCustomerId } from './customer-path.ts';
import { LIST_PAGE_SIZE, type ListView } from './list.ts';
import {
  buildResourceFormPage,
  buildResourceListPage,
  buildResourcePage,
  type PageLink,
  type ResourceFrame,
  type ResourceTexts,
  type ResourceView,
  renderDoneNotice,
} from './resource-page.ts';

type Body = ConsolePage['body'];

interface PageRequest {
  search?: string | undefined;
  limit: number;
  offset: number;
}

/** A kind of resource that the console lists, shows and deletes with the same pages. */
export interface ListedResource<Entity> {
  section: ResourceFrame['section'];
  words(t: PageContext['t']): ResourceTexts;
  getName(entity: Entity): string;
  list(
    context: PageContext,
    page: PageRequest,
  ): Promise<{ entities: Entity[]; total: number; isExact: boolean }>;
  renderTable(context: PageContext, entities: readonly Entity[]): Body;
  /** Links in the list, next to the button that creates a new one. */
  links?(context: PageContext): readonly PageLink[];
  /** Throws `not_found` if it does not exist. */
  find(context: PageContext, id: string): Promise<{ entity: Entity; version: number }>;
  renderOne(
    context: PageContext,
    entity: Entity,
    version: number,
  ): Promise<Pick<ResourceView, 'body' | 'main' | 'moreActions'> & { notice?: string | undefined }>;
  remove(context: PageContext, id: string, expectVersion: ExpectVersion): Promise<void>;
  /** Explains why it cannot be deleted. */
  explainConflict?(context: PageContext, error: unknown): string | undefined;
}

/** A kind of resource that is also created and changed with one form. */
export interface ConsoleResource<Entity> extends ListedResource<Entity> {
  fieldNames: readonly string[];
  blank(context: PageContext): Values;
  getValues(context: PageContext, entity: Entity): Values;
  renderFields(context: PageContext, state: FormState): Body | Promise<Body>;
  read(context: PageContext, typed: Values): { input: unknown; errors: Values };
  create(context: PageContext, input: unknown): Promise<string>;
  change(context: PageContext, id: string, input: unknown, expectVersion: ExpectVersion): Promise<void>;
  toFieldErrors?(context: PageContext, error: unknown): Values | undefined;
}

/** Highest page number; later entries can be found with the search. */
const MAX_PAGE = 100_000;
const MAX_SEARCH_LENGTH = 200;

/** The list, the page of one, and deleting it. */
export function listedRoutes<Entity>(resource: ListedResource<Entity>): ConsoleRoute[] {
  const path = `/${resource.section}`;
  return [
    { method: 'GET', path, minRole: 'reader', handle: (context) => showList(resource, context) },
    {
      method: 'GET',
      path: `${path}/:id`,
      minRole: 'reader',
      handle: async (context) => ({ page: await renderOnePage(resource, context) }),
    },
    {
      method: 'POST',
      path: `${path}/:id/delete`,
      minRole: 'member',
      handle: (context) => remove(resource, context),
    },
  ];
}

export function resourceRoutes<Entity>(resource: ConsoleResource<Entity>): ConsoleRoute[] {
  const path = `/${resource.section}`;
  const route = (
    method: ConsoleRoute['method'],
    at: string,
    handle: ConsoleRoute['handle'],
  ): ConsoleRoute => ({ method, path: path + at, minRole: 'member', handle });
  return [
    ...listedRoutes(resource),
    route('GET', '/new', (context) => showNew(resource, context)),
    route('POST', '/new', (context) => create(resource, context)),
    route('GET', '/:id/edit', (context) => showEdit(resource, context)),
    route('POST', '/:id/edit', (context) => change(resource, context)),
  ];
}

async function showList<Entity>(resource: ListedResource<Entity>, context: PageContext): Promise<PageReply> {
  const { page, search, offset } = readPageQuery(context);
  const { entities, total, isExact } = await resource.list(context, {
    search,
    limit: LIST_PAGE_SIZE,
    offset,
  });
  const view = createListView(context, resource.section, { page, total, isExact }, { search });
  const table = entities.length > 0 ? resource.renderTable(context, entities) : undefined;
  const frame = createFrame(resource, context, renderDoneNotice(context.query.done, context.t));
  return {
    page: buildResourceListPage(frame, context, { view, table, links: resource.links?.(context) ?? [] }),
  };
}

export function readPageQuery({ query }: Pick<PageContext, 'query'>): {
  page: number;
  search: string | undefined;
  offset: number;
} {
  const wanted = Number(query.page ?? 1);
  const page = Number.isSafeInteger(wanted) && wanted >= 1 && wanted <= MAX_PAGE ? wanted : 1;
  const search = query.search?.replaceAll('\0', '').trim().slice(0, MAX_SEARCH_LENGTH) || undefined;
  return { page, search, offset: (page - 1) * LIST_PAGE_SIZE };
}

export function createListView(
  { t, locale, base }: PageContext,
  section: string,
  shown: Pick<ListView, 'page' | 'total' | 'isExact'>,
  query: Record<string, string | undefined>,
): ListView {
  const said = Object.entries(query).filter(([, value]) => value !== undefined);
  const texts = Object.fromEntries(said.map(([name, value]) => [name, String(value)]));
  return { t, locale, path: `${base}/${section}`, query: texts, ...shown };
}

function createFrame<Entity>(
  resource: ListedResource<Entity>,
  { t }: PageContext,
  notice?: ConsolePage['notice'],
): ResourceFrame {
  return { section: resource.section, words: resource.words(t), notice };
}

async function renderOnePage<Entity>(
  resource: ListedResource<Entity>,
  context: PageContext,
  problem?: string,
): Promise<ConsolePage> {
  const { entity, version } = await resource.find(context, getId(context));
  const { notice: done, ...shown } = await resource.renderOne(context, entity, version);
  const notice: ConsolePage['notice'] = problem
    ? { tone: 'bad', text: problem }
    : done
      ? { tone: 'good', text: done }
      : renderDoneNotice(context.query.done, context.t);
  const one = { path: buildPath(resource, context), name: resource.getName(entity), version, ...shown };
  return buildResourcePage(createFrame(resource, context, notice), context, one);
}

async function showNew<Entity>(resource: ConsoleResource<Entity>, context: PageContext): Promise<PageReply> {
  return { page: await renderFormPage(resource, context, { values: resource.blank(context), errors: {} }) };
}

async function create<Entity>(resource: ConsoleResource<Entity>, context: PageContext): Promise<PageReply> {
  const typed = readTyped(context.form, resource.fieldNames);
  const { input, errors } = resource.read(context, typed);
  return submitForm(context, {
    typed,
    errors,
    show: async (state) => renderFormPage(resource, context, state),
    save: async () => {
      const id = await resource.create(context, input);
      return `${context.base}/${resource.section}/${encodeURIComponent(id)}?done=created`;
    },
    toFieldErrors: (error) => resource.toFieldErrors?.(context, error),
  });
}

async function showEdit<Entity>(resource: ConsoleResource<Entity>, context: PageContext): Promise<PageReply> {
  const { entity, version } = await resource.find(context, getId(context));
  const values = resource.getValues(context, entity);
  return {
    page: await renderFormPage(
      resource,
      context,
      { values, errors: {} },
      { entity, seen: { version, values } },
    ),
  };
}

async function change<Entity>(resource: ConsoleResource<Entity>, context: PageContext): Promise<PageReply> {
  const id = getId(context);
  const { entity } = await resource.find(context, id);
  const typed = readTyped(context.form, resource.fieldNames);
  const { input, errors } = resource.read(context, typed);
  return submitForm(context, {
    typed,
    errors,
    stored: async () => {
      const now = await resource.find(context, id);
      return { version: now.version, values: resource.getValues(context, now.entity) };
    },
    show: async (state, seen) => renderFormPage(resource, context, state, { entity, seen }),
    save: async (expectVersion) => {
      await resource.change(context, id, input, expectVersion);
      return `${buildPath(resource, context)}?done=saved`;
    },
    toFieldErrors: (error) => resource.toFieldErrors?.(context, error),
  });
}

async function renderFormPage<Entity>(
  resource: ConsoleResource<Entity>,
  context: PageContext,
  state: FormState,
  change?: { entity: Entity; seen: Stored | undefined },
): Promise<ConsolePage> {
  return buildResourceFormPage(createFrame(resource, context), context, {
    entity: change && { path: buildPath(resource, context), name: resource.getName(change.entity) },
    state,
    seen: change?.seen,
    fields: await resource.renderFields(context, state),
  });
}

async function remove<Entity>(resource: ListedResource<Entity>, context: PageContext): Promise<PageReply> {
  try {
    await resource.remove(context, getId(context), createVersionCheck(context.form));
    return { redirect: `${context.base}/${resource.section}?done=deleted` };
  } catch (error) {
    const why = isProblem(error, 'precondition_failed')
      ? context.t.forms.changedConcurrently
      : resource.explainConflict?.(context, error);
    if (why === undefined) throw error;
    return { page: await renderOnePage(resource, context, why), status: 409 };
  }
}

function buildPath<Entity>(resource: ListedResource<Entity>, context: PageContext): string {
  return `${context.base}/${resource.section}/${encodeURIComponent(context.params.id ?? '')}`;
}

export function getId({ params }: Pick<PageContext, 'params'>): string {
  return parseCustomerId(params.id ?? '');
}
