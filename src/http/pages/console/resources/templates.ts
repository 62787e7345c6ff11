import {
  changeTemplate,
  createTemplate,
  deleteTemplate,
  listTemplates,
  readTemplate as readStored,
} from '../../../../actions/template/templates.ts';
import type { QuoteTemplate, TemplateInput } from '../../../../domain/quote/template.ts';
import { fill } from '../../../../i18n/fill.ts';
import {
  renderTemplate,
  renderTemplateFields,
  renderTemplates,
} from '../../../../web/console/templates/template.ts';
import { isProblem } from '../forms/form-values.ts';
import { type ConsoleResource, resourceRoutes } from './resource-routes.ts';
import { addRows, listTemplateFields, readTemplate, toTemplateValues } from './template-form.ts';

const TEMPLATES: ConsoleResource<QuoteTemplate> = {
  section: 'templates',
  // The same as the limit of the API.
  bodyLimit: 1024 * 1024,
  words: (t) => t.nouns.templates,
  nameOf: ({ name }) => name,
  async list({ deps, account }, page) {
    const { docs, total, isExact } = await listTemplates(deps, account.id, page);
    return { things: docs.map((doc) => JSON.parse(doc) as QuoteTemplate), total, isExact };
  },
  renderTable: (context, templates) => renderTemplates(context, templates),
  async find({ deps, account }, id) {
    const { doc, version } = await readStored(deps, account.id, id);
    return { thing: JSON.parse(doc) as QuoteTemplate, version };
  },
  async renderOne(context, template) {
    const { base, t } = context;
    return {
      main: { href: `${base}/quotes/new?template=${template.id}`, text: t.nouns.templates.use },
      body: renderTemplate(context, template),
    };
  },
  fieldNames: listTemplateFields,
  blank: (context) => toTemplateValues(context, {}),
  valuesOf: toTemplateValues,
  renderFields: renderTemplateFields,
  more: {
    button: ({ t }) => ({ name: 'more', text: t.nouns.templates.moreLines }),
    pressed: ({ form }, typed) => (form.more === undefined ? undefined : addRows(typed)),
  },
  read: readTemplate,
  create: ({ deps, account, now }, input) =>
    createTemplate(deps, account.id, input as TemplateInput, {
      repeatable: undefined,
      respond: ({ id }) => ({ status: 201, body: id }),
      now,
    }).then(({ body }) => String(body)),
  async change({ deps, account, now }, id, input, expectVersion) {
    await changeTemplate(deps, account.id, { id, patch: input as TemplateInput, expectVersion }, now);
  },
  // A payment schedule that no longer fits is detected only together with the stored template.
  refused: ({ t }, error) =>
    isProblem(error, 'validation_failed')
      ? {
          items: fill(t.forms.errors.together, {
            why: error.errors.map(({ message }) => message).join('; '),
          }),
        }
      : undefined,
  remove: ({ deps, account }, id, expectVersion) => deleteTemplate(deps, account.id, id, expectVersion),
};

export const templatePages = resourceRoutes(TEMPLATES);
