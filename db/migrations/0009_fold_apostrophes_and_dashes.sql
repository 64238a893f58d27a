-- An apostrophe or dash after a letter or digit is a space: "d'arc" and "d arc" find each other. The words of the full-text
-- search are split at both already, so that they keep the function of before.

alter function search_fold(text) rename to search_fold_characters;

create function search_fold(value text) returns text
  language sql immutable strict parallel safe
  as $$
  select case when folded ~ '[''-]' collate "C"
    then regexp_replace(
      regexp_replace(folded collate "und-x-icu", '(?<=[[:alnum:]])[''-]', ' ', 'g') collate "C", ' +', ' ', 'g')
    else folded end
  from search_fold_characters(value) as folded
  $$;

alter table club drop column name_folded;
alter table club add column name_folded text collate "C" generated always as (search_fold(name)) stored;
create index club_by_folded_name on club using gin (name_folded gin_trgm_ops);
