import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import {
  type MailProvider,
  startMailProvider,
  startOAuthSmtpServer,
} from '../support/mail/oauth-provider.ts';
import type { RealSmtpServer } from '../support/mail/smtp-servers.ts';
import { HOUR } from '../support/service/clock.ts';
import { startTestService } from '../support/service/service.ts';

const USER = 'quotes@nordlicht.example';
let provider: MailProvider;
let smtp: RealSmtpServer;
before(async () => {
  provider = await startMailProvider();
  smtp = await startOAuthSmtpServer(provider);
  provider.mailbox = { sub: 'quotes', email: USER };
});
after(() => Promise.all([smtp?.close(), provider?.close()]));

function start(env: Record<string, string> = {}) {
  return startTestService({
    env: {
      SMTP_URL: `smtp://${encodeURIComponent(USER)}@localhost:${smtp.port}`,
      MAIL_FROM: USER,
      SMTP_OAUTH_TOKEN_URL: `${provider.url}/token`,
      SMTP_OAUTH_CLIENT_ID: provider.clientId,
      SMTP_OAUTH_CLIENT_SECRET: provider.clientSecret,
      ...env,
    },
    smtp: { tls: { ca: provider.ca } },
    mailOAuth: { caCertificates: [provider.ca] },
  });
}

it('SMTP_URL signs in with tokens of client credentials, which are kept and renewed', async () => {
  const service = await start({ SMTP_OAUTH_SCOPE: 'https://outlook.office365.com/.default' });
  try {
    const { post } = await service.newAccount({ kind: 'live' });
    const send = () => post('/mail/test', { email: 'ada@example.test' });
    assert.equal((await send()).status, 200);
    assert.equal((await send()).status, 200);
    assert.deepEqual(
      smtp.received.map(({ user, from }) => [user, from]),
      [
        [USER, USER],
        [USER, USER],
      ],
    );
    const [form, ...more] = provider.tokenRequests;
    assert.equal(form?.get('grant_type'), 'client_credentials');
    assert.equal(form?.get('scope'), 'https://outlook.office365.com/.default');
    assert.equal(more.length, 0);
    provider.endAccess();
    smtp.hangUp();
    assert.equal((await send()).status, 200, 'a rejected token is renewed');
    assert.equal(provider.tokenRequests.length, 2);
    service.clock.advance(HOUR);
    smtp.hangUp();
    assert.equal((await send()).status, 200, 'and one that ends');
    assert.equal(provider.tokenRequests.length, 3);
  } finally {
    await service.close();
  }
});

it('SMTP_URL signs in by a refresh token; failures are temporary and say why', async () => {
  const { refreshToken } = provider.grant(USER);
  provider.tokenRequests.length = 0;
  smtp.received.length = 0;
  const service = await start({ SMTP_OAUTH_REFRESH_TOKEN: refreshToken });
  try {
    const { post } = await service.newAccount({ kind: 'live' });
    const send = () => post('/mail/test', { email: 'ada@example.test' });
    assert.equal((await send()).status, 200);
    service.clock.advance(HOUR);
    smtp.hangUp();
    assert.equal((await send()).status, 200);
    const used = provider.tokenRequests.map((form) => form.get('refresh_token'));
    assert.equal(used[0], refreshToken);
    assert.notEqual(used[1], refreshToken, 'the rotated one');
    service.clock.advance(HOUR);
    smtp.hangUp();
    provider.refreshError = 'invalid_grant';
    const rejected = await send();
    assert.deepEqual([rejected.status, rejected.body.code], [503, 'mail_unavailable']);
    assert.match(rejected.body.detail, /token endpoint rejected the request \(invalid_grant\)/);
    provider.refreshError = undefined;
    provider.fail('down');
    assert.equal((await send()).body.code, 'mail_unavailable');
    provider.fail();
    assert.equal((await send()).status, 200);
    assert.equal(smtp.received.length, 3);
  } finally {
    await service.close();
  }
});
