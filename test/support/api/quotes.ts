import assert from 'node:assert/strict';
import { QUOTE } from '../../fixtures/quote.ts';
import type { Client, Json } from '../service/client.ts';

export const ITEM = { description: 'Work', quantity: 1, unitPrice: 10_000 };

/** Builds a minimal valid body. */
export function quoteBody(more: object = {}): Json {
  return { customerId: 'cus_test', title: QUOTE.title, items: [ITEM], ...more };
}

export async function createQuote(api: Client, more: object = {}): Promise<Json> {
  const { status, body, text } = await api.post('/quotes', quoteBody(more));
  assert.equal(status, 201, text);
  return body;
}

export async function convertedQuote(api: Client, more: object = {}): Promise<Json> {
  const quote = await createQuote(api, more);
  const { status, body, text } = await api.post(`/quotes/${quote.id}/convert-to-invoice`);
  assert.equal(status, 201, text);
  return body.quote;
}

/** Creates a quote and its invoice. The item costs 100.00 and has no tax. */
export async function draftInvoice(api: Client, more: object = {}, options: object = {}): Promise<Json> {
  const quote = await createQuote(api, more);
  const { status, body, text } = await api.post(`/quotes/${quote.id}/convert-to-invoice`, options);
  assert.equal(status, 201, text);
  const { quote: _, ...invoice } = body;
  return invoice;
}

export async function issuedInvoice(api: Client, more: object = {}, options: object = {}): Promise<Json> {
  const { id } = await draftInvoice(api, more, options);
  const { status, body, text } = await api.post(`/invoices/${id}/issue`);
  assert.equal(status, 200, text);
  // The warnings belong to the request, not to the invoice.
  const { warnings: _, ...invoice } = body;
  return invoice;
}

/** Returns the paths that a 400 names, sorted and unique. */
export function errorPaths(reply: { status: number; body: Json; text: string }): string[] {
  assert.equal(reply.status, 400, reply.text);
  const errors: { path: string }[] = reply.body.errors;
  return [...new Set(errors.map(({ path }) => path))].sort();
}

export async function sentQuote(api: Client, more: object = {}): Promise<Json> {
  const quote = await createQuote(api, more);
  const { status, body, text } = await api.post(`/quotes/${quote.id}/send`);
  assert.equal(status, 200, text);
  return body;
}

/** Creates a quote with the given status. */
export async function quoteIn(api: Client, status: string): Promise<Json> {
  switch (status) {
    case 'SENT':
      return sentQuote(api);
    case 'CONVERTED':
      return convertedQuote(api);
    case 'EXPIRED': {
      const { id } = await sentQuote(api);
      return (await api.patch(`/quotes/${id}`, { validUntil: '2001-01-01T00:00:00Z' })).body;
    }
    case 'DRAFT':
      return createQuote(api);
    default: {
      const { id } = await createQuote(api);
      return (await api.patch(`/quotes/${id}`, { status })).body;
    }
  }
}
