-- An undo no longer has a choice of clubs that is stored until it is done.
drop table club_undo_draft;
