/* Packages without types. */

declare module '@marbec/web-auto-extractor' {
  export default class WebAutoExtractor {
    constructor(options: { addLocation: boolean });
    parse(html: string): { jsonld: Record<string, unknown> };
  }
}

declare module '@adobe/structured-data-validator' {
  export default class Validator {
    /** Returns the issues. */
    validate(found: { jsonld: Record<string, unknown> }): Promise<unknown[]>;
  }
}
