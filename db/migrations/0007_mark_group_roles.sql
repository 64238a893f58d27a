-- Whether a group of the identity provider gave the role. Sign-ins take away such roles only.
alter table user_role add column is_from_group boolean not null default false;
