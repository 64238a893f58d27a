-- The weekly e-mail of the board's home page: its language, null for none, and when it was sent last.
alter table site_user add column weekly_locale text, add column weekly_at timestamptz not null default now();
