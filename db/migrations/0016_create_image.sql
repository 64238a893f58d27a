-- Pictures that people upload, as they were made of the files: one row for each size. A club's logo is the address of
-- one of them, so that both change in one transaction and are in one backup.

create table image (
  -- SHA-256 of the bytes of the largest size: the same file is kept once.
  hash text not null,
  -- Of a side, in pixels.
  size smallint not null,
  type text not null,
  width smallint not null,
  height smallint not null,
  bytes bytea not null,
  -- When somebody last sent it: what is fresh may belong to a form that is still open.
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
