-- How the columns and categories of a file with other names are read.

alter table club_import
  -- The sheet of a workbook; null for the only or first one
  add column sheet text,
  -- What each column of the file is: the name of a field, "link", or null for "do not import". Null until it is matched.
  add column columns jsonb,
  -- Folded labels of the file with the labels to store, or null for "do not import". Null until they are matched.
  add column categories jsonb;

-- The columns of earlier files, for the next one with the same header
create table column_match (
  -- A digest of the folded cells
  header text primary key,
  columns jsonb not null,
  used_at timestamptz not null default now()
);

-- The answers about the categories of earlier files
create table category_match (
  folded text primary key,
  -- Null for "do not import"
  label text
);
