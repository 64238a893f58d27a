-- A deleted club that is restored is in the yearly check again, with the same link.
alter table round_club drop constraint round_club_club_id_fkey;
