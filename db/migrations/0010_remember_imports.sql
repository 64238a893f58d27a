-- Imports that are under way. Each keeps the rows of its file in unlogged tables of its own, import_…_<id>, until it is
-- over; what a process leaves behind that died is swept by a later import.
create table club_import (
  id integer generated always as identity primary key,
  started_at timestamptz not null default now(),
  -- Set by the transaction that changes the clubs: who lost the connection meanwhile finds out here whether it did.
  written_at timestamptz
);
