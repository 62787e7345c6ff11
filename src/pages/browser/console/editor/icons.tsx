const SHAPES = {
  grip: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  undo: 'M8 5L4 9l4 4M4 9h10a5 5 0 0 1 0 10h-3',
  redo: 'M16 5l4 4-4 4M20 9H10a5 5 0 0 0 0 10h3',
  plus: 'M12 5v14M5 12h14',
  book: 'M4 5h7v14H4zM13 5h7v14h-7z',
  eye: 'M3 12s3-6 9-6 9 6 9 6-3 6-9 6-9-6-9-6zM12 10a2 2 0 1 0 0 4a2 2 0 1 0 0-4',
};

export const Icon = ({ name }: { name: keyof typeof SHAPES }) => <Shape d={SHAPES[name]} />;

/** Decorative: text or a label conveys the same. */
export function Shape({ d }: { d: string }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <path d={d} />
    </svg>
  );
}
