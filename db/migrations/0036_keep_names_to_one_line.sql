-- A name is a line: lists and messages are made of lines, and a CSV file with a name of two is not read. Whoever wrote one by
-- SQL made an export that nothing could import.

-- Nobody writes another one meanwhile.
lock table club in share row exclusive mode;

-- For this migration alone.
create function pg_temp.one_line(name text, club_id integer) returns text
  language sql immutable
  -- The spaces are those of club_name_has_no_spaces_at_the_ends.
  return coalesce(nullif(btrim(
    normalize(regexp_replace(name collate "C", '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+', ' ', 'g'), nfc),
    E' \t\n\u000b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'),
  ''), 'Club ' || club_id);

do $migration$
declare
  odd constant text := '[\u0001-\u001f\u007f-\u009f\u2028\u2029]';
  found record;
  wanted text;
  fitting text;
  copies integer;
begin
  for found in select id, name from club where name collate "C" ~ odd order by id loop
    wanted := pg_temp.one_line(found.name, found.id);
    fitting := wanted;
    copies := 1;
    while exists (select from club where name = fitting and id <> found.id) loop
      copies := copies + 1;
      fitting := rtrim(left(wanted, 255 - char_length(' (' || copies || ')'))) || ' (' || copies || ')';
    end loop;
    update club set name = fitting where id = found.id;
  end loop;

  -- Nor does the history bring one back, or tell of a change that nobody can see.
  update club_change set
    before = case when before ? 'name'
      then jsonb_set(before, '{name}', to_jsonb(pg_temp.one_line(before ->> 'name', club_id))) else before end,
    after = case when after ? 'name'
      then jsonb_set(after, '{name}', to_jsonb(pg_temp.one_line(after ->> 'name', club_id))) else after end
  where (before ->> 'name') collate "C" ~ odd or (after ->> 'name') collate "C" ~ odd;
  delete from club_change
  where step_id = nullif(current_setting('club_directory.step_id', true), '')::bigint
    and before = after;
  delete from club_step
  where id = nullif(current_setting('club_directory.step_id', true), '')::bigint
    and not exists (select from club_change where step_id = club_step.id);
end
$migration$;

drop function pg_temp.one_line(text, integer);

alter table club add constraint club_name_is_one_line
  check (name collate "C" !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]');
