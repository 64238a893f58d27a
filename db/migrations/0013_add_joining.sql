-- When and where a club meets, and how to join it.
alter table club
  add column meeting_times text not null default '',
  -- mon to sun in their order, joined by "; "
  add column meeting_days text not null default '',
  add column meeting_place text not null default '',
  add column fee text not null default '',
  add column how_to_join text not null default '',
  -- Like short_description_html
  add column how_to_join_html text,
  add column joining_url text,
  -- Both days belong to the time in which new members may join.
  add column joining_from date,
  add column joining_until date,
  -- Null if it is unknown
  add column beginners_welcome boolean,
  add constraint club_meeting_times_has_up_to_200_characters check (char_length(meeting_times) <= 200),
  add constraint club_meeting_days_are_weekdays check (
    meeting_days = '' or meeting_days ~ '^(mon(; |$))?(tue(; |$))?(wed(; |$))?(thu(; |$))?(fri(; |$))?(sat(; |$))?(sun)?$'),
  add constraint club_meeting_place_has_up_to_200_characters check (char_length(meeting_place) <= 200),
  add constraint club_fee_has_up_to_80_characters check (char_length(fee) <= 80),
  add constraint club_how_to_join_has_up_to_1000_characters check (char_length(how_to_join) <= 1000),
  add constraint club_joining_url_is_http check (joining_url ~* '^https?://' and char_length(joining_url) <= 2000),
  add constraint club_joining_from_is_a_day check (joining_from between '1900-01-01' and '9999-12-31'),
  add constraint club_joining_until_is_a_day check (joining_until between '1900-01-01' and '9999-12-31');

create function club_text_digest(short_description text, description text, how_to_join text) returns text
  language sql immutable strict parallel safe
  as $$
  select case when how_to_join = '' then club_text_digest(short_description, description)
    else md5(club_text_digest(short_description, description) || how_to_join) end
  $$;

create or replace function club_drop_stale_html() returns trigger language plpgsql as $$
begin
  if new.html_digest is distinct from club_text_digest(new.short_description, new.description, new.how_to_join) then
    new.short_description_html := null;
    new.description_html := null;
    new.how_to_join_html := null;
    new.html_digest := null;
    new.html_rules := null;
  end if;
  return new;
end
$$;

create or replace function club_columns_without_history() returns text[]
  language sql immutable parallel safe
  return array['id', 'name_folded', 'short_description_html', 'description_html', 'how_to_join_html', 'html_digest',
    'html_rules', 'is_sample', 'updated_at', 'words'];

create or replace function club_touch() returns trigger language plpgsql as $$
begin
  if club_fields(new) - 'created_at' is distinct from club_fields(old) - 'created_at' then
    new.updated_at := now();
  end if;
  return new;
end
$$;
drop trigger club_touch on club;
create trigger club_touch before update on club for each row execute function club_touch();
