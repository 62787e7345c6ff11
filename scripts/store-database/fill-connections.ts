import { ok } from '../../test/support/api/customer.ts';
import { createQuote, sentQuote } from '../../test/support/api/quotes.ts';
import { signIn } from '../../test/support/console/sign-in.ts';
import { connectMailAccount } from '../../test/support/mail/own-mail-account.ts';
import { connect } from '../../test/support/payments/paying.ts';
import type { TestService } from '../../test/support/service/service.ts';
import { bearer, type Reader } from './fill.ts';

/**
 * Creates an account with its own mail server, a payment provider and a webhook endpoint, none of which can be reached,
 * and one with its own clock.
 */
export async function fillConnections(service: TestService): Promise<{ callers: Reader[] }> {
  const account = await service.newAccount({ name: 'Verbunden AG' });
  const { accountId } = account;
  const owner = await signIn(service, { accountId, name: 'Vera', email: 'vera@stored.example' });
  const endpoint = ok(await account.post('/webhook-endpoints', { url: 'https://hooks.stored.example/' }));
  await sentQuote(account);
  for (const job of ['outbox', 'fan-out', 'webhooks'] as const) await service.runJob(job);
  const login = { password: 'correct-horse-battery' };
  await connectMailAccount(service, accountId, {
    ...{ kind: 'smtp', address: 'buero@stored.example', port: 465, login },
  });
  const keys = { secretKey: `sk_test_${'4'.repeat(24)}`, webhookSecret: `whsec_${'2'.repeat(24)}` };
  await connect(service, accountId, { kind: 'stripe', keys });

  const clocked = await service.newAccount({ name: 'Mit Uhr' });
  const { id } = await createQuote(clocked);
  ok(await clocked.post('/test-clock', { advanceBy: 'P40D' }));
  return {
    callers: [
      {
        headers: { Cookie: owner.cookie, 'Proffer-Account': accountId },
        paths: ['/mail-account', '/webhook-endpoints'],
      },
      { headers: bearer(account.key), paths: [`/webhook-endpoints/${endpoint.id}/deliveries`, '/events'] },
      { headers: bearer(clocked.key), paths: ['/test-clock', `/quotes/${id}`] },
    ],
  };
}
