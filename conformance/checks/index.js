import { ACCESS } from './access.js';
import { AUTHENTICATION } from './authentication.js';
import { CONVERT } from './convert.js';
import { CREATE } from './create.js';
import { CREATE_INVALID } from './create-invalid.js';
import { DELETE } from './delete.js';
import { ERRORS } from './errors.js';
import { CURSORS } from './extended/cursors.js';
import { CUSTOMERS } from './extended/customers.js';
import { EVENTS } from './extended/events.js';
import { ITEMS } from './extended/items.js';
import { MONEY_EXTENDED } from './extended/money.js';
import { QUANTITY_PRICES } from './extended/quantity-prices.js';
import { QUOTES_EXTENDED } from './extended/quotes.js';
import { RECURRING } from './extended/recurring.js';
import { STAGES } from './extended/stages.js';
import { GET } from './get.js';
import { IDEMPOTENCY } from './idempotency.js';
import { IF_MATCH } from './if-match.js';
import { LIST } from './list.js';
import { MONEY } from './money.js';
import { ORDER } from './order.js';
import { PATCH } from './patch.js';
import { PDF } from './pdf.js';
import { SEARCH } from './search.js';
import { SEND } from './send.js';
import { STATUS } from './status.js';

/** The contract, with what it leaves open filled as published. */
export const BASE_CHECKS = [
  ...AUTHENTICATION,
  ...ACCESS,
  ...CREATE,
  ...CREATE_INVALID,
  ...MONEY,
  ...GET,
  ...LIST,
  ...SEARCH,
  ...PATCH,
  ...DELETE,
  ...SEND,
  ...STATUS,
  ...CONVERT,
  ...PDF,
  ...ORDER,
  ...IDEMPOTENCY,
  ...IF_MATCH,
  ...ERRORS,
];

/** Additions to the contract. */
export const EXTENDED_CHECKS = [
  ...CUSTOMERS,
  ...QUOTES_EXTENDED,
  ...ITEMS,
  ...MONEY_EXTENDED,
  ...STAGES,
  ...QUANTITY_PRICES,
  ...RECURRING,
  ...CURSORS,
  ...EVENTS,
];
