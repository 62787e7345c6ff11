import { MAX_ITEMS } from '../../../../../../domain/field-limits.ts';
import { pickPlural } from '../../../../../../i18n/console/plural.ts';
import { fill } from '../../../../../../i18n/fill.ts';
import { formatPercent } from '../../../../../../i18n/format.ts';
import { isBlank } from '../../../../../console/editor/draft/draft.ts';
import { pasteRows } from '../../../../../console/editor/draft/edit.ts';
import { readCells } from '../../../../../console/editor/draft/paste.ts';
import { readLine } from '../../../../../console/editor/draft/read-line.ts';
import { focusField } from '../../focus.ts';
import type { Actions } from '../../parts.ts';
import type { Store } from '../../store.ts';
import { Icon } from '../icons.tsx';

/** Converts pasted spreadsheet cells to lines, and says how many there are and with which tax. */
export function pasteCells(store: Store, key: string, text: string): void {
  const { t, locale } = store;
  const { lines, doubts } = readCells(text, store.reading.separators) ?? { lines: [], doubts: [] };
  if (lines.length === 0) return;
  if (lines.length > MAX_ITEMS) {
    store.pasted.value = { text: t.tooManyLines, isDone: false };
    store.announce(t.tooManyLines);
    return;
  }
  const before = new Set(store.order.value);
  store.edit((draft) => pasteRows(draft, key, lines, store.lineDefaults));
  const rates = store.draft.value.rows.flatMap((row) => {
    if (before.has(row.key) || row.kind !== 'line' || isBlank(row)) return [];
    return readLine(row, store.currency.value, store.reading.separators).item?.taxRate ?? [];
  });
  const n = new Intl.NumberFormat(locale.tag).format(lines.length);
  const taxes = [...new Set(rates)].map((rate) => formatPercent(rate, locale)).join(', ');
  const count = fill(pickPlural(t.pasted, lines.length, locale), { n });
  const what = taxes === '' ? count : fill(t.pastedTax, { lines: count, taxes });
  const said = doubts.length > 0 ? `${what}. ${t.pastedCheck}` : what;
  const added = store.order.value.filter((key) => !before.has(key));
  const readAs = new Intl.NumberFormat(locale.tag, { maximumFractionDigits: 3 });
  store.toCheck.value = Object.fromEntries(
    doubts.map(({ line, field, value }) => {
      const mark = {
        text: lines[line]?.[field] ?? '',
        said: fill(t.checkRead, { value: readAs.format(value) }),
      };
      return [`rows/${added[line]}/${field}`, mark];
    }),
  );
  if (!watched.has(store)) store.onChange(() => recheck(store));
  watched.add(store);
  store.pasted.value = { text: said, isDone: true };
  store.announce(`${said}${doubts.length > 0 ? '' : '.'} ${t.undoByKey}`);
  focusLastLine(store);
}

const watched = new WeakSet<Store>();

/** Takes the marks off what was changed; the others are still to be checked. */
function recheck(store: Store): void {
  const marks = Object.entries(store.toCheck.value);
  const left = marks.filter(([path, { text }]) => {
    const [, key = '', field = ''] = path.split('/');
    const row = store.findRow(key)?.value;
    return row?.kind === 'line' && row[field as keyof typeof row] === text;
  });
  if (left.length < marks.length) store.toCheck.value = Object.fromEntries(left);
  if (left.length > 0) store.pasted.value = { text: store.t.pastedCheck, isDone: false };
}

/** After the lines have been rendered. */
function focusLastLine({ order }: Store): void {
  requestAnimationFrame(() => focusField(order.value.at(-1) ?? '', 'description'));
}

/** Says what was pasted, with a button to undo it, until something else changes. */
export function PasteNotice({ store, actions }: { store: Store; actions: Actions }) {
  const { t } = store;
  const { value: pasted } = store.pasted;
  if (!pasted) return null;
  // Its buttons vanish with it, so the focus goes back to where it was pasted.
  const leave = (act: () => void) => {
    act();
    focusLastLine(store);
  };
  return (
    <div class="pasted">
      <p>{pasted.text}</p>
      {pasted.isDone && (
        <button type="button" class="button quiet" onClick={() => leave(actions.undo)}>
          {t.undo}
        </button>
      )}
      <button
        type="button"
        class="icon-button"
        aria-label={t.close}
        onClick={() =>
          leave(() => {
            store.pasted.value = null;
            store.toCheck.value = {};
          })
        }
      >
        <Icon name="close" />
      </button>
    </div>
  );
}
