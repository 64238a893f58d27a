-- The version of the directory: every transaction that changes clubs increments it and announces it. Processes cache clubs
-- and responses by it.

create table directory_version (
  is_only_row boolean primary key default true check (is_only_row),
  version integer not null,
  epoch uuid not null default gen_random_uuid()
);
insert into directory_version (version) values (1);

-- Version numbers are used again after a restore or failover, so a version belongs to an epoch. The stored id covers a
-- restore of data alone, the table's oid a restored dump, the file path a copy of the database on its server, the system
-- identifier another server, and the timeline a recovery to a point in time. Declared volatile, like the functions that it
-- calls, so that PostgreSQL inlines it: as a query, it took a third of the time of a page.
create function directory_epoch(stored uuid) returns text
  language sql volatile
  return left(md5(concat_ws(' ', stored, 'club'::regclass::oid, split_part(pg_relation_filepath('club'), '/', -2),
    (pg_control_system()).system_identifier,
    case when pg_is_in_recovery()
      then greatest((pg_control_checkpoint()).timeline_id, (pg_control_recovery()).min_recovery_end_timeline)
      else ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::integer
    end)), 16);

create function directory_epoch() returns text
  language sql stable
  return (select directory_epoch(epoch) from directory_version);

-- The clubs that changed in each of the last thousand versions; null instead of more than 500 ids. `moved_ids` have changed
-- in what the index of names contains, `other_ids` in other columns. The version is null until the transaction ends.
create table directory_change (
  id bigint generated always as identity primary key,
  moved_ids integer[],
  other_ids integer[],
  version integer unique
);

-- Whether a club has anything to show besides its name. The home page prefers such clubs.
create function club_is_told(logo text, short_description text, description text) returns boolean
  language sql immutable parallel safe
  as $$
  select logo is not null or short_description <> '' or description <> ''
$$;

create function directory_note_change() returns trigger language plpgsql as $$
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
create trigger directory_note_insert after insert on club
  referencing new table as new_clubs for each statement execute function directory_note_change();
create trigger directory_note_update after update on club
  referencing old table as old_clubs new table as new_clubs for each statement execute function directory_note_change();
create trigger directory_note_delete after delete on club
  referencing old table as old_clubs for each statement execute function directory_note_change();
create trigger directory_note_truncate after truncate on club
  for each statement execute function directory_note_change();

-- Runs once at the end of a transaction, so that writers wait for each other only during a commit. The lock on the row
-- lasts until the commit: versions are in the order of commits.
create function directory_close_version() returns trigger language plpgsql as $$
declare
  moved integer[];
  others integer[];
  are_too_many boolean;
  are_others_too_many boolean;
  new_version integer;
begin
  with taken as (delete from directory_change where version is null returning moved_ids, other_ids)
  select
    bool_or(moved_ids is null), bool_or(other_ids is null),
    array(select distinct unnest(moved_ids) from taken order by 1),
    array(select distinct unnest(other_ids) from taken order by 1)
  into are_too_many, are_others_too_many, moved, others from taken;
  if are_too_many is null then return null; end if;
  -- After a crash no later transaction may get the version of one that was lost.
  if current_setting('synchronous_commit') = 'off' then
    perform set_config('synchronous_commit', 'local', true);
  end if;
  update directory_version set version = version + 1 returning version into new_version;
  -- Versions above the new one come from a state before a restore.
  delete from directory_change where version <= new_version - 1000 or version >= new_version;
  insert into directory_change (version, moved_ids, other_ids) values (
    new_version,
    case when not are_too_many and cardinality(moved) <= 500 then moved end,
    case when not are_others_too_many and cardinality(others) <= 500 then others end
  );
  perform pg_notify('directory', directory_epoch() || '-' || new_version);
  return null;
end
$$;
create constraint trigger directory_close_version after insert on directory_change
  deferrable initially deferred for each row when (new.version is null) execute function directory_close_version();
