// Enhances the documentation. Without scripts everything can be read and copied by hand.
import { offerCopies } from './copy.ts';
import { followLanguage } from './languages.ts';
import { offerTrying } from './try-it.ts';

offerCopies(document);
followLanguage();
offerTrying();
