import { type Html, html } from '../../../domain/markup/html.ts';
import { getRefName, type Schema } from './openapi-model.ts';
import { renderInlineText } from './rich-text.ts';

interface Row {
  /** Path in the JSON: `items[].quantity`. */
  path: string;
  required: boolean;
  schema: Schema;
}

/** Fields of an object, with those of nested objects below them; named schemas are links. */
export function renderSchema(schema: Schema): Html {
  const rows = listRows(schema, '', 0);
  if (rows.length === 0) return html`<p class="type">${renderTypeName(schema)}</p>`;
  return html`<table class="fields"><thead class="visually-hidden"><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
<tbody>${rows.map(renderRow)}</tbody></table>`;
}

const MAX_DEPTH = 6;

function listRows(schema: Schema, prefix: string, depth: number): Row[] {
  if (depth > MAX_DEPTH) return [];
  if (schema.items) return listRows(schema.items, `${prefix}[]`, depth + 1);
  const parts = [schema, ...(schema.allOf ?? [])];
  return parts.flatMap((part) =>
    Object.entries(part.properties ?? {}).flatMap(([name, field]) => {
      const path = prefix ? `${prefix}.${name}` : name;
      return [
        { path, required: part.required?.includes(name) ?? false, schema: field },
        ...listRows(field, path, depth + 1),
      ];
    }),
  );
}

function renderRow({ path, required, schema }: Row): Html {
  return html`<tr><th scope="row"><code>${path}</code>${required && html` <span class="required">required</span>`}</th><td class="type">${outerType(schema)}</td><td>${renderMeaning(schema)}</td></tr>
`;
}

/** The type without nested fields, which have their own rows. */
function outerType(schema: Schema): Html {
  if (schema.items?.properties) return html`array of objects`;
  return schema.properties ? html`object` : renderTypeName(schema);
}

export function renderMeaning(schema: Schema): Html {
  const rules = listRules(schema);
  return html`${schema.description && renderInlineText(schema.description)}${rules.length > 0 && html` <span class="rules">${rules.map((rule) => html`<span>${renderInlineText(rule)}</span> `)}</span>`}`;
}

export function renderTypeName(schema: Schema): Html {
  const name = getRefName(schema);
  if (name) return html`<a href="#schema-${name}">${name}</a>`;
  if (schema.items) return html`array of ${renderTypeName(schema.items)}`;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices && !schema.properties)
    return html`${choices.map((choice, index) => html`${index > 0 && ' or '}${renderTypeName(choice)}`)}`;
  if (schema.properties) return renderShape(schema.properties);
  const [type = 'any', ...others] = [schema.type ?? 'any'].flat();
  return html`${[schema.format ? `${type} (${schema.format})` : type, ...others].join(' or ')}`;
}

/** An inline object: `{ data: array of Quote, pagination: object }`. */
function renderShape(properties: Record<string, Schema>): Html {
  const fields = Object.entries(properties).map(
    ([name, field], index) =>
      html`${index > 0 && ', '}${name}: ${field.properties ? 'object' : renderTypeName(field)}`,
  );
  return html`{ ${fields} }`;
}

const RULES: [keyword: string, words: (value: unknown) => string][] = [
  [
    'enum',
    (values) =>
      `One of ${(values as unknown[])
        .filter((value) => value !== null)
        .map((value) => `\`${value}\``)
        .join(', ')}.`,
  ],
  ['const', (value) => `Always \`${value}\`.`],
  ['default', (value) => `Default \`${typeof value === 'string' ? value : JSON.stringify(value)}\`.`],
  ['minLength', (value) => `At least ${count(value)} characters.`],
  ['maxLength', (value) => `At most ${count(value)} characters.`],
  ['minimum', (value) => `At least ${count(value)}.`],
  ['exclusiveMinimum', (value) => `More than ${count(value)}.`],
  ['maximum', (value) => `At most ${count(value)}.`],
  ['minItems', (value) => `At least ${count(value)} entries.`],
  ['maxItems', (value) => `At most ${count(value)} entries.`],
  ['maxProperties', (value) => `At most ${count(value)} keys.`],
  ['pattern', (value) => `Matches \`${value}\`.`],
];

function listRules(schema: Schema): string[] {
  return RULES.filter(([keyword]) => schema[keyword] !== undefined).map(([keyword, words]) =>
    words(schema[keyword]).replace('At least 1 characters.', 'Not empty.').replace(' 1 entries', ' 1 entry'),
  );
}

function count(value: unknown): string {
  return Number(value).toLocaleString('en');
}
