-- Apostrophes, dashes and runs of spaces are compared as one, and zero-width characters are ignored: "l'atelier" finds
-- "L’Atelier". The letters are folded as before.

-- A name that another transaction writes meanwhile would keep the old folding.
lock table club in share row exclusive mode;

do $migration$
declare
  capitals text;
  smalls text;
begin
  -- Ranges of capitals: the first, the last, the small letter of the first, and the step from one to the next
  with pair as (
    select chr(first + n * step) as capital, chr(small + n * step) as small
    from (values
    -- Greek
    (x'37f'::int, x'37f'::int, x'3f3'::int, 1),
    -- Cyrillic
    (x'528'::int, x'52e'::int, x'529'::int, 2),
    (x'a698'::int, x'a69a'::int, x'a699'::int, 2),
    (x'1c89'::int, x'1c89'::int, x'1c8a'::int, 1),
    -- Latin
    (x'a796'::int, x'a7a8'::int, x'a797'::int, 2),
    (x'a7aa'::int, x'a7aa'::int, x'266'::int, 1),
    (x'a7ab'::int, x'a7ab'::int, x'25c'::int, 1),
    (x'a7ac'::int, x'a7ac'::int, x'261'::int, 1),
    (x'a7ad'::int, x'a7ad'::int, x'26c'::int, 1),
    (x'a7ae'::int, x'a7ae'::int, x'26a'::int, 1),
    (x'a7b0'::int, x'a7b0'::int, x'29e'::int, 1),
    (x'a7b1'::int, x'a7b1'::int, x'287'::int, 1),
    (x'a7b2'::int, x'a7b2'::int, x'29d'::int, 1),
    (x'a7b3'::int, x'a7b3'::int, x'ab53'::int, 1),
    (x'a7b4'::int, x'a7c2'::int, x'a7b5'::int, 2),
    (x'a7c4'::int, x'a7c4'::int, x'a794'::int, 1),
    (x'a7c5'::int, x'a7c5'::int, x'282'::int, 1),
    (x'a7c6'::int, x'a7c6'::int, x'1d8e'::int, 1),
    (x'a7c7'::int, x'a7c9'::int, x'a7c8'::int, 2),
    (x'a7cb'::int, x'a7cb'::int, x'264'::int, 1),
    (x'a7cc'::int, x'a7da'::int, x'a7cd'::int, 2),
    (x'a7dc'::int, x'a7dc'::int, x'19b'::int, 1),
    (x'a7f5'::int, x'a7f5'::int, x'a7f6'::int, 1),
    -- Cherokee
    (x'13a0'::int, x'13ef'::int, x'ab70'::int, 1),
    (x'13f0'::int, x'13f5'::int, x'13f8'::int, 1),
    -- Georgian
    (x'1c90'::int, x'1cba'::int, x'10d0'::int, 1),
    (x'1cbd'::int, x'1cbf'::int, x'10fd'::int, 1),
    -- Glagolitic
    (x'2c2f'::int, x'2c2f'::int, x'2c5f'::int, 1),
    -- Osage
    (x'104b0'::int, x'104d3'::int, x'104d8'::int, 1),
    -- Vithkuqi
    (x'10570'::int, x'1057a'::int, x'10597'::int, 1),
    (x'1057c'::int, x'1058a'::int, x'105a3'::int, 1),
    (x'1058c'::int, x'10592'::int, x'105b3'::int, 1),
    (x'10594'::int, x'10595'::int, x'105bb'::int, 1),
    -- Old Hungarian
    (x'10c80'::int, x'10cb2'::int, x'10cc0'::int, 1),
    -- Garay
    (x'10d50'::int, x'10d65'::int, x'10d70'::int, 1),
    -- Warang Citi
    (x'118a0'::int, x'118bf'::int, x'118c0'::int, 1),
    -- Medefaidrin
    (x'16e40'::int, x'16e5f'::int, x'16e60'::int, 1),
    -- Beria Erfe
    (x'16ea0'::int, x'16eb8'::int, x'16ebb'::int, 1),
    -- Adlam
    (x'1e900'::int, x'1e921'::int, x'1e922'::int, 1)
    ) as range(first, last, small, step), generate_series(0, (last - first) / step) as n
  )
  select string_agg(capital, '' order by capital collate "C"), string_agg(small, '' order by capital collate "C")
  into capitals, smalls from pair;
  -- The acute accent ´ becomes an apostrophe before NFKD, which would decompose it. The characters after the capitals have
  -- no replacement, so that translate() removes them: soft hyphens, zero-width spaces and joiners, directional marks.
  capitals := E'\u00b4\u1ffd' || capitals || E'\u00ad\u061c\u180e\u200b\u200c\u200d\u200e\u200f'
    || E'\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\ufeff';
  smalls := '''''' || smalls;

  execute format($sql$
create or replace function search_fold(value text) returns text
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
  $sql$, '[' || capitals || ']', capitals, smalls);
end
$migration$;

-- A stored column is computed again when its row is written. Only names whose folding has changed are written.
update club set name = name where name_folded <> search_fold(name) collate "C";

-- Searches without a result are counted by their folded text.
with folded as (
  delete from missed_search where term <> btrim(search_fold(term)) collate "C"
  returning day, btrim(search_fold(term)) as term, count
)
insert into missed_search as stored (day, term, count)
select day, term, least(sum(count), 2147483647) from folded where term <> '' group by day, term
on conflict (day, term) do update set count = least(stored.count::bigint + excluded.count, 2147483647);
