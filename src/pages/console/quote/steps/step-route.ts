import type { Quote } from '../../../../domain/quote/quote.ts';
import type { QuotePageView } from '../../../customer/quote/view.ts';
import type { PageContext, PageReply } from '../../console-route.ts';
import type { Words } from '../../quote-viewer.ts';

/** The errors with which a form is shown again. */
export interface Wrong {
  error?: string;
  typed?: Record<number, string>;
  errors?: Record<string, string>;
  /** The answers that are wrong, by their fields. */
  answerErrors?: QuotePageView['errors'];
  notice?: Words;
  /** Whether the form may be submitted as it is, by a button of its own. */
  isUnsure?: boolean;
}

export interface StepRoute {
  /** Explains what the step does and what is lost. */
  texts(context: PageContext, quote: Quote): string[];
  fields?: (context: PageContext, quote: Quote, wrong: Wrong) => Words | Promise<Words>;
  /** Throws if the quote does not allow the step. */
  assertAllowed?: (quote: Quote) => void;
  /** Returns the URL of the next page, a page, or the errors. */
  submit(context: PageContext): Promise<string | Wrong | { reply: PageReply }>;
}
