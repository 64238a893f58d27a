-- The last backup that db:backup completed. It is not in backups: after a restore there is none.
create table backup (
  made_at timestamptz primary key default now()
);
