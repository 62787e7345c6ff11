import assert from 'node:assert/strict';
import type { Email } from 'postal-mime';
import { CUSTOMER } from '../../fixtures/customer.ts';
import type { Client, Json, Reply } from '../service/client.ts';
import type { TestAccount, TestService } from '../service/service.ts';
import type { HeldMail, MailDesk } from './mail-desk.ts';
import { readMail } from './smtp-servers.ts';

export const CUSTOMER_ADDRESS = CUSTOMER.email ?? '';

/** Creates an account whose emails are really sent. */
export function liveAccount(service: TestService): Promise<TestAccount> {
  return service.newAccount({ kind: 'live' });
}

/** Sends a quote or an invoice. */
export function send(api: Client, id: string, key?: string, body?: object): Promise<Reply> {
  const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key };
  return api.post(`${pathOf(id)}/send`, body, { headers });
}

function pathOf(id: string): string {
  return id.startsWith('inv_') ? `/invoices/${id}` : `/quotes/${id}`;
}

/** Starts a send whose email has arrived and has no reply yet. */
export async function startSlowSend(
  desk: MailDesk,
  api: Client,
  id: string,
  key?: string,
): Promise<{ reply: Promise<Reply>; mail: HeldMail }> {
  const held = desk.holdNext();
  const reply = send(api, id, key);
  const early = reply.then(({ status, text }) => assert.fail(`answered before its mail: ${status} ${text}`));
  const mail = await Promise.race([held, early]);
  early.catch(() => {});
  return { reply, mail };
}

/** Returns the types and outcomes of the events. */
export async function historyOf(api: Client, id: string): Promise<string[]> {
  const { data } = (await api.get(`${pathOf(id)}/events`)).body;
  return data.map(({ type, data }: Json) => (data.outcome ? `${type} ${data.outcome}` : type));
}

export async function statusOf(api: Client, id: string): Promise<string> {
  return (await api.get(pathOf(id))).body.status;
}

/** Returns the messages that arrived since. */
export async function mailsSince(desk: MailDesk, count: number): Promise<Email[]> {
  return Promise.all(desk.mails.slice(count).map(({ source }) => readMail(source)));
}

/** Returns the link to the customer page in the email. */
export function linkIn(mail: Email): string {
  const link = /http:\/\/127\.0\.0\.1:\d+\/[qi]\/[\w-]{43}/.exec(mail.text ?? '')?.[0];
  assert.ok(link, 'a mail without a link');
  return link;
}
