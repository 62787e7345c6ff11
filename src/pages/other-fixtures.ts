import type { OutboxEntry, OutboxMail } from './outbox-page.ts';

const TO = [{ name: 'Ada Lovelace', address: 'ada@example.org' }];

export const OUTBOX_ENTRIES: OutboxEntry[] = ['mail_2', 'mail_1'].map((id) => ({
  id,
  capturedAt: '2026-03-02T09:30:00.000Z',
  to: TO,
  subject: 'Quote Q-2026-00042: Website relaunch',
  attachments: ['Q-2026-00042.pdf'],
}));

export const MAIL: OutboxMail = {
  id: 'mail_1',
  capturedAt: '2026-03-02T09:30:00.000Z',
  message: {
    messageId: '<1@nordlicht.example>',
    from: { name: 'Nordlicht Studio', address: 'hello@nordlicht.example' },
    replyTo: null,
    to: TO,
    cc: [],
    subject: 'Quote Q-2026-00042: Website relaunch',
    text: 'Dear Ada,\n\nhere is our quote.\n',
    html: '<!DOCTYPE html><html lang="en"><head><title>Quote</title></head><body><h1>Here is our quote</h1></body></html>',
    attachments: [
      { filename: 'Q-2026-00042.pdf', contentType: 'application/pdf', content: new Uint8Array(4096) },
    ],
    headers: { 'Auto-Submitted': 'auto-generated' },
  },
  source: 'From: Nordlicht Studio <hello@nordlicht.example>\r\nTo: ada@example.org\r\n\r\nDear Ada,\r\n',
};

const quote = { $ref: '#/components/schemas/Quote' };
const problem = {
  description: '`validation_failed`: The request is not valid',
  content: {
    'application/problem+json': {
      examples: {
        validation_failed: {
          value: { code: 'validation_failed', status: 400, title: 'The request is not valid' },
        },
      },
    },
  },
};
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };

/** A small document with every construct that the reference knows. */
export const OPENAPI = {
  openapi: '3.1.1',
  info: { title: 'Proffer', version: '1.0.0', description: 'Quotes.\n\n- one `list`\n- and **another**' },
  servers: [{ url: 'http://localhost:3000/api/v1' }],
  tags: [{ name: 'Quotes', description: 'See [the docs](/docs).' }],
  paths: {
    '/quotes': {
      post: {
        operationId: 'createQuote',
        tags: ['Quotes'],
        summary: 'Create a quote',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['title'],
                properties: {
                  title: { type: 'string', maxLength: 200, minLength: 1, description: 'What it is' },
                  kind: { type: ['string', 'null'], enum: ['a', null], default: 'a' },
                  when: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] },
                  items: {
                    type: 'array',
                    minItems: 1,
                    items: {
                      type: 'object',
                      properties: { quantity: { type: 'number', exclusiveMinimum: 0 } },
                    },
                  },
                },
              },
              example: { title: "it's" },
            },
          },
        },
        responses: {
          201: {
            description: 'The quote',
            content: { 'application/json': { schema: quote, example: { id: 'quo_1' } } },
          },
          400: problem,
        },
      },
    },
    '/quotes/{id}': {
      get: {
        summary: 'Get a quote',
        parameters: [id],
        responses: {
          200: {
            description: 'A page',
            content: {
              'application/json': {
                schema: { type: 'object', properties: { data: { type: 'array', items: quote } } },
              },
            },
          },
        },
      },
      delete: {
        operationId: 'deleteQuote',
        tags: ['Quotes'],
        parameters: [id],
        responses: { 204: { description: 'Gone' } },
      },
    },
  },
  components: {
    securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'A key: `prf_live_…`' } },
    schemas: {
      Quote: {
        type: 'object',
        properties: { id: { type: 'string' }, inner: { $ref: '#/components/schemas/Quote' } },
      },
      Word: { type: 'string', description: 'A word' },
    },
  },
};
