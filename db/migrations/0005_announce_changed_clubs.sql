-- Processes keep clubs in memory: they hear of every club that changed, and apart from that which of them may stand
-- elsewhere in the list. A payload is `version:moved:others`, each a list of ids, or * when they are too many to tell.

alter table directory_change rename column club_ids to moved_ids;
alter table directory_change add column other_ids integer[];

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
      where (new_clubs.name, new_clubs.is_active) is distinct from (old_clubs.name, old_clubs.is_active)
      limit 501
    ) as changed_clubs;
    select coalesce(array_agg(id), '{}') into others from (
      select new_clubs.id from new_clubs join old_clubs on new_clubs.id = old_clubs.id
      where (new_clubs.name, new_clubs.is_active) is not distinct from (old_clubs.name, old_clubs.is_active)
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

create or replace function directory_close_version() returns trigger language plpgsql as $$
declare
  moved integer[];
  others integer[];
  are_too_many boolean;
  are_others_too_many boolean;
  new_version integer;
begin
  with taken as (delete from directory_change returning moved_ids, other_ids)
  select
    bool_or(moved_ids is null), bool_or(other_ids is null),
    array(select distinct unnest(moved_ids) from taken order by 1),
    array(select distinct unnest(other_ids) from taken order by 1)
  into are_too_many, are_others_too_many, moved, others from taken;
  if are_too_many is null then return null; end if;
  update directory_version set version = version + 1 returning version into new_version;
  are_too_many := are_too_many or cardinality(moved) > 500;
  -- What is announced has a limit: 500 ids are half of it.
  are_others_too_many := are_others_too_many or are_too_many or cardinality(moved) + cardinality(others) > 500;
  perform pg_notify('directory', concat_ws(':', new_version,
    case when are_too_many then '*' else array_to_string(moved, ',') end,
    case when are_others_too_many then '*' else array_to_string(others, ',') end));
  return null;
end
$$;
