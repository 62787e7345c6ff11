import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text as consume } from 'node:stream/consumers';
import type { Client, Json, Reply } from '../service/client.ts';
import { exchange } from '../service/exchange.ts';
import type { TestAccount, TestService } from '../service/service.ts';

/** Headers of a person's browser. */
export const PERSON = {
  'User-Agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36',
  'Sec-Fetch-Mode': 'navigate',
  'Sec-Fetch-Site': 'same-origin',
};

export interface Answered {
  status: number;
  headers: Headers;
  text: string;
}

/** Avoids `fetch`, whose headers mark the request as no navigation. `undefined` omits a header. */
export async function visit(
  url: string,
  options: { method?: string; headers?: Record<string, string | undefined>; body?: string } = {},
): Promise<Answered> {
  const { method = 'GET', body } = options;
  const headers = Object.entries({ ...PERSON, ...options.headers }).filter(
    ([, value]) => value !== undefined,
  );
  const sent = request(url, { method, agent, headers: Object.fromEntries(headers) }).end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return {
    status: response.statusCode ?? 0,
    headers: new Headers(response.headers as Record<string, string>),
    text: await consume(response),
  };
}

const agent = new Agent({ keepAlive: true });

/** Reads the hidden fields of the form on an open page. */
export async function readSeen(url: string): Promise<{ revision: string; documentSha256: string }> {
  const { status, text } = await visit(url, { headers: { 'User-Agent': 'a scanner, not a person' } });
  assert.equal(status, 200, text);
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? '';
  return { revision: field('revision'), documentSha256: field('documentSha256') };
}

export function submit(
  url: string,
  form: 'accept' | 'choose' | 'decline' | 'question' | 'renewal' | 'proposal' | 'pay',
  fields: Record<string, string>,
  headers: Record<string, string | undefined> = {},
): Promise<Answered> {
  return visit(`${url}/${form}`, {
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
  });
}

/** Opens the page and accepts the content that it shows. */
export async function accept(
  url: string,
  name = 'Ada Lovelace',
  more: Record<string, string> = {},
): Promise<Answered> {
  return submit(url, 'accept', { name, ...(await readSeen(url)), ...more });
}

export async function decline(url: string, reason = ''): Promise<Answered> {
  return submit(url, 'decline', { reason, ...(await readSeen(url)) });
}

/** Returns the page's message about the last form. */
export function noticeIn(page: string): string | undefined {
  return /<div class="notice[^>]*>[\s\S]*?<p>([\s\S]*?)<\/p>/.exec(page)?.[1]?.replaceAll(/<[^>]*>/g, '');
}

export interface CapturedMail {
  id: string;
  subject: string;
  to: { name: string | null; address: string }[];
  text: string;
  html: string;
  attachments: { filename: string; contentType: string; size: number }[];
}

/** Empties the outbox and returns all emails of the account, oldest first. */
export async function mailsOf(
  service: TestService,
  account: Pick<TestAccount, 'key'>,
): Promise<CapturedMail[]> {
  await service.runJob('outbox');
  const get = async (path: string): Promise<Json> =>
    JSON.parse(
      (
        await exchange(`${service.url}/outbox${path}`, {
          headers: { Authorization: `Bearer ${account.key}`, Accept: 'application/json' },
        })
      ).text,
    );
  const { data } = await get('');
  const mails: CapturedMail[] = [];
  for (const { id } of data.toReversed()) mails.push(await get(`/${id}`));
  return mails;
}

export async function attachmentOf(
  service: TestService,
  account: Pick<TestAccount, 'key'>,
  mail: CapturedMail,
  type = 'application/pdf',
): Promise<Uint8Array<ArrayBuffer>> {
  const index = mail.attachments.findIndex(({ contentType }) => contentType === type);
  const response = await fetch(`${service.url}/outbox/${mail.id}/attachments/${index}`, {
    headers: { Authorization: `Bearer ${account.key}` },
  });
  assert.equal(response.status, 200);
  return new Uint8Array(await response.arrayBuffer());
}

export async function eventsOf(api: Client, quoteId: string): Promise<Json[]> {
  return (await api.get(`/quotes/${quoteId}/events`)).body.data;
}

export async function eventTypes(api: Client, quoteId: string): Promise<string[]> {
  return (await eventsOf(api, quoteId)).map(({ type }) => type);
}

export function ok(reply: Reply): Json {
  assert.ok(reply.status < 300, reply.text);
  return reply.body;
}
