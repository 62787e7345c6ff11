import {
  changeTemplate,
  createTemplate,
  deleteTemplate,
  listTemplates,
  readTemplate,
} from '../../actions/catalogue/templates.ts';
import type { ExpectVersion } from '../../actions/expect-version.ts';
import { completeItems } from '../../actions/quotes/content/complete-content.ts';
import type { QuoteTemplate } from '../../domain/catalogue/template.ts';
import { BODY_PROBLEMS, REPEAT_PROBLEMS } from '../common-problems.ts';
import { type ApiResponse, type Call, json, type Operation } from '../endpoint.ts';
import { formatEtag } from '../etag.ts';
import { respondOnce } from '../idempotency.ts';
import { resourceEndpoints } from '../resource.ts';
import {
  CreateTemplate,
  checkNewTemplate,
  checkTemplatePatch,
  PatchTemplate,
  TEMPLATE_EXAMPLE,
  TEMPLATE_READ_ONLY,
  TemplateSchema,
} from '../schemas/catalogue/template.ts';
import type { Check } from '../schemas/check.ts';
import { createPageSchema, examplePage, pageParameters } from '../schemas/list.ts';
import { assertContent, readContent } from './quotes/quote-body.ts';

const template = { description: 'The template', schema: TemplateSchema, example: TEMPLATE_EXAMPLE };

const operations = {
  list: {
    id: 'listTemplates',
    tag: 'Templates',
    summary: 'List templates',
    query: {
      ...pageParameters,
      search: { type: 'string', description: 'Substring of the name or the title, among the newest 1,000' },
    },
    responses: {
      200: {
        description: 'A page of templates, newest first',
        schema: createPageSchema(TemplateSchema),
        example: examplePage(TEMPLATE_EXAMPLE),
      },
    },
    problems: ['validation_failed'],
  },
  get: {
    id: 'getTemplate',
    tag: 'Templates',
    summary: 'Get a template',
    headers: ['If-None-Match'],
    responses: { 200: template, 304: { description: 'Not changed since the ETag in If-None-Match' } },
    problems: ['not_found'],
  },
  create: {
    id: 'createTemplate',
    tag: 'Templates',
    summary: 'Create a template',
    description:
      'The content of a quote without its customer. Only `name` is required. `POST /quotes` with `templateId` creates a quote from it.',
    headers: ['Idempotency-Key'],
    body: {
      schema: CreateTemplate,
      example: {
        name: 'Small website',
        title: 'Website redesign',
        items: [{ description: 'Design', quantity: 12.5, unitPrice: 9000, taxRate: 19 }],
        validityDays: 14,
      },
    },
    responses: { 201: { ...template, description: 'The new template; its URL is in `Location`' } },
    problems: [...BODY_PROBLEMS, ...REPEAT_PROBLEMS],
  },
  update: {
    id: 'updateTemplate',
    tag: 'Templates',
    summary: 'Update a template',
    description:
      'JSON merge patch (RFC 7396): omitted fields keep their values, `null` clears a field, and `items` is replaced as a whole. Quotes created from the template do not change.',
    headers: ['If-Match'],
    body: { schema: PatchTemplate, example: { validityDays: 30 } },
    responses: { 200: template },
    problems: [...BODY_PROBLEMS, 'not_found', 'precondition_failed'],
  },
  remove: {
    id: 'deleteTemplate',
    tag: 'Templates',
    summary: 'Delete a template',
    description: 'Quotes created from the template do not change.',
    headers: ['If-Match'],
    responses: { 204: { description: 'Deleted' } },
    problems: ['not_found', 'precondition_failed'],
  },
} satisfies Record<string, Operation>;

const PATH = '/api/v1/templates';

export const templateRoutes = resourceEndpoints({
  path: PATH,
  costed: 'template',
  operations,
  creation: { method: 'POST', path: PATH, scope: 'write', operation: operations.create, handle: create },
  list: ({ deps, caller }, page) => listTemplates(deps, caller.accountId, page),
  read: ({ deps, caller }, id) => readTemplate(deps, caller.accountId, id),
  change,
  remove: ({ deps, caller }, id, expectVersion) => deleteTemplate(deps, caller.accountId, id, expectVersion),
});

function create(call: Call): Promise<ApiResponse> {
  const { deps, caller, now } = call;
  return respondOnce(call, createCreatedResponse, async ({ keep }) => {
    const input = (await readValidBody(call, checkNewTemplate, {})) as CreateTemplate;
    return createTemplate(deps, caller.accountId, input, now, keep);
  });
}

function createCreatedResponse(template: QuoteTemplate): ApiResponse {
  return json(201, template, { ETag: formatEtag({ version: 1 }), Location: `${PATH}/${template.id}` });
}

async function change(call: Call, { id, doc }: { id: string; doc: string }, expectVersion: ExpectVersion) {
  const { deps, caller, now } = call;
  const patch = (await readValidBody(call, checkTemplatePatch, JSON.parse(doc))) as PatchTemplate;
  return changeTemplate(deps, caller.accountId, { id, patch, expectVersion }, now);
}

/** Validates the body, merged with the current template, by the rules of a quote. */
async function readValidBody(
  call: Call,
  check: Check,
  current: Partial<QuoteTemplate>,
): Promise<Record<string, unknown>> {
  const { deps, caller } = call;
  const content = await completeItems(deps, caller, readContent(call, TEMPLATE_READ_ONLY), current);
  const merged: Record<string, unknown> = { ...current, ...content.value };
  await assertContent(call, content, check, { ...merged, items: merged.items ?? [] });
  return content.value;
}
