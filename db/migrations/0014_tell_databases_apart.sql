-- A copy of a database on the same server (create database … template …) has the same server, tables and stored id: the
-- number of the database is in the epoch, too. The path of a table's file says it without a query, which would cost as
-- much as the rest of a page.
create or replace function directory_epoch(stored uuid) returns text
  language sql volatile
  return left(md5(concat_ws(' ', stored, 'club'::regclass::oid, split_part(pg_relation_filepath('club'), '/', -2),
    (pg_control_system()).system_identifier,
    case when pg_is_in_recovery()
      then greatest((pg_control_checkpoint()).timeline_id, (pg_control_recovery()).min_recovery_end_timeline)
      else ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::integer
    end)), 16);
