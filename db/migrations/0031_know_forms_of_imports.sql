-- The mark of the last form whose choice was taken: a page that has sent one knows by it that the import has what was
-- unchecked, and only then forgets it.

alter table club_import
  add column taken_form text;
