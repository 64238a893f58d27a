-- An import in the browser is the uploaded file and the clubs that the user left out. Each request makes its plan.

-- The tables and views of earlier imports.
do $$
declare
  found record;
begin
  for found in
    select relname, relkind from pg_class
    where pg_table_is_visible(oid) and relname ~ '^import_[a-z_]+_\d{1,9}$' and relkind in ('r', 'v')
    order by relkind desc
  loop
    execute format('drop %s if exists %I', case found.relkind when 'v' then 'view' else 'table' end, found.relname);
  end loop;
end
$$;

drop table club_import;
create table club_import (
  id integer generated always as identity primary key,
  uploaded_at timestamptz not null default now(),
  user_id integer references site_user (id) on delete set null,
  user_name text not null,
  file_name text not null,
  -- Empty once the import is written.
  file bytea not null,
  delete_missing boolean not null,
  replace_samples boolean not null,
  -- The keys of clubs that the user left out.
  left_out text[] not null default '{}',
  -- The numbers of created, changed and deleted clubs; null until the import is written.
  written_counts jsonb,
  -- The step of the history, without a reference: the history may be removed. Null if nothing was changed.
  step_id bigint
);
create index club_import_by_user on club_import (user_id);
