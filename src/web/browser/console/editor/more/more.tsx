import type { Shared } from '../later.tsx';
import { Attachments } from './attachments.tsx';
import { CatalogueDialog } from './catalogue.tsx';
import { ConflictDialog } from './conflict.tsx';
import { CustomerSearch } from './customer-search.tsx';
import { dragRow } from './drag.ts';
import { findConflict } from './find-conflict.ts';
import { addHeading, HeadingView } from './heading.tsx';
import { KeysList } from './keys-list.tsx';
import { LineMore } from './line-more.tsx';
import { NewCustomer } from './new-customer.tsx';
import { pasteCells } from './paste-cells.ts';
import { Preview } from './preview.tsx';
import { refusalsOf } from './refusals.ts';
import { RestoreNotice } from './restore.tsx';
import { Selected } from './selected.tsx';
import { Stages } from './stages.tsx';

const PARTS = {
  ...{
    Attachments,
    CatalogueDialog,
    ConflictDialog,
    CustomerSearch,
    HeadingView,
    KeysList,
    LineMore,
    NewCustomer,
    Preview,
    RestoreNotice,
    Selected,
    Stages,
  },
  ...{ addHeading, pasteCells, findConflict, dragRow, refusalsOf },
};
export type MoreParts = typeof PARTS;

(globalThis as unknown as { profferEditor: Shared }).profferEditor.provide(PARTS);
