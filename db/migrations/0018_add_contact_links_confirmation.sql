-- How a club is reached, where else it is to be found, and when somebody last said that all of this is right.

-- An earlier edition of 0017 created this function with a SQL-standard body, which blocks the `alter table` below.
create or replace function club_fields(value club) returns jsonb
  language sql stable parallel safe
  as $$ select to_jsonb(value) - club_columns_without_history() $$;

-- What src/clubs/links.ts makes of a text: each link with a label in one line and an address without spaces.
create function club_links_are_good(links jsonb) returns boolean
  language sql immutable strict parallel safe
  return case when jsonb_typeof(links) <> 'array' then false
    when jsonb_array_length(links) > 20 then false
    else not exists (
      select from jsonb_array_elements(links) as link
      where case when jsonb_typeof(link) <> 'object' then true
        else link - 'label' - 'url' <> '{}'
          or jsonb_typeof(link -> 'label') is distinct from 'string'
          or jsonb_typeof(link -> 'url') is distinct from 'string'
          or char_length(link ->> 'label') not between 1 and 100
          or link ->> 'label' ~ '[[:cntrl:]]|^[[:space:]]|[[:space:]:]$'
          or link ->> 'label' ~* 'https?://'
          or char_length(link ->> 'url') > 2000
          or link ->> 'url' !~* '^https?://[^[:space:]]+$'
        end
    ) end;

alter table club
  -- An e-mail address, or one that begins with http:// or https://.
  add column contact text,
  -- In their order: [{"label": …, "url": …}].
  add column links jsonb not null default '[]',
  add column confirmed_on date,

  add constraint club_contact_is_email_or_http check (
    (contact ~* '^https?://' or contact ~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$')
    and char_length(contact) <= 2000),
  add constraint club_links_are_up_to_20_addresses check (links = '[]' or club_links_are_good(links)),
  add constraint club_confirmed_on_is_a_day check (confirmed_on between '1900-01-01' and '9999-12-31');

-- The links for whoever reads the tables, one in each row; the first has the position 1.
create view club_link (club_id, position, label, url) as
  select club.id, link.position::integer, link.value ->> 'label', link.value ->> 'url'
  from club cross join jsonb_array_elements(club.links) with ordinality as link (value, position);

drop trigger club_touch on club;
create trigger club_touch before update on club
  for each row when (
    (old.name, old.logo, old.foreign_logo_url, old.is_active, old.short_description, old.description, old.parent_id,
      old.website, old.category, old.contact, old.links, old.confirmed_on)
    is distinct from
    (new.name, new.logo, new.foreign_logo_url, new.is_active, new.short_description, new.description, new.parent_id,
      new.website, new.category, new.contact, new.links, new.confirmed_on))
  execute function club_touch();
