import { idOf } from './place.ts';

export function focusOn(key: string, field: string): void {
  const row = document.getElementById(idOf(`rows/${key}`));
  row?.querySelector<HTMLElement>(`[data-field="${field}"]`)?.focus();
}
