-- Clubs, with the rules of a record. Constraints and triggers hold for every writer, also for plain SQL.

create extension if not exists pg_trgm;

-- search_fold(text) folds a text for comparison: lower case, compatibility forms, no marks, one apostrophe, dash and
-- space, no zero-width characters. src/clubs/list/fold.ts does the same. lower() runs twice, because compatibility forms
-- contain capitals (ℌ). Capitals since Unicode 7 have their own table, because older versions of ICU do not know them.
do $block$
declare
  capitals text;
  small_letters text;
begin
  -- Ranges of capitals in the order of Unicode: the first, the last, the small letter of the first, and the step between two
  with pair as (
    select chr(first::int + n * step) as capital, chr(small::int + n * step) as small
    from (values
      (x'37f', x'37f', x'3f3', 1), (x'528', x'52e', x'529', 2), (x'13a0', x'13ef', x'ab70', 1),
      (x'13f0', x'13f5', x'13f8', 1), (x'1c89', x'1c89', x'1c8a', 1), (x'1c90', x'1cba', x'10d0', 1),
      (x'1cbd', x'1cbf', x'10fd', 1), (x'2c2f', x'2c2f', x'2c5f', 1), (x'a698', x'a69a', x'a699', 2),
      (x'a796', x'a7a8', x'a797', 2), (x'a7aa', x'a7aa', x'266', 1), (x'a7ab', x'a7ab', x'25c', 1),
      (x'a7ac', x'a7ac', x'261', 1), (x'a7ad', x'a7ad', x'26c', 1), (x'a7ae', x'a7ae', x'26a', 1),
      (x'a7b0', x'a7b0', x'29e', 1), (x'a7b1', x'a7b1', x'287', 1), (x'a7b2', x'a7b2', x'29d', 1),
      (x'a7b3', x'a7b3', x'ab53', 1), (x'a7b4', x'a7c2', x'a7b5', 2), (x'a7c4', x'a7c4', x'a794', 1),
      (x'a7c5', x'a7c5', x'282', 1), (x'a7c6', x'a7c6', x'1d8e', 1), (x'a7c7', x'a7c9', x'a7c8', 2),
      (x'a7cb', x'a7cb', x'264', 1), (x'a7cc', x'a7da', x'a7cd', 2), (x'a7dc', x'a7dc', x'19b', 1),
      (x'a7f5', x'a7f5', x'a7f6', 1), (x'104b0', x'104d3', x'104d8', 1), (x'10570', x'1057a', x'10597', 1),
      (x'1057c', x'1058a', x'105a3', 1), (x'1058c', x'10592', x'105b3', 1), (x'10594', x'10595', x'105bb', 1),
      (x'10c80', x'10cb2', x'10cc0', 1), (x'10d50', x'10d65', x'10d70', 1), (x'118a0', x'118bf', x'118c0', 1),
      (x'16e40', x'16e5f', x'16e60', 1), (x'16ea0', x'16eb8', x'16ebb', 1), (x'1e900', x'1e921', x'1e922', 1)
    ) as range(first, last, small, step), generate_series(0, (last::int - first::int) / step) as n
  )
  select string_agg(capital, '' order by capital collate "C"), string_agg(small, '' order by capital collate "C")
  into capitals, small_letters from pair;
  -- The acute accent ´ becomes an apostrophe before NFKD, which would decompose it. The characters after the capitals have
  -- no replacement, so that translate() removes them: soft hyphens, zero-width spaces and joiners, directional marks.
  capitals := E'\u00b4\u1ffd' || capitals || E'\u00ad\u061c\u180e\u200b\u200c\u200d\u200e\u200f'
    || E'\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\ufeff';
  small_letters := '''''' || small_letters;

  execute format($sql$
create function search_fold(value text) returns text
  language sql immutable strict parallel safe
  as $body$
  select regexp_replace(
    translate(
      normalize(
        translate(
          replace(replace(replace(replace(
            regexp_replace(
              lower(normalize(lower(
                -- Most names have none of these, and translate() reads a long list.
                case when octet_length(value) > char_length(value) and value ~ %1$L collate "C"
                  then translate(value, %2$L, %3$L) else value end
                collate "und-x-icu"), nfkd) collate "und-x-icu") collate "C",
              '['
                -- Latin and Greek, with marks that any letter takes
                '\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\U0001d242-\U0001d244'
                -- Cyrillic
                '\u0483-\u0489\u2de0-\u2dff\ua66f-\ua672\ua674-\ua67d\ua69e\ua69f\U0001e08f'
                -- Hebrew
                '\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\ufb1e'
                -- Arabic
                '\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed'
                '\u0897-\u089f\u08ca-\u08e1\u08e3-\u08ff\U000102e0\U00010efa-\U00010eff'
              ']', '', 'g'),
            'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
          'øłđðıς', 'olddiσ'),
        nfc),
      -- The apostrophes ’ ‘ ʼ ʻ ′ `, and the hyphens and dashes
      E'\u2019\u2018\u02bc\u02bb\u2032`\u2010\u2011\u2012\u2013\u2014\u2015\u2212', '''''''''''''-------'),
    -- NFKD has already replaced the other spaces.
    '[\u0009-\u000d\u0020\u0085\u1680\u2028\u2029]+', ' ', 'g')
  $body$
  $sql$, '[' || capitals || ']', capitals, small_letters);
end
$block$;

-- The words of a text for the full-text search, split at everything but letters and digits in every locale. The branch for
-- ASCII is five times as fast.
create function club_text_words(value text) returns tsvector
  language sql immutable strict parallel safe
  return case
    when octet_length(value) = char_length(value) then
      to_tsvector('simple'::regconfig, translate(value, './@_:?=&#|', '          '))
    else to_tsvector('simple'::regconfig,
      regexp_replace(search_fold(value) collate "und-x-icu", '[^[:alnum:]]+', ' ', 'g'))
  end;

-- The weights are the order of the results.
create function club_words(name text, aliases text, category text, short_description text, description text)
  returns tsvector
  language sql immutable parallel safe
  return setweight(club_text_words(name || ' | ' || aliases), 'A') || setweight(club_text_words(category), 'B')
    || setweight(club_text_words(short_description), 'C') || setweight(club_text_words(description), 'D');

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

create function club_aliases_are_good(aliases text) returns boolean
  language sql immutable strict parallel safe
  return cardinality(string_to_array(aliases, '|')) <= 20
    and aliases !~ '[[:cntrl:]]'
    and not exists (
      select from string_to_table(aliases, '|') as alias
      where char_length(alias) not between 1 and 100 or alias ~ '^[[:space:]]|[[:space:]]$');

create table club (
  id integer generated by default as identity primary key,
  name text collate "und-x-icu" not null,
  name_folded text collate "C" generated always as (search_fold(name)) stored,
  -- A path on this site. The URL of a logo on another site is in foreign_logo_url, which pages do not use.
  logo text,
  foreign_logo_url text,
  is_active boolean not null default true,
  short_description text not null default '',
  description text not null default '',
  -- HTML of the texts with the version of the rendering rules; null until it is rendered. See club_drop_stale_html.
  short_description_html text,
  description_html text,
  html_digest text,
  html_rules integer,
  parent_id integer,
  website text,
  category text not null default '',
  is_sample boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- An e-mail address or a URL
  contact text,
  -- [{"label": …, "url": …}], in their order
  links jsonb not null default '[]',
  confirmed_on date,
  -- Up to 20 names separated by |
  aliases text not null default '',
  words tsvector generated always as (club_words(name, aliases, category, short_description, description)) stored,

  constraint club_id_is_positive check (id > 0),
  -- Deferrable, so that one statement can exchange names.
  constraint club_name_is_unique unique (name) deferrable,
  constraint club_name_has_1_to_255_characters check (char_length(name) between 1 and 255),
  constraint club_name_is_nfc check (name is nfc normalized),
  constraint club_name_is_one_line check (name collate "C" !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]'),
  -- The characters that String.prototype.trim removes
  constraint club_name_has_no_spaces_at_the_ends check (
    name = btrim(name, E' \t\n\u000b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff')),
  constraint club_logo_is_on_this_site check (logo ~ '^/[^/\\[:cntrl:]][^\\[:cntrl:]]*$' and char_length(logo) <= 2000),
  constraint club_has_one_logo check (logo is null or foreign_logo_url is null),
  constraint club_foreign_logo_url_is_http check (foreign_logo_url ~* '^https?://' and char_length(foreign_logo_url) <= 2000),
  constraint club_short_description_has_up_to_1000_characters check (char_length(short_description) <= 1000),
  constraint club_description_has_up_to_20000_characters check (char_length(description) <= 20000),
  constraint club_website_is_http check (website ~* '^https?://' and char_length(website) <= 2000),
  constraint club_category_has_up_to_1000_characters check (char_length(category) <= 1000),
  constraint club_is_not_its_own_parent check (parent_id <> id),
  constraint club_parent_exists foreign key (parent_id) references club (id) on delete set null,
  constraint club_contact_is_email_or_http check (
    (contact ~* '^https?://' or contact ~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$')
    and char_length(contact) <= 2000),
  constraint club_links_are_up_to_20_addresses check (links = '[]' or club_links_are_good(links)),
  constraint club_confirmed_on_is_a_day check (confirmed_on between '1900-01-01' and '9999-12-31'),
  constraint club_aliases_are_up_to_20_texts check (aliases = '' or club_aliases_are_good(aliases))
);

create index club_by_status_and_name on club (is_active, name, id);
create index club_by_name on club (name, id);
create index club_by_folded_name on club using gin (name_folded gin_trgm_ops);
create index club_by_words on club using gin (words);
create index club_by_parent on club (parent_id, name, id) where parent_id is not null;
create index club_by_html_rules on club (html_rules, id);
create index club_samples on club (id) where is_sample;

-- One row for each link and each other name; the first has the position 1.
create view club_link (club_id, position, label, url) as
  select club.id, link.position::integer, link.value ->> 'label', link.value ->> 'url'
  from club cross join jsonb_array_elements(club.links) with ordinality as link (value, position);
create view club_alias (club_id, position, alias) as
  select club.id, alias.position::integer, alias.value
  from club cross join string_to_table(nullif(club.aliases, ''), '|') with ordinality as alias (value, position);

-- Identifies the texts that the HTML of a club was rendered from.
create function club_text_digest(short_description text, description text) returns text
  language sql immutable strict parallel safe
  return md5(length(short_description) || ':' || short_description || description);

-- Removes HTML that was not rendered from the texts beside it.
create function club_drop_stale_html() returns trigger language plpgsql as $$
begin
  if new.html_digest is distinct from club_text_digest(new.short_description, new.description) then
    new.short_description_html := null;
    new.description_html := null;
    new.html_digest := null;
    new.html_rules := null;
  end if;
  return new;
end
$$;
create trigger club_drop_stale_html before insert or update on club
  for each row execute function club_drop_stale_html();

create function club_touch() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end
$$;
create trigger club_touch before update on club
  for each row when (
    (old.name, old.logo, old.foreign_logo_url, old.is_active, old.short_description, old.description, old.parent_id,
      old.website, old.category, old.contact, old.links, old.confirmed_on, old.aliases)
    is distinct from
    (new.name, new.logo, new.foreign_logo_url, new.is_active, new.short_description, new.description, new.parent_id,
      new.website, new.category, new.contact, new.links, new.confirmed_on, new.aliases))
  execute function club_touch();

-- Parents form no loop. Two transactions could each close half of one, so changes of parents take the lock in turn. The
-- loop reads one ancestor at a time: a recursive query is planned with the statistics from before a large import.
create function club_refuse_parent_loop() returns trigger language plpgsql as $$
declare
  ancestor integer := new.parent_id;
  seen integer[] := '{}';
begin
  perform pg_advisory_xact_lock(1668052322, 2);
  -- A loop without this club is reported for the clubs in it.
  while ancestor is not null and ancestor <> all(seen) loop
    if ancestor = new.id then
      raise exception 'the parents of club % form a loop', new.id
        using errcode = 'check_violation', constraint = 'club_parents_form_no_loop', table = 'club';
    end if;
    seen := seen || ancestor;
    select parent_id into ancestor from club where id = ancestor;
  end loop;
  return null;
end
$$;
create trigger club_refuse_parent_loop after insert or update of parent_id on club
  for each row when (new.parent_id is not null) execute function club_refuse_parent_loop();

-- Writers call this first: they then wait for an import before they hold a lock that it needs.
create function club_take_turn() returns void language plpgsql as $$
begin
  lock table club in row exclusive mode;
  perform pg_advisory_xact_lock(1668052322, 2);
end
$$;

-- What happens once in the life of a database, such as adding sample clubs.
create table once (
  what text primary key,
  done_at timestamptz not null default now()
);
