import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { FieldError } from '../../../../domain/errors.ts';
import type { Draft, HeadingRow, LineRow } from '../../../console/editor/draft/draft.ts';
import type { ReadLine } from '../../../console/editor/draft/read-line.ts';
import type { DraftBody } from '../../../console/editor/draft/to-body.ts';
import type { LocalCopy } from '../../../console/editor/save/local-copy.ts';
import type { Saver, Stored } from '../../../console/editor/save/saver.ts';
import type { Copies } from './save/copies.ts';
import type { Conflict, Store } from './store.ts';

/** Types that both scripts of the editor share, so that neither imports the other. */

/** Actions shared by buttons and keyboard shortcuts. */
export interface Actions extends LineActions {
  /** The row after which an item of the catalogue is added, while its dialog is open. */
  catalogueFor: Signal<string | null>;
  isPreviewed: Signal<boolean>;
  save(): Promise<boolean>;
  send(): Promise<void>;
  addLine(): void;
  openCatalogue(key?: string): void;
  closeCatalogue(): void;
  togglePreview(): void;
  undo(): void;
  redo(): void;
}

/** Actions on lines and headings. */
export interface LineActions {
  openLine: Signal<string>;
  remove(key: string): void;
  move(key: string, by: number, field: string): void;
  duplicate(key: string): void;
  addAlternative(key: string): void;
  addHeading(before?: string): void;
  toggleLine(key: string): void;
  drag(event: PointerEvent, key: string): void;
  /** Converts pasted spreadsheet cells to lines. */
  paste(key: string, text: string): void;
}

/** Connects the draft with the service and with the copy on this device. */
export interface Saving {
  saver: Saver;
  copies: Copies;
  /** Present once the second script has loaded, which has the fields for files. */
  uploads: Uploads | null;
  resolveConflict(merged: Draft, found: Stored, theirs: Draft): void;
  /** Continues with a copy that was based on another version or has not been stored yet. */
  adopt(copy: LocalCopy, isOlder: boolean): void;
}

/** A chosen file that has not been uploaded yet. */
export interface WaitingFile {
  name: string;
  file: File;
  state: 'waiting' | 'uploading' | 'retrying';
}

export interface Uploads {
  waiting: Signal<readonly WaitingFile[]>;
  message: Signal<string>;
  add(files: readonly File[]): void;
  remove(name: string): void;
  detach(name: string): Promise<void>;
  /** Uploads all waiting files while the draft is saved. */
  start(): Promise<void>;
  /** Settles when no pending request changes the ETag of the quote. */
  idle(): Promise<unknown>;
  /** Returns whether no file is waiting. */
  finish(): Promise<boolean>;
}

export interface Customer {
  id: string;
  name: string;
  email: string | null;
}

export interface RowProps {
  store: Store;
  actions: Actions;
  id: string;
  /** Position, from 1. */
  n: number;
}

export type LineProps = RowProps & { row: LineRow };

export interface NewCustomerProps {
  store: Store;
  name: string;
  onDone(customer: Pick<Customer, 'id' | 'name'>): void;
  onCancel(): void;
}

export interface CustomerSearchProps {
  store: Store;
  typed: Signal<string>;
  isFocused: boolean;
  isAwaited: Signal<boolean>;
  errorText: string | undefined;
  onPick(customer: Customer): void;
  onCreate(name: string): void;
}

/** Not a conflict: a save of our own whose response was lost, or an identical change. */
export interface NoConflict {
  stored: Stored;
  theirs: Draft;
  /** Ids of new lines, by key, that the lost response would have reported. */
  ids: Map<string, string>;
}

type View<Props = object> = (props: { store: Store } & Props) => ComponentChildren;

/** What the second script has for the first, which loads it on demand. */
export interface MoreParts {
  ApprovalNote: View;
  Attachments: View<{ saving: Saving }>;
  CatalogueDialog: View<{ actions: Actions }>;
  ConflictDialog: View<{ saving: Saving }>;
  CurrencyChoice: View;
  PastWarning: View;
  CustomerSearch: View<CustomerSearchProps>;
  ElectronicNote: View;
  HeadingView: View<RowProps & { row: HeadingRow }>;
  KeysList: View;
  LineMore: View<LineProps & { errors: ReadLine['errors'] }>;
  LineSuggestions: View;
  NewCustomer: View<NewCustomerProps>;
  OtherPrices: View;
  PasteNotice: View<{ actions: Actions }>;
  Preview: View<{ actions: Actions }>;
  QuoteMargin: View;
  RestoreNotice: View<{ saving: Saving }>;
  Selected: View<LineProps>;
  StageList: View;
  StepPrice: View<LineProps>;
  addAlternativeLine(store: Store, key: string): void;
  addHeading(store: Store, before: string): void;
  dragRow(grip: HTMLElement, store: Store, key: string): void;
  findConflict(store: Store, base: Draft | null, wanted: DraftBody | null): Promise<Conflict | NoConflict>;
  mapFieldErrors(errors: readonly FieldError[], keys: string[], store: Store): Record<string, string>;
  pasteCells(store: Store, key: string, text: string): void;
}
