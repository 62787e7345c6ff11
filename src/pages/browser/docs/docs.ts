// Enhances the documentation. Without scripts everything can be read and copied by hand.
import { showCopyButtons } from './copy.ts';
import { syncSampleLanguage } from './languages.ts';
import { enableTryIt } from './try-it.ts';

showCopyButtons(document);
syncSampleLanguage();
enableTryIt();
