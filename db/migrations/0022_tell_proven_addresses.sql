-- Whether an account's address is its holder's: somebody who looks after accounts or names officers has said so, a letter
-- that was sent to it alone was answered, or an identity provider has verified it.

-- Whether its link was told to nobody but the address, by a letter.
alter table invitation add column is_by_letter boolean not null default false;

update site_user set is_email_verified = true
where not exists (select from invitation where accepted_by = site_user.id and club_id is not null);
