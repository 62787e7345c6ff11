import { type ConfigData, HtmlValidate, type ResolvedConfig, StaticConfigLoader } from 'html-validate';

/** Resolves its settings once: html-validate would read the rules of all elements again for every page. */
class CachedConfigLoader extends StaticConfigLoader {
  #resolved: ResolvedConfig | undefined;

  override getConfigFor(handle: string): ResolvedConfig {
    this.#resolved ??= super.getConfigFor(handle) as ResolvedConfig;
    return this.#resolved;
  }
}

/** Several options that have only a value and a text. */
const PLAIN_OPTIONS = /(<option value="[^"<>&]*">[^<>&]*<\/option>){2,}/g;

/** Returns a function that lists the violations in a page. A run of plain options is as valid as its last one. */
export function createHtmlValidator(config: ConfigData): (page: string) => string[] {
  const validator = new HtmlValidate(new CachedConfigLoader(config));
  return (page) =>
    validator
      .validateStringSync(page.replaceAll(PLAIN_OPTIONS, '$1'))
      .results.flatMap(({ messages }) =>
        messages.map(({ ruleId, message, line }) => `${line} ${ruleId}: ${message}`),
      );
}
