-- The step of the history that made the silent clubs of a round inactive; null where none was. A database that was
-- brought up to date while this stood in the migration before has it already.
alter table confirmation_round add column if not exists deactivated_in bigint;
