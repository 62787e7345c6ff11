import { type SentTestMail, sendTestMail } from '../../../actions/sending/test-mail.ts';
import { readOptionalBody } from '../../body.ts';
import { BODY_PROBLEMS, REPEAT_PROBLEMS } from '../../common-problems.ts';
import { type ApiResponse, type Call, type Endpoint, json } from '../../endpoint.ts';
import { respondOnce } from '../../idempotency.ts';
import { compileCheck } from '../../schemas/check.ts';
import type { Same } from '../../schemas/same-type.ts';
import { TestMail, TestMailSent } from '../../schemas/send.ts';

true satisfies Same<TestMailSent, SentTestMail>;

const checkTestMail = compileCheck(TestMail);

export const mailTestRoute: Endpoint = {
  method: 'POST',
  path: '/api/v1/mail/test',
  scope: 'write',
  operation: {
    id: 'sendTestMail',
    tag: 'Account',
    summary: 'Send a test email',
    description:
      'Sends a short email to the mail server and waits for its reply. If that fails, the response contains the reply of the mail server and advice.',
    headers: ['Idempotency-Key'],
    body: { schema: TestMail, optional: true, example: { email: 'office@nordlicht.example' } },
    responses: {
      200: {
        description: 'The mail server has accepted it',
        schema: TestMailSent,
        example: { to: 'office@nordlicht.example', captured: false, response: '250 OK: queued' },
      },
    },
    problems: [
      ...BODY_PROBLEMS,
      'recipient_missing',
      'send_limited',
      'mail_sign_in_needed',
      'mail_refused',
      'mail_unavailable',
      'mail_timeout',
      ...REPEAT_PROBLEMS,
    ],
  },
  handle: send,
};

function send(call: Call): Promise<ApiResponse> {
  const { deps, caller } = call;
  const respond = (sent: SentTestMail) => json(200, sent);
  return respondOnce(call, respond, (repeat) => {
    const { email } = readOptionalBody(call, checkTestMail) as TestMail;
    return sendTestMail(deps, caller.accountId, email ?? null, repeat);
  });
}
