-- What is done once in the life of a database, so that it never happens again, whatever becomes of its traces.
create table once (
  what text primary key,
  done_at timestamptz not null default now()
);
