-- What was looked for and not found, for the board: a word, how often, and the day; nothing of who looked for it.
create table missed_search (
  day date not null,
  -- Folded, as searches compare.
  term text not null check (char_length(term) between 1 and 60),
  count integer not null check (count > 0),
  primary key (day, term)
);
