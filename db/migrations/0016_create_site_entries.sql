-- What the board changes in the browser besides clubs: `word`, a search term with its meaning; `setting`, a key of site.json
-- with JSON; `page`, the source of a page such as `imprint.en`, empty if it was deleted; and `mark`, the SVG of the logo.
create table site_entry (
  kind text not null check (kind in ('word', 'setting', 'page', 'mark')),
  name text collate "C" not null check (char_length(name) between 1 and 60),
  value text not null check (char_length(value) <= case kind when 'word' then 200 else 200000 end),
  primary key (kind, name),
  constraint site_entry_word_has_a_meaning check (kind <> 'word' or value <> '')
);

-- The value before and after a step of the history; null without one.
create table site_entry_change (
  step_id bigint not null references club_step (id) on delete cascade,
  kind text not null,
  name text collate "C" not null,
  before text,
  after text,
  primary key (step_id, kind, name)
);

insert into site_entry (kind, name, value) select 'word', term, meaning from search_word;
insert into site_entry_change (step_id, kind, name, before, after)
select step_id, 'word', term, before, after from search_word_change;
drop table search_word, search_word_change;
drop function search_word_note_change;

alter table club_step drop constraint club_step_kind_is_known, add constraint club_step_kind_is_known check (
  kind in ('create', 'edit', 'delete', 'restore', 'confirm', 'import', 'undo', 'bulk', 'merge', 'remove', 'words', 'site',
    'other'));

-- Of several changes in one step, the first `before` and the last `after` remain.
create function site_entry_note_change() returns trigger language plpgsql as $$
begin
  if (old.kind, old.name) <> (new.kind, new.name) then raise 'Delete the entry and insert another one.'; end if;
  insert into site_entry_change
  values (club_step_of_transaction(), coalesce(new.kind, old.kind), coalesce(new.name, old.name), old.value, new.value)
  on conflict (step_id, kind, name) do update set after = excluded.after;
  -- No club changes, but all processes load the entries of the new version.
  insert into directory_change (moved_ids, other_ids) values ('{}', '{}');
  return null;
end
$$;
create trigger site_entry_note_change after insert or update or delete on site_entry
  for each row execute function site_entry_note_change();
