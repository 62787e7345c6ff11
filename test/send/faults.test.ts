import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createQuote } from '../support/api/quotes.ts';
import { type Switchboard, startSwitchboard } from '../support/mail/mail-desk.ts';
import { CUSTOMER_ADDRESS, historyOf, liveAccount, send, statusOf } from '../support/mail/sendings.ts';
import {
  absentSmtpServer,
  SMTP_FAULTS,
  type SmtpFault,
  startFaultySmtpServer,
} from '../support/mail/smtp-servers.ts';
import type { Reply } from '../support/service/client.ts';
import {
  engines,
  startTestService,
  type TestService,
  type TestServiceOptions,
} from '../support/service/service.ts';

const PROBLEMS = {
  refused: [502, 'mail_refused'],
  unavailable: [503, 'mail_unavailable'],
  timeout: [504, 'mail_timeout'],
  unknown: [504, 'mail_timeout'],
} as const;
type Outcome = keyof typeof PROBLEMS;

const EXPECTED: Record<SmtpFault, Outcome[]> = {
  'refuses the sender': ['refused'],
  'refuses the recipient': ['refused'],
  'refuses one recipient': ['refused'],
  'defers one recipient': ['unavailable'],
  'refuses the data': ['refused'],
  'refuses the message': ['refused'],
  'answers 4xx': ['unavailable'],
  'answers 4xx to the message': ['unavailable'],
  'says goodbye to the message': ['unavailable'],
  'refuses the connection': ['unavailable'],
  'hangs before the greeting': ['timeout'],
  'hangs after the greeting': ['timeout'],
  'hangs after DATA': ['timeout'],
  // A quote is small: all of it may have been sent before the server stops reading.
  'hangs amid the message': ['timeout', 'unknown'],
  'hangs after the dot': ['unknown'],
  'drops after DATA': ['unavailable'],
  'drops amid the message': ['unavailable', 'unknown'],
  'drops after the dot': ['unknown'],
  'sends garbage': ['unavailable'],
  'sends garbage to the sender': ['unavailable'],
  'sends garbage to the message': ['unknown'],
  'answers before the message came': ['unknown'],
  'has a bad certificate': ['unavailable'],
};
const HANGING = SMTP_FAULTS.filter((fault) => fault.startsWith('hangs'));
const ON_ITS_OWN: SmtpFault = 'has a bad certificate';

for (const engine of engines()) {
  describe(`a mail server with a fault, on ${engine}`, () => {
    faultsThrough(
      { engine },
      SMTP_FAULTS.filter((fault) => !HANGING.includes(fault) && fault !== ON_ITS_OWN),
    );
  });
}

describe('a mail server that hangs', () => {
  faultsThrough({ smtp: { timeouts: { connect: 600, total: 900 } } }, HANGING);
});

describe('a mail server that cannot be reached', () => {
  const servers: Record<string, () => Promise<{ url: string; close?(): Promise<void> }>> = {
    'has a bad certificate': () => startFaultySmtpServer(ON_ITS_OWN),
    'is not there': async () => ({ url: await absentSmtpServer() }),
  };
  for (const [what, start] of Object.entries(servers)) {
    it(`${what}: 503`, async () => {
      const server = await start();
      const service = await startTestService({ env: { SMTP_URL: server.url } });
      try {
        await assertNotSent(service, ['unavailable']);
      } finally {
        await service.close();
        await server.close?.();
      }
    });
  }
});

/** Allows for the PDF and a busy machine; below the default time limit of a test. */
const BUSY_MS = 15_000;

/** Registers the faults with one service: the mail server behind the URL changes. */
function faultsThrough(options: TestServiceOptions, faults: readonly SmtpFault[]): void {
  let service: TestService;
  let switchboard: Switchboard;
  before(async () => {
    switchboard = await startSwitchboard();
    service = await startTestService({ ...options, env: { SMTP_URL: switchboard.url } });
  });
  after(async () => {
    await service?.close();
    await switchboard?.close();
  });
  for (const fault of faults) {
    it(`${fault}: ${EXPECTED[fault].map((outcome) => PROBLEMS[outcome].join(' ')).join(' or ')}`, async () => {
      const server = await startFaultySmtpServer(fault);
      try {
        switchboard.connectTo(server.url);
        const cc = fault.includes('one recipient') ? ['refused@example.com'] : [];
        await assertNotSent(service, EXPECTED[fault], cc, options.smtp?.timeouts?.total);
        if (fault !== 'drops after the dot' && EXPECTED[fault].includes('unknown') === false) {
          // A message rejected after the final dot was received completely; the server discards it.
          assert.ok(server.received.length <= (/the message$/.test(fault) ? 1 : 0));
        }
      } finally {
        await server.close();
      }
    });
  }
}

async function assertNotSent(
  service: TestService,
  outcomes: Outcome[],
  cc: string[] = [],
  limit = 20_000,
): Promise<void> {
  const api = await liveAccount(service);
  const { id } = await createQuote(api);
  const begun = performance.now();
  const reply = await send(api, id, 'k', { cc });
  const took = performance.now() - begun;
  assert.ok(took < limit + BUSY_MS, `answered after ${took} ms`);
  const history = await historyOf(api, id);
  const outcome = outcomes.find((name) => history.at(-1) === `send_failed ${name}`);
  assert.ok(outcome, `${history.at(-1)}: ${reply.text}`);
  assert.deepEqual(history, ['created', `send_failed ${outcome}`]);
  assertProblem(reply, outcome);
  const [, failed] = (await api.get(`/quotes/${id}/events`)).body.data;
  assert.equal(failed.data.to, CUSTOMER_ADDRESS);
  assert.deepEqual(failed.data.cc, cc);
  assert.ok(failed.data.response.length > 0);
  assert.ok(reply.body.detail.endsWith(failed.data.response), 'what the server said is told');
  assert.match(failed.data.messageId, /^<snd_\w+@localhost>$/);
  assert.equal(await statusOf(api, id), 'DRAFT');
  const { body } = await api.get(`/quotes/${id}`);
  assert.equal(body.sentAt, null);
  assert.equal(body.publicUrl === null, outcome !== 'unknown', 'only a link that may have arrived is kept');
}

function assertProblem(reply: Reply, outcome: Outcome): void {
  const [status, code] = PROBLEMS[outcome];
  assert.equal(reply.status, status, reply.text);
  assert.equal(reply.body.code, code);
  assert.equal(reply.headers.get('Retry-After'), outcome === 'unavailable' ? '60' : null);
}
