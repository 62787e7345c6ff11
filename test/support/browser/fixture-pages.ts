import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addScripts, findAsset } from '../../../src/pages/assets.ts';
import {
  renderMailFrame,
  renderOutboxList,
  renderOutboxLogin,
  renderOutboxMail,
} from '../../../src/pages/captured-mail/mailbox-page.ts';
import { renderInvoicePage } from '../../../src/pages/customer/invoice/invoice-page.ts';
import { renderPayStatusPage } from '../../../src/pages/customer/invoice/pay-pages.ts';
import { renderQuotePage } from '../../../src/pages/customer/quote/quote-page.ts';
import { renderReference } from '../../../src/pages/docs/reference/reference-page.ts';
import {
  assetHeaders,
  mailFrameHeaders,
  outboxHeaders,
  pageHeaders,
  referenceHeaders,
} from '../../../src/pages/headers.ts';
import { renderNotFoundPage, renderStopRemindersPage } from '../../../src/pages/message-page.ts';
import { bundleScripts } from '../../../src/pages/scripts.ts';
import { INVOICE_STATES, invoiceView } from '../../fixtures/invoice-page.ts';
import { MAIL, OPENAPI, OUTBOX_ENTRIES } from '../../fixtures/pages.ts';
import { quoteView, STATES } from '../../fixtures/quote-page.ts';
import { findWideFont } from './wide-text.ts';

export interface FixturePages {
  origin: string;
  close(): void;
}

/** Serves the pages without an account, in any state and language, as the service would. */
export async function serveFixturePages(): Promise<FixturePages> {
  addScripts(await bundleScripts());
  const server = createServer((request, reply) => {
    const [body, headers] = answer(request.url ?? '');
    reply.writeHead(200, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function answer(url: string): [string | Buffer, Record<string, string>] {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const asset = findAsset(pathname);
  if (asset) return [asset.body, { ...assetHeaders, 'Content-Type': asset.contentType }];
  const font = findWideFont(pathname);
  if (font) return [font, assetHeaders];
  if (pathname === '/outbox') return [renderOutboxList({ mails: OUTBOX_ENTRIES }), outboxHeaders];
  if (pathname === '/outbox/login') return [renderOutboxLogin('invalid'), outboxHeaders];
  if (pathname === `/outbox/${MAIL.id}`) return [renderOutboxMail(MAIL), outboxHeaders];
  if (pathname === `/outbox/${MAIL.id}/html`) return [renderMailFrame(MAIL.message), mailFrameHeaders];
  if (pathname === '/docs') return [renderReference(OPENAPI), referenceHeaders];
  if (pathname === '/i/fixture-token') {
    const change = INVOICE_STATES[searchParams.get('state') ?? 'due'];
    const locale = searchParams.get('language') ?? 'en-GB';
    return [renderInvoicePage(invoiceView({ ...change, customer: { locale } })), pageHeaders];
  }
  if (pathname === '/pay/fixture-token') {
    const { source } = invoiceView({ customer: { locale: searchParams.get('language') ?? 'en-GB' } });
    const payment = { status: 'paid', amount: 10_000, invoiceUrl: '/i/fixture-token' } as const;
    return [renderPayStatusPage(source, payment), pageHeaders];
  }
  if (pathname === '/unsubscribe/fixture-token') {
    return [renderStopRemindersPage(searchParams.get('language') ?? 'en'), pageHeaders];
  }
  if (pathname !== '/q/fixture-token') return [renderNotFoundPage('en'), pageHeaders];
  const changes = searchParams.getAll('state').map((state) => STATES[state]);
  const change: NonNullable<Parameters<typeof quoteView>[0]> = Object.assign({}, ...changes);
  const quote = Object.assign({}, ...changes.map((each) => each?.quote));
  const locale = searchParams.get('language') ?? 'en-GB';
  const customer = { ...change.customer, locale };
  return [renderQuotePage(quoteView({ ...change, quote, customer })), pageHeaders];
}
