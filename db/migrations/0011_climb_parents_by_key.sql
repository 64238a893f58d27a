-- The same rule, found by climbing from a club to its ancestors one key at a time: as one recursive query it was planned
-- by what was known of the table before a large import, and read all parents for each step.
create or replace function club_refuse_parent_loop() returns trigger language plpgsql as $$
declare
  ancestor integer := new.parent_id;
  seen integer[] := '{}';
begin
  perform pg_advisory_xact_lock(1668052322, 2);
  -- A loop that this club is no part of is told by the clubs that are.
  while ancestor is not null and ancestor <> all(seen) loop
    if ancestor = new.id then
      raise exception 'the parents of club % form a loop', new.id
        using errcode = 'check_violation', constraint = 'club_parents_form_no_loop', table = 'club';
    end if;
    seen := seen || ancestor;
    select parent_id into ancestor from club where id = ancestor;
  end loop;
  return null;
end
$$;
