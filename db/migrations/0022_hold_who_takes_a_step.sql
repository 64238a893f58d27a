-- An account that is being taken away while its last step is kept: the step waits for what becomes of it, and has no
-- account then. Without the lock it named one that was gone at the end, which was an error.

create or replace function club_step_of_transaction() returns bigint language plpgsql as $$
declare
  step bigint := nullif(current_setting('club_directory.step_id', true), '')::bigint;
  said jsonb := coalesce(nullif(current_setting('club_directory.step', true), ''), '{}')::jsonb;
begin
  if step is null then
    insert into club_step (kind, user_id, user_name, note)
    select coalesce(said ->> 'kind', 'other'),
      (select id from site_user where id = (said ->> 'userId')::integer for key share),
      coalesce(said ->> 'userName', ''), coalesce(said ->> 'note', '')
    returning id into step;
    perform set_config('club_directory.step_id', step::text, true);
  end if;
  return step;
end
$$;
