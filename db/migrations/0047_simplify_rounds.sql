-- The token of a link is stored as it is: nothing else is behind it than one form, until the round ends. Links of a round
-- that is open during this migration get new tokens, because the old ones cannot be read from their hashes.
alter table confirmation_round
  drop constraint confirmation_round_has_key_while_open,
  drop constraint confirmation_round_has_result_once_ended,
  drop column key,
  drop column clubs,
  drop column confirmed,
  drop column mended,
  drop column deactivated,
  drop column deactivated_in,
  drop column ended_by,
  drop column silent_fate;

alter table round_club
  alter column token set default replace(gen_random_uuid()::text, '-', ''),
  drop column asked_count,
  drop column claimed_at,
  drop column told_day;
update round_club set token = default;
