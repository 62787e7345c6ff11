import {
  deleteTemplate,
  listTemplates,
  readTemplate as readStored,
} from '../../../actions/catalogue/templates.ts';
import type { QuoteTemplate } from '../../../domain/catalogue/template.ts';
import { html } from '../../../domain/markup/html.ts';
import { type ListedResource, listedRoutes } from './resource-routes.ts';
import { renderTemplate, renderTemplates } from './template.ts';

/** Templates are created and changed in the editor of quotes. */
const TEMPLATES: ListedResource<QuoteTemplate> = {
  section: 'templates',
  words: (t) => t.nouns.templates,
  getName: ({ name }) => name,
  async list({ deps, account }, page) {
    const { docs, total, isExact } = await listTemplates(deps, account.id, page);
    return { entities: docs.map((doc) => JSON.parse(doc) as QuoteTemplate), total, isExact };
  },
  renderTable: (context, templates) => renderTemplates(context, templates),
  async find({ deps, account }, id) {
    const { doc, version } = await readStored(deps, account.id, id);
    return { entity: JSON.parse(doc) as QuoteTemplate, version };
  },
  async renderOne(context, template) {
    const { base, t } = context;
    return {
      main: { href: `${base}/quotes/new?template=${template.id}`, text: t.nouns.templates.use },
      body: html`${renderTemplate(context, template)}<p><a href="${base}/templates/${template.id}/questions">${t.acceptance.title}</a></p>`,
    };
  },
  remove: ({ deps, account }, id, expectVersion) => deleteTemplate(deps, account.id, id, expectVersion),
};

export const templatePages = listedRoutes(TEMPLATES);
