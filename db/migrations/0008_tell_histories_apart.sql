-- A version tells the states of one history apart. After a restore or a fail-over to an earlier state the numbers go
-- on from below, and stand for other clubs than before. So a version is read together with its epoch: everything that
-- differs between two histories. Processes drop all they have when they meet another one.

alter table directory_version add column epoch uuid not null default gen_random_uuid();

-- The id is for a restore of data alone (db:migrate -- --new-epoch). A dump that is restored makes a new table, another
-- server has another identifier, and one that was restored to a point in time or promoted is on another timeline.
create function directory_epoch() returns text
  language sql stable
  return (
    select left(md5(concat_ws(' ', epoch, 'club'::regclass::oid,
      (select system_identifier from pg_control_system()),
      case when pg_is_in_recovery()
        then greatest((select timeline_id from pg_control_checkpoint()), (select min_recovery_end_timeline from pg_control_recovery()))
        else ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::integer
      end)), 16)
    from directory_version
  );

-- As before, with the epoch in front: `epoch-version:moved:others`.
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
  perform pg_notify('directory', concat_ws(':', directory_epoch() || '-' || new_version,
    case when are_too_many then '*' else array_to_string(moved, ',') end,
    case when are_others_too_many then '*' else array_to_string(others, ',') end));
  return null;
end
$$;
