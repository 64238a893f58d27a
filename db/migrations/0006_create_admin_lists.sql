-- What the administration has besides clubs: imports, messages and searches without results.

-- An import in the browser: the uploaded file and the clubs that the user left out. Each request makes its plan.
create table club_import (
  id integer generated always as identity primary key,
  uploaded_at timestamptz not null default now(),
  user_id integer references site_user (id) on delete set null,
  user_name text not null,
  file_name text not null,
  -- Empty once the import is written
  file bytea not null,
  delete_missing boolean not null,
  replace_samples boolean not null,
  -- Keys of the clubs that the user left out
  left_out text[] not null default '{}',
  -- Numbers of created, changed and deleted clubs; null until the import is written
  written_counts jsonb,
  -- Not a reference: the history may be removed. Null if nothing was changed.
  step_id bigint
);
create index club_import_by_user on club_import (user_id);

-- A message of a visitor: a problem of a club, or a proposed club
create table inbox_message (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('suggestion', 'proposal')),
  -- The club of a problem, or the one that was created from a proposal. Not a reference: a deleted club may be restored.
  club_id integer,
  club_name text not null,
  topic text check ((topic is not null) = (kind = 'suggestion')),
  message text not null check (char_length(message) <= 2000),
  -- The fields of a proposed club: pairs of the CSV column and a text
  texts jsonb check ((texts is not null) = (kind = 'proposal')),
  -- An e-mail address, or empty
  sender text not null,
  -- Of all of the above: the same message is open only once.
  digest text not null,
  sent_at timestamptz not null default now(),
  closed_at timestamptz,
  closed_by integer references site_user on delete set null
);
create unique index inbox_message_is_open_once on inbox_message (digest) where closed_at is null;
create index inbox_message_closed on inbox_message (closed_at) where closed_at is not null;

-- Search terms without results by day, without anything about the visitor
create table zero_result_search (
  day date not null,
  term text not null check (char_length(term) between 1 and 60),
  count integer not null check (count > 0),
  primary key (day, term)
);
