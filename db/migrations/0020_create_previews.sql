-- Images for links to active clubs. An image is drawn again when the digest of its content differs.
create table club_preview (
  club_id integer primary key references club on delete cascade,
  digest text not null,
  png bytea not null
);
