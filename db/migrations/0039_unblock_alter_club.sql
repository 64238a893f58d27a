-- Earlier editions of 0017 and 0018 left this function with a SQL-standard body. It depends on the row type of the table,
-- so current PostgreSQL releases refuse `alter table club add column … default …`. A string body has no such dependency.
create or replace function club_fields(value club) returns jsonb
  language sql stable parallel safe
  as $$ select to_jsonb(value) - club_columns_without_history() $$;
