-- The image that a shared link of an active club shows. It is drawn again when the digest of what it shows differs.
create table club_preview (
  club_id integer primary key references club on delete cascade,
  digest text not null,
  png bytea not null
);
