-- Also finds the change of one club by a step, which is what tells how much of a step is undone: by the number of the club
-- alone all of its changes were read, and of many clubs the whole table.
create index club_change_by_step_and_club on club_change (step_id, club_id);
drop index club_change_by_step;
