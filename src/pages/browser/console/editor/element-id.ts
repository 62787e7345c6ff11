/** Element id of the field at a path of the draft. */
export function toElementId(path: string): string {
  return `e-${path.replaceAll('/', '-')}`;
}
