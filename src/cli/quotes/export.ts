import { paginateWhole } from '../../api/schemas/list.ts';
import type { Act, PreparedCall } from '../api/api-command.ts';
import { saveFile } from '../api/save-file.ts';

const PAGE_SIZE = '100';

interface Page {
  data: { id: string }[];
  pagination: { hasMore: boolean };
}

/** Writes all matching quotes as CSV or JSON. */
export const exportQuotes: Act = async (call) => {
  const { service, method, path, query, input } = call;
  const [file = ''] = input.args;
  if (input.flag('json') || /\.json$/i.test(file)) {
    return saveFile(file, formatAll(readPages(call)), input.flag('force'));
  }
  const { body } = await service.request({ method, path, query, accept: 'text/csv' });
  if (body) await saveFile(file, body, input.flag('force'));
};

/** Reads page after page. In an order that later changes do not move, each begins after the last quote before. */
async function* readPages({ service, method, path, query }: PreparedCall): AsyncGenerator<object[]> {
  const isStable = query.sort === undefined || /^-?createdAt$/.test(query.sort);
  let place: Record<string, string> = {};
  for (let number = 2, hasMore = true; hasMore; number++) {
    const page = await service.call<Page>(method, path, undefined, { ...query, ...place, limit: PAGE_SIZE });
    yield page.data;
    hasMore = page.pagination.hasMore;
    place = isStable ? { after: page.data.at(-1)?.id ?? '' } : { page: String(number) };
  }
}

/** Formats one list in the shape of those of the API. */
async function* formatAll(pages: AsyncIterable<object[]>): AsyncGenerator<string> {
  let total = 0;
  yield '{"data":[';
  for await (const quotes of pages) {
    for (const quote of quotes) yield `${total++ > 0 ? ',' : ''}\n${JSON.stringify(quote)}`;
  }
  yield `\n],"pagination":${JSON.stringify(paginateWhole(total))}}\n`;
}
