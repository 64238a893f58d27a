-- Whether a club has anything to show besides its name. The home page shows such clubs first.
create function club_is_told(logo text, short_description text, description text) returns boolean
language sql immutable parallel safe as $$
  select logo is not null or short_description <> '' or description <> ''
$$;

-- As before, with whether a club has anything to show, which the index of names has too.
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
      where (new_clubs.name, new_clubs.is_active, new_clubs.category, new_clubs.aliases,
          club_is_told(new_clubs.logo, new_clubs.short_description, new_clubs.description))
        is distinct from (old_clubs.name, old_clubs.is_active, old_clubs.category, old_clubs.aliases,
          club_is_told(old_clubs.logo, old_clubs.short_description, old_clubs.description))
      limit 501
    ) as changed_clubs;
    select coalesce(array_agg(id), '{}') into others from (
      select new_clubs.id from new_clubs join old_clubs on new_clubs.id = old_clubs.id
      where (new_clubs.name, new_clubs.is_active, new_clubs.category, new_clubs.aliases,
          club_is_told(new_clubs.logo, new_clubs.short_description, new_clubs.description))
        is not distinct from (old_clubs.name, old_clubs.is_active, old_clubs.category, old_clubs.aliases,
          club_is_told(old_clubs.logo, old_clubs.short_description, old_clubs.description))
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
