-- Who has ended a round, and what was chosen for the clubs that had not answered. Of rounds before this nobody knows it.
alter table confirmation_round
  add column ended_by integer references site_user (id) on delete set null,
  add column silent_fate text
    constraint confirmation_round_fate_is_known check (silent_fate in ('leave', 'deactivate'));
