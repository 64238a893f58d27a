-- An import in the browser is read, looked at and confirmed by several requests: what becomes of it is kept here, beside
-- its tables. An import of a command has none of it.

alter table club_import
  -- Who has sent the file.
  add column user_id integer references site_user (id) on delete set null,
  add column user_name text not null default '',
  add column file_name text not null default '',
  add column state text
    constraint club_import_state_is_known
    check (state in ('reading', 'planning', 'planned', 'writing', 'written', 'failed')),
  -- The process that works on it says so every few seconds: where it has not, it is gone.
  add column beat_at timestamptz not null default now(),
  -- How far the work is: a part of it, from 0 to 1.
  add column progress real not null default 0,
  -- What was asked for, and how the file was read.
  add column options jsonb not null default '{}',
  add column file jsonb,
  -- What the import would do, or has done. Each plan has a number, which a confirmation names.
  add column plan jsonb,
  add column plan_number integer not null default 0,
  -- Why the last work on it has not done what it was to do.
  add column failure jsonb,
  -- The step of the history, which may be gone; null where it changed nothing.
  add column step_id bigint;
