-- The words of a club's texts, for the full-text search beside the list. They are folded as search terms are. The weights
-- are the order of the results: names, categories, short description, description.

-- Splits words at everything but letters and digits, in every locale. The parser alone keeps addresses, paths and
-- "this/that" whole, and treats quotation marks as letters in the locale C. The branch for ASCII is five times as fast.
create function club_text_words(value text) returns tsvector
  language sql immutable strict parallel safe
  return case
    when octet_length(value) = char_length(value) then
      to_tsvector('simple'::regconfig, translate(value, './@_:?=&#|', '          '))
    else to_tsvector('simple'::regconfig,
      regexp_replace(search_fold(value) collate "und-x-icu", '[^[:alnum:]]+', ' ', 'g'))
  end;

create function club_words(name text, aliases text, category text, short_description text, description text)
  returns tsvector
  language sql immutable parallel safe
  return setweight(club_text_words(name || ' | ' || aliases), 'A') || setweight(club_text_words(category), 'B')
    || setweight(club_text_words(short_description), 'C') || setweight(club_text_words(description), 'D');

create or replace function club_columns_without_history() returns text[]
  language sql immutable parallel safe
  return array['id', 'name_folded', 'short_description_html', 'description_html', 'html_digest', 'html_rules',
    'is_sample', 'updated_at', 'words'];

alter table club add column words tsvector
  generated always as (club_words(name, aliases, category, short_description, description)) stored;
create index club_by_words on club using gin (words);
