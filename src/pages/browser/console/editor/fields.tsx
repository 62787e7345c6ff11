import type { ComponentChildren } from 'preact';
import type { InputError } from '../../../console/editor/draft/read-texts.ts';
import { toElementId } from './element-id.ts';
import type { Store } from './store.ts';

interface FieldProps {
  store: Store;
  /** Path of the field in the draft, also its element id. */
  path: string;
  label: string;
  value: string;
  error?: InputError | undefined;
  hint?: string;
  class?: string;
  kind?: 'text' | 'date' | 'email';
  isNumber?: boolean;
  /** Minimum height of a multi-line text, in lines. */
  rows?: number;
  placeholder?: string;
  autocomplete?: string;
  onText(text: string): void;
}

/** An input with its label and its error. */
export function Field(props: FieldProps) {
  const { store, path, label, value, hint, rows, kind = 'text', isNumber, placeholder, onText } = props;
  const errorText = findFieldError(store, path, props.error);
  const described = [errorText && `${toElementId(path)}-error`, hint && `${toElementId(path)}-hint`]
    .filter(Boolean)
    .join(' ');
  const common = {
    id: toElementId(path),
    value,
    'data-field': path.split('/').at(-1),
    'aria-invalid': errorText ? ('true' as const) : undefined,
    'aria-describedby': described || undefined,
    autocomplete: props.autocomplete ?? 'off',
    placeholder,
    onInput: (event: Event) => onText((event.currentTarget as HTMLInputElement).value),
  };
  return (
    <div class={`field ${props.class ?? ''}`}>
      <label for={toElementId(path)}>{label}</label>
      {rows ? (
        <textarea {...common} rows={rows} dir="auto" />
      ) : (
        <input
          {...common}
          type={kind as 'text'}
          inputMode={isNumber ? 'decimal' : undefined}
          dir={isNumber ? 'ltr' : 'auto'}
        />
      )}
      {hint && (
        <p class="hint" id={`${toElementId(path)}-hint`}>
          {hint}
        </p>
      )}
      <FieldErrorText path={path} text={errorText} />
    </div>
  );
}

export function FieldErrorText({ path, text }: { path: string; text: string | undefined }) {
  if (!text) return null;
  return (
    <p class="error" id={`${toElementId(path)}-error`}>
      {text}
    </p>
  );
}

/** Reports a missing value only after a first attempt to save. */
export function findFieldError(
  store: Store,
  path: string,
  error: InputError | undefined,
): string | undefined {
  const refused = store.refusals.value[path];
  if (error && (error !== 'missing' || store.isTried.value)) return store.formatInputError(error);
  return refused ?? store.toCheck.value[path]?.said;
}

export function Choice<Value extends string>(props: {
  path: string;
  label: string;
  value: Value;
  options: readonly (readonly [Value, string])[];
  class?: string;
  onPick(value: Value): void;
}) {
  const { path, label, value, options, onPick } = props;
  return (
    <div class={`field ${props.class ?? ''}`}>
      <label for={toElementId(path)}>{label}</label>
      <select
        id={toElementId(path)}
        value={value}
        onChange={(event) => onPick(event.currentTarget.value as Value)}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option} selected={option === value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

export function Check(props: {
  id: string;
  label: string;
  isOn: boolean;
  onTurn(isOn: boolean): void;
  children?: ComponentChildren;
}) {
  return (
    <label class="check" for={props.id}>
      <input
        id={props.id}
        type="checkbox"
        checked={props.isOn}
        onChange={(event) => props.onTurn(event.currentTarget.checked)}
      />
      <span>{props.label}</span>
    </label>
  );
}
