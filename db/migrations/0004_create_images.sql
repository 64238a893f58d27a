-- Logos: one row for each size. `club.logo` is the path of the larger one.
create table image (
  -- SHA-256 of the bytes of the larger size
  hash text not null,
  -- In pixels
  size smallint not null,
  type text not null,
  width smallint not null,
  height smallint not null,
  bytes bytea not null,
  -- The last upload. A recent image may belong to a form that is still open.
  uploaded_at timestamptz not null default now(),

  primary key (hash, size),
  constraint image_hash_is_sha_256 check (hash ~ '^[0-9a-f]{64}$'),
  constraint image_size_is_200_or_400 check (size in (200, 400)),
  constraint image_type_is_webp check (type = 'image/webp'),
  constraint image_is_a_square_of_its_size check (width = size and height = size),
  constraint image_has_up_to_1_mib check (octet_length(bytes) between 1 and 1048576)
);
-- WebP is compressed already.
alter table image alter column bytes set storage external;

-- The URL on another site that a logo was fetched from, so that the same URL in a later import means this image.
create table logo_source (
  address text not null,
  hash text not null,
  size smallint not null default 400,

  -- Not a unique index: a URL may be longer than an index row.
  constraint logo_source_has_one_image exclude using hash (address with =),
  constraint logo_source_is_http check (address ~* '^https?://' and char_length(address) <= 2000),
  constraint logo_source_size_is_400 check (size = 400),
  constraint logo_source_image_exists foreign key (hash, size) references image (hash, size) on delete cascade
);
create index logo_source_by_image on logo_source (hash, size);
