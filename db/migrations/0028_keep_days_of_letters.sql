-- The last day of a round as the last letter to a club has named it: the round may have got another one since. Of letters
-- before this nobody knows it but that it was hardly another one than now.
alter table round_club add column told_day date;
update round_club set told_day = ends_on
from confirmation_round where id = round_id and ended_at is null and asked_at is not null;
