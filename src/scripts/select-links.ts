/*
 * A link that is to be sent by hand is chosen as a whole by whoever comes to it, by keyboard or not: then it is copied.
 */
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLInputElement && target.matches('.link[readonly]')) target.select();
});

export {};
