import type { ListTemplatesQuery, NewTemplate, Template, TemplatePage, TemplatePatch } from '../api.ts';
import type { Caller, CallOptions, ChangeOptions, GetOptions, PostOptions } from '../call.ts';
import { iteratePages } from '../pages.ts';

type Filters = Omit<ListTemplatesQuery, 'page' | 'limit' | 'after'>;

/** Quotes prepared in advance, without a customer. */
export function createTemplatesApi({ json }: Caller) {
  return {
    list: (query?: ListTemplatesQuery, options?: CallOptions): Promise<TemplatePage> =>
      json('listTemplates', { query }, options),
    /** All matches, page by page as you read them. */
    all: (query?: Filters, options?: CallOptions): AsyncGenerator<Template, void, undefined> =>
      iteratePages((page) => json('listTemplates', { query: { ...query, ...page } }, options)),
    create: (template: NewTemplate, options?: PostOptions): Promise<Template> =>
      json('createTemplate', { body: template }, options),
    get: (id: string, options?: GetOptions<Template>): Promise<Template> =>
      json('getTemplate', { path: { id } }, options),
    /** Changes the given fields. */
    update: (id: string, patch: TemplatePatch, options?: ChangeOptions): Promise<Template> =>
      json('updateTemplate', { path: { id }, body: patch }, options),
    delete: (id: string, options?: ChangeOptions): Promise<void> =>
      json('deleteTemplate', { path: { id } }, options),
  };
}
