-- The marks of Cyrillic, Hebrew and Arabic are left out of a comparison too: محمد finds مُحَمَّد, שלום finds שָׁלוֹם.
-- What remains is put together again, since another script's signs are part of a letter: か does not find が.

-- A name that is written meanwhile would keep what the function before made of it.
lock table club in share row exclusive mode;

create or replace function search_fold(value text) returns text
  language sql immutable strict parallel safe
  return normalize(
    translate(
      replace(replace(replace(replace(
        regexp_replace(
          lower(normalize(lower(value collate "und-x-icu"), nfkd) collate "und-x-icu") collate "C",
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
    nfc);

-- A stored column is made anew where its row is written. Only the names that are folded otherwise now are.
update club set name = name where name_folded <> search_fold(name) collate "C";
