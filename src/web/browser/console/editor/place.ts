/** The identifier of the field at a place of the draft. */
export function idOf(path: string): string {
  return `e-${path.replaceAll('/', '-')}`;
}
