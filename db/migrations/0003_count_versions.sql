-- The version of the directory: one more with every transaction that changed a club. Read beside the clubs in one
-- snapshot, it tells of an answer which changes are in it.

create table directory_version (
  is_only_row boolean primary key default true check (is_only_row),
  version integer not null
);
insert into directory_version (version) values (1);

-- What a transaction has changed so far; empty between transactions.
create table directory_change (
  id bigint generated always as identity primary key,
  -- The clubs whose place in the list may be another now; null when they are too many to tell.
  club_ids integer[]
);

create function directory_note_change() returns trigger language plpgsql as $$
declare
  changed integer[];
begin
  if tg_op = 'TRUNCATE' then
    insert into directory_change (club_ids) values (null);
    return null;
  elsif tg_op = 'INSERT' then
    select array_agg(id) into changed from (select id from new_clubs limit 501) as changed_clubs;
  elsif tg_op = 'DELETE' then
    select array_agg(id) into changed from (select id from old_clubs limit 501) as changed_clubs;
  else
    if not exists (select from new_clubs) then return null; end if;
    select coalesce(array_agg(id), '{}') into changed from (
      select coalesce(new_clubs.id, old_clubs.id) as id
      from new_clubs full join old_clubs on new_clubs.id = old_clubs.id
      where (new_clubs.name, new_clubs.is_active) is distinct from (old_clubs.name, old_clubs.is_active)
      limit 501
    ) as changed_clubs;
  end if;
  if changed is null then return null; end if;
  insert into directory_change (club_ids) values (case when cardinality(changed) <= 500 then changed end);
  return null;
end
$$;
create trigger directory_note_insert after insert on club
  referencing new table as new_clubs for each statement execute function directory_note_change();
create trigger directory_note_update after update on club
  referencing old table as old_clubs new table as new_clubs for each statement execute function directory_note_change();
create trigger directory_note_delete after delete on club
  referencing old table as old_clubs for each statement execute function directory_note_change();
create trigger directory_note_truncate after truncate on club
  for each statement execute function directory_note_change();

-- At the end of the transaction, so that writers wait for each other no longer than a commit takes, and never while
-- they hold what the other needs. The first of the transaction's changes speaks for all of them.
create function directory_close_version() returns trigger language plpgsql as $$
declare
  changes integer[];
  are_too_many boolean;
  new_version integer;
begin
  with taken as (delete from directory_change returning club_ids)
  select bool_or(club_ids is null), array(select distinct unnest(club_ids) from taken) into are_too_many, changes from taken;
  if are_too_many is null then return null; end if;
  update directory_version set version = version + 1 returning version into new_version;
  perform pg_notify('directory', new_version || ':' ||
    case when are_too_many or cardinality(changes) > 500 then '*' else array_to_string(changes, ',') end);
  return null;
end
$$;
create constraint trigger directory_close_version after insert on directory_change
  deferrable initially deferred for each row execute function directory_close_version();
