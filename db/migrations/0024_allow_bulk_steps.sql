-- Several clubs can be changed in one step. All kinds are named: the one before may have allowed some of these already.

alter table club_step drop constraint if exists club_step_kind_is_known;
alter table club_step add constraint club_step_kind_is_known
  check (kind in ('create', 'edit', 'delete', 'restore', 'confirm', 'import', 'other', 'undo', 'bulk'));
