-- An administrator can remove a value from the history for good. The key of a removed value is no longer in `before` or
-- `after`, so an undo or a restore leaves the column alone.

alter table club_change add column removed text[] not null default '{}';
comment on column club_change.removed is 'Columns of club whose value was removed from before or after.';

alter table club_step drop constraint club_step_kind_is_known;
alter table club_step add constraint club_step_kind_is_known
  check (kind in ('create', 'edit', 'delete', 'restore', 'confirm', 'import', 'undo', 'bulk', 'remove', 'other'));
