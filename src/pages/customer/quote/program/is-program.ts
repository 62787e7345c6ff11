import type { FastifyRequest } from 'fastify';
import { acceptsJson, prefersOverJson } from '../../../../http/headers/accept.ts';

/** Whether a customer's program asks: it sends JSON, or names JSON and prefers no page. */
export function isProgram({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  if (method === 'POST') return /^application\/([\w.-]+\+)?json\b/i.test(headers['content-type'] ?? '');
  return acceptsJson(headers.accept) && !prefersOverJson(headers.accept, 'text/html');
}
