-- The errors and warnings of a written import, as JSON: a text, because jsonb refuses some characters of files
alter table club_import add column issues text not null default '[]';
