import { expectProblem } from '../lib/expect.js';
import { group } from '../lib/runner.js';

/** Changing operations with a body that is not valid. */
const INVALID = [
  ['PATCH', '', { title: 5 }],
  ['POST', '/send', { email: 5 }],
  ['POST', '/convert-to-invoice', { dueDate: 5 }],
];

export const ORDER = group('order-of-checks', [
  ...INVALID.map(([method, path, body]) => [
    `401 comes before 404 and 400: ${method} ${path || 'of a quote'}`,
    async ({ anonymous }) =>
      expectProblem(await anonymous.request(method, `/quotes/quo_x${path}`, body), 401),
  ]),
  ...INVALID.map(([method, path, body]) => [
    `404 comes before 400: ${method} ${path || 'of a quote'}`,
    async ({ api }) => expectProblem(await api.request(method, `/quotes/quo_x${path}`, body), 404),
  ]),
  ...INVALID.map(([method, path, body]) => [
    `409 comes before 400: ${method} ${path || 'of a quote'}`,
    async ({ api, convertedQuote }) => {
      const { id } = await convertedQuote();
      expectProblem(await api.request(method, `/quotes/${id}${path}`, body), 409, 'quote_converted');
    },
  ]),
  [
    '401 comes before 400 when a quote is created',
    async ({ anonymous }) => expectProblem(await anonymous.post('/quotes', { title: 5 }), 401),
  ],
]);
