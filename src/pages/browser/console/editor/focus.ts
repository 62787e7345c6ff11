import { toElementId } from './element-id.ts';

export function focusField(key: string, field: string): void {
  const row = document.getElementById(toElementId(`rows/${key}`));
  row?.querySelector<HTMLElement>(`[data-field="${field}"]`)?.focus();
}
