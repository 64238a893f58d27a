-- Where a logo was fetched from: the same address in a file that is read later means that picture.

create table logo_source (
  address text not null,
  hash text not null,
  -- That of the image which has to be there: what is remembered of it goes with it.
  size smallint not null default 400,

  -- Not a unique index: an address may be longer than a row of one.
  constraint logo_source_has_one_image exclude using hash (address with =),
  constraint logo_source_is_http check (address ~* '^https?://' and char_length(address) <= 2000),
  constraint logo_source_size_is_400 check (size = 400),
  constraint logo_source_image_exists foreign key (hash, size) references image (hash, size) on delete cascade
);
create index logo_source_by_image on logo_source (hash, size);
