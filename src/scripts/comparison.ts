/*
 * A link of a comparison that the keyboard comes to is seen whole: browsers leave most of it beyond the edge, or below
 * the heads of the rows, which stay in sight.
 */
document.querySelector('.comparison')?.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element && target.matches('a:focus-visible'))
    target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
});
