/** A link to the list with this query that stands outside of it, as htmx follows it too. */
export const listLink = (query: string) => ({
  href: `?${query}`,
  'hx-get': `?${query}`,
  'hx-swap': 'innerHTML',
  'hx-target': '#paginated',
  'hx-push-url': 'true',
  'hx-sync': '#paginated:replace',
});
