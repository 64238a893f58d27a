-- A server may be set to acknowledge a transaction before it is on the disk (synchronous_commit = off). After a crash
-- the last of them are gone, and the next gets the version that another has had: sites would take what they have in
-- memory for the new state. So a transaction that changes clubs is written first, whatever the server does with others.
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
  if current_setting('synchronous_commit') = 'off' then
    perform set_config('synchronous_commit', 'local', true);
  end if;
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
