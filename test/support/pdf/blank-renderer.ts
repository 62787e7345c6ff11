import type { Renderer } from '../../../src/adapters/pdf/renderer.ts';
import { createBlankDocument } from './blank-document.ts';
import { sharedRenderer } from './shared-renderer.ts';

/**
 * Returns a renderer whose documents are an empty page, for tests that do not look at them: typesetting takes half of
 * the time of a send. Logos are checked and drawn by the typesetter.
 */
export function blankRenderer(): Renderer {
  const { version, checkLogo, drawLogo, drawOnPlate } = sharedRenderer();
  return {
    version,
    render: async (source) => ({ ...createBlankDocument(source), logoError: null }),
    checkLogo,
    drawLogo,
    drawOnPlate,
    warmUp: async () => {},
    close: async () => {},
  };
}
