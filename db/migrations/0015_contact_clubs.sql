-- How visitors write to a club, and edits by a link that was sent to an address of the club.

alter table club
  -- Whether visitors see the e-mail address, a form, or both. Null for the default of the site
  add column contact_by text,
  add constraint club_contact_by_is_known check (contact_by in ('address', 'form', 'both'));

create trigger club_touch_contact_by before update on club
  for each row when (old.contact_by is distinct from new.contact_by) execute function club_touch();

-- For edit links, which go to an address in lower case
create index club_by_contact on club (lower(contact)) where contact is not null;

-- Messages to the address of a club that its mail server refused, since the last one that it accepted
create table contact_failure (
  club_id integer primary key references club (id) on delete cascade,
  -- Another address of the club has not failed.
  contact text not null,
  failures integer not null
);

-- Whether the change was made by a link that was sent to an address of the club
alter table club_step add column is_by_email_link boolean not null default false;
