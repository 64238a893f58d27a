-- A step of the history can be undone, which is a step of its own; and many clubs can be changed by hand in one.

alter table club_step drop constraint club_step_kind_is_known;
alter table club_step add constraint club_step_kind_is_known
  check (kind in ('create', 'edit', 'delete', 'restore', 'confirm', 'import', 'undo', 'bulk', 'other'));
-- Of an undo, the step that it undoes.
alter table club_step add column undoes bigint references club_step (id) on delete set null;
create index club_step_by_undone on club_step (undoes) where undoes is not null;

-- As before, with what an undo undoes.
create or replace function club_step_of_transaction() returns bigint language plpgsql as $$
declare
  step bigint := nullif(current_setting('club_directory.step_id', true), '')::bigint;
  said jsonb := coalesce(nullif(current_setting('club_directory.step', true), ''), '{}')::jsonb;
begin
  if step is null then
    insert into club_step (kind, user_id, user_name, note, undoes)
    select coalesce(said ->> 'kind', 'other'), (select id from site_user where id = (said ->> 'userId')::integer),
      coalesce(said ->> 'userName', ''), coalesce(said ->> 'note', ''), (said ->> 'undoes')::bigint
    returning id into step;
    perform set_config('club_directory.step_id', step::text, true);
  end if;
  return step;
end
$$;

-- What several changes of a club come to: of each field the last value that is given.
create aggregate club_fields_merged(jsonb) (sfunc = jsonb_concat, stype = jsonb);

-- Looked at when a statement is done and not at each row of it: clubs may take each other's names in one.
alter table club drop constraint club_name_is_unique;
alter table club add constraint club_name_is_unique unique (name) deferrable;
