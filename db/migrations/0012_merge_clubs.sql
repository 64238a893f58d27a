-- The ids of clubs that were merged into another one: their addresses redirect to it.
create table club_redirect (
  old_id integer primary key,
  -- Not a reference: this club may be merged or deleted as well, and restored later.
  new_id integer not null
);

-- A restored club has its own address again.
create function club_drop_redirect() returns trigger language plpgsql as $$
begin
  delete from club_redirect using new_clubs where old_id = new_clubs.id;
  return null;
end
$$;
create trigger club_drop_redirect after insert on club
  referencing new table as new_clubs for each statement execute function club_drop_redirect();

alter table club_step drop constraint club_step_kind_is_known, add constraint club_step_kind_is_known check (
  kind in ('create', 'edit', 'delete', 'restore', 'confirm', 'import', 'undo', 'bulk', 'merge', 'remove', 'words', 'other'));
