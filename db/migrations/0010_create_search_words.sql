-- Words of the site: a search for the term, which is folded, also finds clubs about its meaning: terms with commas.
create table search_word (
  term text collate "C" primary key check (char_length(term) between 1 and 60),
  meaning text not null check (char_length(meaning) between 1 and 200)
);

-- The meaning before and after a step of the history; null without one.
create table search_word_change (
  step_id bigint not null references club_step (id) on delete cascade,
  term text collate "C" not null,
  before text,
  after text,
  primary key (step_id, term)
);

alter table club_step drop constraint club_step_kind_is_known, add constraint club_step_kind_is_known check (
  kind in ('create', 'edit', 'delete', 'restore', 'confirm', 'import', 'undo', 'bulk', 'remove', 'words', 'other'));

-- Of several changes in one step, the first `before` and the last `after` remain.
create function search_word_note_change() returns trigger language plpgsql as $$
begin
  if old.term <> new.term then raise 'Delete the word and insert another one.'; end if;
  insert into search_word_change
  values (club_step_of_transaction(), coalesce(new.term, old.term), old.meaning, new.meaning)
  on conflict (step_id, term) do update set after = excluded.after;
  -- No club changes, but all processes load the words of the new version.
  insert into directory_change (moved_ids, other_ids) values ('{}', '{}');
  return null;
end
$$;
create trigger search_word_note_change after insert or update or delete on search_word
  for each row execute function search_word_note_change();
