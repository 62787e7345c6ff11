import type { FieldError } from '../../errors.ts';
import { composePatchedLines, type QuotePatch } from '../compose-quote.ts';
import { findSelectionErrors, hasSelectedItem } from '../line/selection.ts';
import { createValidity } from '../line/validity.ts';
import { isDecision, type Quote } from '../quote.ts';
import { findPatchAnswerErrors } from './answer-rules.ts';

/**
 * Checks `status`, `selection` and `answers` of a patch. Only a decision can be set; the current status has no effect. `known` are
 * the errors found so far: rules that depend on invalid fields are skipped.
 */
export function findStatusErrors(
  patch: QuotePatch,
  current: Quote,
  known: readonly FieldError[] = [],
): FieldError[] {
  const { status, selection, items } = patch;
  const validFields = createValidity(known);
  const isStatusWrong =
    !validFields.isValid('/status') ||
    (status !== undefined && status !== current.status && !isDecision(status));
  const errors: FieldError[] = [];
  if (isStatusWrong && validFields.isValid('/status')) {
    errors.push({ path: '/status', message: 'may only be set to ACCEPTED or DECLINED' });
  }
  if (selection && !isStatusWrong && status !== 'ACCEPTED') {
    return [{ path: '/selection', message: 'may only be given together with "status": "ACCEPTED"' }];
  }
  errors.push(...findPatchAnswerErrors(patch, current, validFields));
  const needsCheck = selection
    ? validFields.isReadable('/selection')
    : status === 'ACCEPTED' && status !== current.status;
  if (!needsCheck || !validFields.isValid('/items')) return errors;
  const lines = items ? composePatchedLines(current, items, 0) : current.items;
  if (selection) return [...errors, ...findSelectionErrors(lines, selection, { validity: validFields })];
  if (isStatusWrong || hasSelectedItem(lines)) return errors;
  return [
    ...errors,
    { path: '/status', message: 'cannot be ACCEPTED while no item is selected: say which in "selection"' },
  ];
}
