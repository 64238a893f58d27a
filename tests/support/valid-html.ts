import { HtmlValidate } from 'html-validate';

const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:document'],
  rules: {
    // Matters of style, which Astro decides.
    'attribute-boolean-style': 'off',
    'doctype-style': 'off',
    'long-title': 'off',
    'no-trailing-whitespace': 'off',
    'void-style': 'off',
    // The content security policy uses hashes instead.
    'require-sri': 'off',
    'require-csp-nonce': 'off',
  },
});

/** The HTML errors of a document with their positions; `what` names the document. */
export async function findHtmlIssues(html: string, what: string): Promise<string[]> {
  const report = await validator.validateString(html, what);
  return report.results.flatMap((result) =>
    result.messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
}
