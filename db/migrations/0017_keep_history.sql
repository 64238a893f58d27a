-- Every change of a club is kept: when, by whom, and what was there before. Whoever writes is kept, SQL by hand too.

-- What one transaction has changed. See club_step_of_transaction() for who it was.
create table club_step (
  id bigint generated always as identity primary key,
  done_at timestamptz not null default now(),
  kind text not null,
  user_id integer references site_user (id) on delete set null,
  -- As the user was called then: it stays when the account is gone.
  user_name text not null default '',
  -- What a person may want to know besides: the name of an imported file.
  note text not null default '',

  constraint club_step_kind_is_known check (kind in ('create', 'edit', 'delete', 'restore', 'confirm', 'import', 'other'))
);
create index club_step_by_user on club_step (user_id) where user_id is not null;

-- Of an update both sides have what differs, and nothing else. Of a club that came, `after` has all of it; of one that
-- went, `before`. Of the changes of one club a later one has the larger id: each was made while the row was locked.
create table club_change (
  id bigint generated always as identity,
  step_id bigint not null references club_step (id) on delete cascade,
  -- Not a reference: the club may be gone.
  club_id integer not null,
  before jsonb,
  after jsonb,

  primary key (club_id, id),
  constraint club_change_has_a_side check (before is not null or after is not null)
);
create index club_change_by_step on club_change (step_id);
create index club_change_of_deleted_clubs on club_change (id) where after is null;

-- The columns of a club that nobody sets. Every other one is kept, one that is added later too.
create function club_columns_without_history() returns text[]
  language sql immutable parallel safe
  return array['id', 'name_folded', 'short_description_html', 'description_html', 'html_digest', 'html_rules',
    'is_sample', 'updated_at'];

-- The fields of a club that the history stores. The body is a string: a SQL-standard body would depend on the row type of
-- the table, and PostgreSQL 15.20 and its contemporaries then refuse `alter table club add column … default …`.
create function club_fields(value club) returns jsonb
  language sql stable parallel safe
  as $$ select to_jsonb(value) - club_columns_without_history() $$;

-- The step of this transaction, made when the first club changes. The settings end with the transaction: `step` is what a
-- writer says of it beforehand, as JSON, and `step_id` is its number.
create function club_step_of_transaction() returns bigint language plpgsql as $$
declare
  step bigint := nullif(current_setting('club_directory.step_id', true), '')::bigint;
  said jsonb := coalesce(nullif(current_setting('club_directory.step', true), ''), '{}')::jsonb;
begin
  if step is null then
    insert into club_step (kind, user_id, user_name, note)
    select coalesce(said ->> 'kind', 'other'), (select id from site_user where id = (said ->> 'userId')::integer),
      coalesce(said ->> 'userName', ''), coalesce(said ->> 'note', '')
    returning id into step;
    perform set_config('club_directory.step_id', step::text, true);
  end if;
  return step;
end
$$;

-- The statements name each column, and are made anew each time: a row as JSON, with its HTML, took several times as long.
-- The step is a query of its own within them, so that it is made once, and only when there is a row for it.
create function club_keep_history() returns trigger language plpgsql as $$
declare
  objects text;
  befores text;
  afters text;
  differences text;
begin
  -- Each club that is deleted updates its children, and most have none.
  if tg_op = 'UPDATE' then
    if not exists (select from new_clubs) then return null; end if;
  end if;

  select string_agg(format('%1$L, one.%1$I', attname), ', '),
    string_agg(format('%1$L, was.%1$I', attname), ', '),
    string_agg(format('%1$L, now.%1$I', attname), ', '),
    string_agg(format('was.%1$I is distinct from now.%1$I', attname), ' or ')
  into objects, befores, afters, differences
  from pg_attribute
  where attrelid = tg_relid and attnum > 0 and not attisdropped and attname <> all (club_columns_without_history());

  if tg_op = 'INSERT' then
    execute format($sql$
      insert into club_change (step_id, club_id, after)
      select (select club_step_of_transaction()), id, jsonb_build_object(%s) from new_clubs one
    $sql$, objects);
  elsif tg_op = 'UPDATE' then
    execute format($sql$
      insert into club_change (step_id, club_id, before, after)
      select (select club_step_of_transaction()), id,
        case when before is null or after is null then before else
          (select jsonb_object_agg(key, value) from jsonb_each(before) where value is distinct from after -> key) end,
        case when before is null or after is null then after else
          (select jsonb_object_agg(key, value) from jsonb_each(after) where value is distinct from before -> key) end
      from (
        select coalesce(was.id, now.id) as id,
          case when was.id is not null then jsonb_build_object(%s) end as before,
          case when now.id is not null then jsonb_build_object(%s) end as after
        from old_clubs was full join new_clubs now on now.id = was.id
        where was.id is null or now.id is null or %s
        offset 0
      ) pair
    $sql$, befores, afters, differences);
  else
    execute format($sql$
      insert into club_change (step_id, club_id, before)
      select (select club_step_of_transaction()), id, jsonb_build_object(%s) from %I one
    $sql$, objects, case tg_op when 'DELETE' then 'old_clubs' else 'club' end);
  end if;
  return null;
end
$$;
create trigger club_keep_insert after insert on club
  referencing new table as new_clubs for each statement execute function club_keep_history();
create trigger club_keep_update after update on club
  referencing old table as old_clubs new table as new_clubs for each statement execute function club_keep_history();
create trigger club_keep_delete after delete on club
  referencing old table as old_clubs for each statement execute function club_keep_history();
create trigger club_keep_truncate before truncate on club
  for each statement execute function club_keep_history();

-- Before a club is saved: such transactions take turns, and wait for an import before they hold anything that it needs.
-- The second lock is that of club_refuse_parent_loop().
create function club_take_turn() returns void language plpgsql as $$
begin
  lock table club in row exclusive mode;
  perform pg_advisory_xact_lock(1668052322, 2);
end
$$;
