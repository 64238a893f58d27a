-- Stores which clubs changed in each of the last thousand versions. A process reads the changes since the version that
-- it knows, so it does not depend on notifications: a pooler in transaction mode delivers none. A notification contains
-- only the version.

-- Null until the transaction ends. The ids of a version are null when they are more than 500.
alter table directory_change add column version integer unique;

-- A version is assigned under the lock of its row, which lasts until the commit: versions are in the order of commits.
create or replace function directory_close_version() returns trigger language plpgsql as $$
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

drop trigger directory_close_version on directory_change;
create constraint trigger directory_close_version after insert on directory_change
  deferrable initially deferred for each row when (new.version is null) execute function directory_close_version();
