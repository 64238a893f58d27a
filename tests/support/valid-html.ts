import { HtmlValidate } from 'html-validate';

const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:document'],
  rules: {
    // Matters of taste, which are Astro's here.
    'attribute-boolean-style': 'off',
    'doctype-style': 'off',
    'long-title': 'off',
    'no-trailing-whitespace': 'off',
    'void-style': 'off',
    // The hashes of the policy are what this rule asks for in another way.
    'require-sri': 'off',
    'require-csp-nonce': 'off',
  },
});

/** What is no valid HTML in a document, with where it stands; `what` names the document. */
export async function findHtmlFaults(html: string, what: string): Promise<string[]> {
  const report = await validator.validateString(html, what);
  return report.results.flatMap((result) =>
    result.messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
}
