-- What a club is called besides its name, for searches: up to 20 texts with | between them, as src/clubs/alias.ts writes
-- them. And processes keep the categories and other names of all clubs in memory: they hear of every club whose changed.

create function club_aliases_are_good(aliases text) returns boolean
  language sql immutable strict parallel safe
  return cardinality(string_to_array(aliases, '|')) <= 20
    and aliases !~ '[[:cntrl:]]'
    and not exists (
      select from string_to_table(aliases, '|') as alias
      where char_length(alias) not between 1 and 100 or alias ~ '^[[:space:]]|[[:space:]]$');

alter table club
  add column aliases text not null default '',
  add constraint club_aliases_are_up_to_20_texts check (aliases = '' or club_aliases_are_good(aliases));

-- The other names for whoever reads the tables, one in each row; the first has the position 1.
create view club_alias (club_id, position, alias) as
  select club.id, alias.position::integer, alias.value
  from club cross join string_to_table(nullif(club.aliases, ''), '|') with ordinality as alias (value, position);

drop trigger club_touch on club;
create trigger club_touch before update on club
  for each row when (
    (old.name, old.logo, old.foreign_logo_url, old.is_active, old.short_description, old.description, old.parent_id,
      old.website, old.category, old.contact, old.links, old.confirmed_on, old.aliases)
    is distinct from
    (new.name, new.logo, new.foreign_logo_url, new.is_active, new.short_description, new.description, new.parent_id,
      new.website, new.category, new.contact, new.links, new.confirmed_on, new.aliases))
  execute function club_touch();

-- As before, with all that an index of names has of a club.
create or replace function directory_note_change() returns trigger language plpgsql as $$
declare
  moved integer[];
  others integer[] := '{}';
begin
  if tg_op = 'TRUNCATE' then
    insert into directory_change (moved_ids, other_ids) values (null, null);
    return null;
  elsif tg_op = 'INSERT' then
    select array_agg(id) into moved from (select id from new_clubs limit 501) as changed_clubs;
  elsif tg_op = 'DELETE' then
    select array_agg(id) into moved from (select id from old_clubs limit 501) as changed_clubs;
  else
    if not exists (select from new_clubs) then return null; end if;
    select coalesce(array_agg(id), '{}') into moved from (
      select coalesce(new_clubs.id, old_clubs.id) as id
      from new_clubs full join old_clubs on new_clubs.id = old_clubs.id
      where (new_clubs.name, new_clubs.is_active, new_clubs.category, new_clubs.aliases)
        is distinct from (old_clubs.name, old_clubs.is_active, old_clubs.category, old_clubs.aliases)
      limit 501
    ) as changed_clubs;
    select coalesce(array_agg(id), '{}') into others from (
      select new_clubs.id from new_clubs join old_clubs on new_clubs.id = old_clubs.id
      where (new_clubs.name, new_clubs.is_active, new_clubs.category, new_clubs.aliases)
        is not distinct from (old_clubs.name, old_clubs.is_active, old_clubs.category, old_clubs.aliases)
      limit 501
    ) as changed_clubs;
  end if;
  if moved is null then return null; end if;
  insert into directory_change (moved_ids, other_ids) values (
    case when cardinality(moved) <= 500 then moved end,
    case when cardinality(others) <= 500 then others end
  );
  return null;
end
$$;
