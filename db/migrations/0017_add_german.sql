-- The texts of a club in German, as in 0014.
do $block$
declare
  field record;
begin
  for field in select * from (values ('short_description', 1000, true), ('description', 20000, true),
    ('how_to_join', 1000, true), ('meeting_times', 200, false), ('fee', 80, false)) as field (name, most, has_html)
  loop
    execute format('alter table club add column %1$I text not null default '''',
      add constraint club_%1$s_has_up_to_%2$s_characters check (char_length(%1$I) <= %2$s)', field.name || '_de', field.most);
    if field.has_html then execute format('alter table club add column %I text', field.name || '_de_html'); end if;
  end loop;
end
$block$;

-- The same as before for a club without German texts.
create or replace function club_text_digest(value club) returns text
  language sql immutable parallel safe
  as $$
  select coalesce(md5(plain || nullif(concat('en1' || nullif(value.short_description_en, ''),
    'en2' || nullif(value.description_en, ''), 'en3' || nullif(value.how_to_join_en, ''),
    'fr1' || nullif(value.short_description_fr, ''), 'fr2' || nullif(value.description_fr, ''),
    'fr3' || nullif(value.how_to_join_fr, ''), 'de1' || nullif(value.short_description_de, ''),
    'de2' || nullif(value.description_de, ''), 'de3' || nullif(value.how_to_join_de, '')), '')), plain)
  from club_text_digest(value.short_description, value.description, value.how_to_join) as plain
$$;

create or replace function club_drop_stale_html() returns trigger language plpgsql as $$
begin
  if new.html_digest is distinct from club_text_digest(new) then
    select null, null, null, null, null, null, null, null, null, null, null, null, null, null
    into new.short_description_html, new.short_description_en_html, new.short_description_fr_html,
      new.short_description_de_html, new.description_html, new.description_en_html, new.description_fr_html,
      new.description_de_html, new.how_to_join_html, new.how_to_join_en_html, new.how_to_join_fr_html,
      new.how_to_join_de_html, new.html_digest, new.html_rules;
  end if;
  return new;
end
$$;

create or replace function club_columns_without_history() returns text[]
  language sql immutable parallel safe
  return array['id', 'name_folded', 'short_description_html', 'short_description_en_html', 'short_description_fr_html',
    'short_description_de_html', 'description_html', 'description_en_html', 'description_fr_html', 'description_de_html',
    'how_to_join_html', 'how_to_join_en_html', 'how_to_join_fr_html', 'how_to_join_de_html', 'html_digest', 'html_rules',
    'is_sample', 'updated_at', 'words'];

alter table club
  drop column words,
  add column words tsvector generated always as (club_words(name, aliases, category,
    short_description || ' | ' || short_description_en || ' | ' || short_description_fr || ' | ' || short_description_de,
    description || ' | ' || description_en || ' | ' || description_fr || ' | ' || description_de)) stored;
create index club_by_words on club using gin (words);
