-- The version in which each club was created, changed or deleted last, for consumers of the API that keep a copy. Null
-- until the transaction ends.
create table club_version (
  club_id integer primary key,
  version integer
);
insert into club_version select id, version from club cross join directory_version;
create index club_version_in_order on club_version (version, club_id);

create function club_note_version() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    update club_version set version = null;
  elsif tg_op = 'INSERT' then
    insert into club_version select id from new_clubs on conflict (club_id) do update set version = null;
  elsif tg_op = 'DELETE' then
    insert into club_version select id from old_clubs on conflict (club_id) do update set version = null;
  else
    insert into club_version select id from new_clubs union select id from old_clubs
    on conflict (club_id) do update set version = null;
  end if;
  return null;
end
$$;
create trigger club_note_version_insert after insert on club
  referencing new table as new_clubs for each statement execute function club_note_version();
create trigger club_note_version_update after update on club
  referencing old table as old_clubs new table as new_clubs for each statement execute function club_note_version();
create trigger club_note_version_delete after delete on club
  referencing old table as old_clubs for each statement execute function club_note_version();
create trigger club_note_version_truncate after truncate on club
  for each statement execute function club_note_version();

-- Runs once for each transaction, after its version was taken.
create function club_close_version() returns trigger language plpgsql as $$
begin
  update club_version set version = new.version where version is null;
  return null;
end
$$;
create trigger club_close_version after insert on directory_change
  for each row when (new.version is not null) execute function club_close_version();
