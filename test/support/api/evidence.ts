import assert from 'node:assert/strict';
import type { Client } from '../service/client.ts';
import { readZip } from './read-zip.ts';

/** Downloads the evidence of a quote and returns the content of its parts by name, in their order. */
export async function readEvidence(api: Client, quoteId: string): Promise<Record<string, Buffer>> {
  return toParts(await downloadEvidence(api, quoteId));
}

export async function downloadEvidence(api: Client, quoteId: string): Promise<Buffer> {
  const reply = await api.get(`/quotes/${quoteId}/evidence`);
  assert.equal(reply.status, 200, reply.text);
  return reply.bytes ?? Buffer.of();
}

export function toParts(zip: Buffer): Record<string, Buffer> {
  return Object.fromEntries(readZip(zip).map(({ name, content }) => [name, content]));
}
