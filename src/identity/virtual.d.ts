// The module that src/identity/integration.ts generates. Imports at the top would make this file a module itself.
/* oxlint-disable typescript/consistent-type-imports */
declare module 'virtual:identity' {
  export const identity: import('./site-file.ts').Identity;
  /** Files of pages with unfilled placeholders, such as `pages/imprint.en.md`. */
  export const unfilledPages: readonly string[];
  export const markUrl: string;
}
