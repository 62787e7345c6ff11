import type { Shared } from '../lazy-part.tsx';
import type { MoreParts } from '../parts.ts';
import { Attachments } from './attachments.tsx';
import { CurrencyChoice } from './currency.tsx';
import { CustomerSearch } from './customer/customer-search.tsx';
import { ElectronicNote } from './customer/electronic-note.ts';
import { NewCustomer } from './customer/new-customer.tsx';
import { OtherPrices } from './customer/other-prices.tsx';
import { KeysList } from './keys-list.tsx';
import { addAlternativeLine } from './lines/alternative.ts';
import { CatalogueDialog } from './lines/catalogue.tsx';
import { dragRow } from './lines/drag.ts';
import { addHeading, HeadingView } from './lines/heading.tsx';
import { LineMore } from './lines/line-more.tsx';
import { QuoteMargin } from './lines/margins.tsx';
import { PasteNotice, pasteCells } from './lines/paste-cells.tsx';
import { Selected } from './lines/selected.tsx';
import { StepPrice } from './lines/step-price.tsx';
import { LineSuggestions } from './lines/suggestions.tsx';
import { PastWarning } from './past-warning.tsx';
import { Preview } from './preview.tsx';
import { ApprovalNote } from './save/approval-note.ts';
import { ConflictDialog } from './save/conflict.tsx';
import { findConflict } from './save/find-conflict.ts';
import { mapFieldErrors } from './save/map-field-errors.ts';
import { RestoreNotice } from './save/restore.tsx';
import { StageList } from './stage-list.tsx';

const PARTS: MoreParts = {
  ...{
    ApprovalNote,
    Attachments,
    CatalogueDialog,
    ConflictDialog,
    CurrencyChoice,
    PastWarning,
    CustomerSearch,
    ElectronicNote,
    HeadingView,
    KeysList,
    LineMore,
    LineSuggestions,
    NewCustomer,
    OtherPrices,
    PasteNotice,
    Preview,
    QuoteMargin,
    RestoreNotice,
    Selected,
    StageList,
    StepPrice,
  },
  ...{ addAlternativeLine, addHeading, pasteCells, findConflict, dragRow, mapFieldErrors },
};

(globalThis as unknown as { profferEditor: Shared }).profferEditor.provide(PARTS);
