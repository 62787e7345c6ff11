import { type Draft, EMPTY_LINE, EMPTY_STAGE, withBlankLine } from './draft/draft.ts';
import { duplicateRow, insertBefore, moveRow, removeRow } from './draft/edit.ts';

const KINDS = ['add', 'section', 'calculate', 'stage', 'up', 'down', 'copy', 'delete', 'unstage'];

export function isDraftAction(asked: string): boolean {
  return KINDS.includes(asked.split(':')[0] ?? '');
}

/** Applies a button of the form to the draft; buttons are named like `up:<key>`. */
export function applyDraftAction(draft: Draft, asked: string, now: number): Draft {
  const [kind = '', key = ''] = asked.split(/:(.*)/s);
  const newKey = `${kind}-${now}`;
  switch (kind) {
    case 'add':
      return {
        ...draft,
        rows: [...withBlankLine(draft.rows, () => `${newKey}-0`), { ...EMPTY_LINE, key: newKey }],
      };
    case 'section':
      return insertHeading(draft, newKey);
    case 'stage':
      return { ...draft, stages: [...draft.stages, { ...EMPTY_STAGE, key: newKey }] };
    case 'unstage':
      return { ...draft, stages: draft.stages.filter((stage) => stage.key !== key) };
    case 'up':
      return moveRow(draft, key, -1);
    case 'down':
      return moveRow(draft, key, 1);
    case 'copy':
      return duplicateRow(draft, key, newKey);
    case 'delete':
      return removeRow(draft, key);
    default:
      return draft;
  }
}

/** Inserts a section heading before the blank item at the end. A heading without a name ends the section before it. */
function insertHeading(draft: Draft, key: string): Draft {
  const rows = withBlankLine(draft.rows, () => `${key}-0`);
  const heading = { kind: 'heading', key, name: '' } as const;
  return insertBefore({ ...draft, rows }, rows.at(-1)?.key ?? '', [heading]);
}
