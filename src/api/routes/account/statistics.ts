import { readStatistics } from '../../../actions/account/home/read-statistics.ts';
import { type ApiResponse, type Call, type Endpoint, json } from '../../endpoint.ts';
import { QueryReader } from '../../query.ts';
import { STATISTICS_EXAMPLE, StatisticsSchema } from '../../schemas/quote/statistics.ts';

declare global {
  interface JSON {
    rawJSON(text: string): unknown;
  }
}

const MAX_MONTHS = 36;
const MONTHS = 12;

export const statisticsRoute: Endpoint = {
  method: 'GET',
  path: '/api/v1/statistics',
  scope: 'read',
  operation: {
    id: 'getStatistics',
    tag: 'Account',
    summary: 'Get statistics about quotes and invoices',
    description:
      'Open quotes, and won and lost quotes by month. Each quote counts once, with its current status: the last decision counts. A quote that was edited after the decision is a draft again and does not count.',
    query: {
      months: {
        type: 'integer',
        minimum: 1,
        maximum: MAX_MONTHS,
        default: MONTHS,
        description: 'Number of months, including the current one',
      },
    },
    responses: {
      200: { description: 'The statistics', schema: StatisticsSchema, example: STATISTICS_EXAMPLE },
    },
    problems: ['validation_failed'],
  },
  handle: get,
};

async function get({ deps, caller, query, now }: Call): Promise<ApiResponse> {
  const reader = new QueryReader(query);
  const months = reader.integer('months', { min: 1, max: MAX_MONTHS, fallback: MONTHS });
  reader.done();
  const statistics = await readStatistics(deps, caller.accountId, {
    months,
    seesCosts: caller.seesCosts,
    now,
  });
  return json(200, JSON.stringify(statistics, writeExact));
}

/** Writes sums as raw digits, because they may exceed the integers that a number represents exactly. */
function writeExact(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? JSON.rawJSON(value.toString()) : value;
}
