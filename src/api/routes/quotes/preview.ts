import { toInput } from '../../../actions/quotes/content/complete-content.ts';
import { type PreviewInput, previewQuote } from '../../../actions/quotes/preview-quote.ts';
import { addMargins } from '../../../domain/quote/cost/margins.ts';
import { prefersOverJson } from '../../../http/headers/accept.ts';
import { createPdfHeaders, PDF_TYPE } from '../../../http/headers/pdf-headers.ts';
import { BODY_PROBLEMS } from '../../common-problems.ts';
import { type ApiResponse, type Call, type Endpoint, json } from '../../endpoint.ts';
import { compileCheck } from '../../schemas/check.ts';
import { PREVIEW_EXAMPLE, PreviewSchema } from '../../schemas/quote/preview.ts';
import { PreviewQuote } from '../../schemas/quote.ts';
import { completeNewQuote, IGNORED_ON_CREATE, readContent } from './quote-body.ts';

const checkPreview = compileCheck(PreviewQuote);

export const quotePreviewRoute: Endpoint = {
  method: 'POST',
  path: '/api/v1/quotes/preview',
  scope: 'read',
  operation: {
    id: 'previewQuote',
    tag: 'Quotes',
    summary: 'Compute a quote without storing it',
    description:
      'Takes the body of `POST /quotes`, with or without a customer, and returns its totals. Nothing is stored and no number is used. With `Accept: application/pdf` it returns the PDF, marked as a draft.',
    body: {
      schema: PreviewQuote,
      example: {
        title: 'Website redesign',
        items: [{ description: 'Design', quantity: 12.5, unitPrice: 9000, taxRate: 19 }],
      },
    },
    responses: {
      200: {
        description: 'The totals, or the PDF',
        schema: PreviewSchema,
        example: PREVIEW_EXAMPLE,
        contentType: PDF_TYPE,
      },
    },
    problems: [...BODY_PROBLEMS, 'customer_unknown', 'pdf_busy', 'pdf_too_large', 'pdf_failed'],
  },
  handle: preview,
};

async function preview(call: Call): Promise<ApiResponse> {
  const { deps, caller, now } = call;
  const content = await completeNewQuote(call, readContent(call, IGNORED_ON_CREATE), checkPreview);
  const input = toInput(content) as PreviewInput;
  const { quote, figures, pdf } = await previewQuote(deps, caller, input, now);
  const headers = { Vary: 'Authorization, Accept, Accept-Encoding' };
  if (!prefersOverJson(call.request.headers.accept, PDF_TYPE)) {
    const { items, discountType, discountValue, currency, taxes, sections } = quote;
    const { subtotal, discountAmount, taxAmount, total, paymentSchedule, pricesIncludeTax } = quote;
    const content = { items, discountType, discountValue, currency };
    const numbers = { subtotal, discountAmount, taxAmount, total, taxes, sections, paymentSchedule };
    const { recurring, contractTotal } = quote;
    const later = recurring && { recurring, contractTotal };
    const preview: PreviewSchema = { ...content, ...numbers, pricesIncludeTax, ...later };
    if (!caller.seesCosts) return json(200, preview, headers);
    return json(200, addMargins(preview, figures.costs), headers);
  }
  return {
    status: 200,
    headers: { ...headers, ...createPdfHeaders('preview.pdf') },
    body: await pdf(),
  };
}
