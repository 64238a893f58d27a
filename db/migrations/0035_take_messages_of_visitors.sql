-- What visitors write to the board: that something of a club is wrong, or which club is missing.
create table inbox_message (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('suggestion', 'proposal')),
  -- The club that it is about, or that was made of it. No reference: a message outlives its club, which may come back.
  club_id integer,
  club_name text not null,
  topic text check ((topic is not null) = (kind = 'suggestion')),
  message text not null check (char_length(message) <= 2000),
  -- What a proposal says of its club: pairs of the column of a file, and a text.
  texts jsonb check ((texts is not null) = (kind = 'proposal')),
  -- An e-mail address to answer to; empty for none.
  sender text not null,
  -- Of all of that: nobody sends the same twice while it is open.
  digest text not null,
  sent_at timestamptz not null default now(),
  closed_at timestamptz,
  closed_by integer references site_user on delete set null
);
create unique index inbox_message_is_open_once on inbox_message (digest) where closed_at is null;
create index inbox_message_closed on inbox_message (closed_at) where closed_at is not null;
