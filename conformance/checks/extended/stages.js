import assert from 'node:assert/strict';
import { expectProblem, expectStatus } from '../../lib/expect.js';
import { group } from '../../lib/runner.js';
import { readVectors } from '../money.js';
import { expectTaxes } from './money.js';

const VECTORS = readVectors('stages');
/** Invoiced quotes stay in the account, so only some vectors are invoiced. */
const INVOICED = VECTORS.slice(0, 6);

function toBody({ stages, ...quote }) {
  const paymentSchedule = stages.map((stage, index) => ({
    label: `Stage ${index + 1}`,
    ...stage,
    due: { when: index === 0 ? 'acceptance' : 'completion' },
  }));
  return { ...quote, paymentSchedule };
}

const INVALID = [
  ['percentages below 100', [50, 49.99].map((value) => ({ type: 'percentage', value }))],
  ['a percentage with three decimals', [33.333, 66.667].map((value) => ({ type: 'percentage', value }))],
  ['a rest that is not the last stage', [{ type: 'rest' }, { type: 'percentage', value: 50 }]],
  ['fixed amounts that are not the total', [{ type: 'fixed', value: 1 }]],
];

export const STAGES = group('extended-stages', [
  ...VECTORS.map(({ name, input, expected }) => [
    `amounts of ${name}`,
    async ({ createQuote }) => {
      const { paymentSchedule } = await createQuote(toBody(input));
      assert.deepEqual(
        paymentSchedule.map(({ amount }) => amount),
        expected.map(({ amount }) => amount),
      );
    },
  ]),
  ...INVOICED.map(({ name, input, expected }) => [
    `invoices of ${name}, in reverse order`,
    async ({ createQuote, api }) => {
      const { id } = await createQuote(toBody(input));
      expectStatus(await api.patch(`/quotes/${id}`, { status: 'ACCEPTED' }), 200);
      for (const stage of [...expected.keys()].reverse()) {
        if (expected[stage].amount === 0) continue;
        const { body } = expectStatus(await api.post(`/quotes/${id}/convert-to-invoice`, { stage }), 201);
        assert.equal(body.total, expected[stage].amount);
        expectTaxes(body.taxes, expected[stage].taxes);
      }
      assert.equal((await api.get(`/quotes/${id}`)).body.status, 'CONVERTED');
    },
  ]),
  ...INVALID.map(([what, stages]) => [
    `${what} is 400`,
    async ({ post, quoteBody }) => expectProblem(await post(quoteBody(toBody({ stages }))), 400),
  ]),
]);
