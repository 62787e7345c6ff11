import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readSealingSecrets } from '../../../src/actions/account/sealing/sealing-secrets.ts';
import { sealKeys } from '../../../src/actions/payments/connections.ts';
import { endCurrentConnection, insertConnection } from '../../../src/store/tables/payment/connections.ts';
import { findSetting } from '../../../src/store/tables/settings.ts';
import { issuedInvoice } from '../api/quotes.ts';
import type { Json } from '../service/client.ts';
import type { TestAccount, TestService } from '../service/service.ts';
import type { Till } from './tills.ts';

export const PUBLIC_URL = 'https://pay.example.test';

interface Page {
  status: number;
  headers: Headers;
  text: string;
}

/** An account that is connected to a provider, with an invoice that its customer can pay. */
export interface Payer {
  api: TestAccount;
  connectionId: string;
  invoiceId: string;
  /** Path of the page of the invoice. */
  path: string;
  open(path?: string): Promise<Page>;
  press(): Promise<Page>;
  /** Presses and returns the provider's identifier of the checkout. */
  start(): Promise<string>;
  comeBack(id: string): Promise<Page>;
  invoice(): Promise<Json>;
  payments(): Promise<Json[]>;
  notify(id: string, order?: 'forward' | 'reverse', agoMs?: number): Promise<number[]>;
  /** Asserts that every payment at the provider is booked once and nothing else is. */
  assertBalanced(): Promise<void>;
}

export async function newPayer(
  service: TestService,
  till: Till,
  { quote = {}, kind = 'test' }: { quote?: object; kind?: 'test' | 'live' } = {},
): Promise<Payer> {
  const api = await service.newAccount({ kind });
  await api.patch('/account', { email: 'owner@example.test' });
  const connectionId = await connect(service, api.accountId, till);
  const { id: invoiceId } = await issuedInvoice(api, quote);
  const sent = await api.post(`/invoices/${invoiceId}/send`);
  assert.equal(sent.status, 200, sent.text);
  const path = new URL(sent.body.publicUrl).pathname;
  const open = (which = path) => openPage(service.url + which);
  const ours = () => till.checkouts().slice(before);
  const before = till.checkouts().length;
  const payer: Payer = {
    ...{ api, connectionId, invoiceId, path, open },
    press: () => openPage(`${service.url}${path}/pay`, { method: 'POST', body: new URLSearchParams() }),
    async start() {
      const page = await payer.press();
      assert.equal(page.status, 200, page.text);
      const id = ours().findLast((known) =>
        page.headers.get('Refresh')?.endsWith(`url=${till.urlOf(known)}`),
      );
      assert.ok(id, page.text);
      return id;
    },
    comeBack: (id) => open(new URL(till.returnUrlOf(id)).pathname),
    invoice: async () => (await api.get(`/invoices/${invoiceId}`)).body,
    payments: async () => (await api.get(`/invoices/${invoiceId}/payments`)).body.data,
    notify: (id, order, agoMs) => till.notify(service.url, id, { connectionId, order, agoMs }),
    async assertBalanced() {
      const payments = await payer.payments();
      const reported = payments.filter(({ provider }) => provider !== null);
      const sum = (rows: Json[]) => rows.reduce((total, { amount }) => total + amount, 0);
      const held = ours().reduce((total, id) => total + till.holds(id), 0);
      assert.equal(sum(reported), held, 'what is booked is not what the provider holds');
      assert.equal(new Set(reported.map(({ providerId }) => providerId)).size, reported.length);
      const invoice = await payer.invoice();
      assert.equal(invoice.amountPaid, sum(payments));
      assert.equal(invoice.amountDue, invoice.total - invoice.amountCredited - invoice.amountPaid);
    },
  };
  return payer;
}

type ConnectedService = Pick<TestService, 'db' | 'config'> & { clock: () => number };

/** Connects the provider as the console does after it has checked the key, and replaces an earlier connection. */
export async function connect(
  service: ConnectedService,
  accountId: string,
  till: Pick<Till, 'kind' | 'keys'>,
): Promise<string> {
  const id = `con_${randomBytes(12).toString('hex')}`;
  await disconnect(service, accountId);
  const stored = (await findSetting(service.db.read, 'secret')) ?? '';
  const sealing = readSealingSecrets(service.config, stored);
  const { secretKey } = till.keys;
  await service.db.write((tx) =>
    insertConnection(tx, {
      ...{ account_id: accountId, id, kind: till.kind, ...sealKeys({ sealing }, accountId, till.keys) },
      ...{ last_four: secretKey.slice(-4), live: secretKey.includes('test') ? 0 : 1 },
      ...{ refused_at: null, created_at: service.clock(), ended_at: null },
    }),
  );
  return id;
}

export async function disconnect(
  service: Pick<ConnectedService, 'db' | 'clock'>,
  accountId: string,
): Promise<void> {
  await service.db.write((tx) => endCurrentConnection(tx, accountId, service.clock()));
}

async function openPage(url: string, init: RequestInit = {}): Promise<Page> {
  const response = await fetch(url, { redirect: 'manual', ...init });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
