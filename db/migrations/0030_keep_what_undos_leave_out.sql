-- What somebody leaves out of an undo that is not done yet. It stays through all pages of it, and through the end of a
-- session; the undo itself is done by what its form says.
create table club_undo_draft (
  step_id bigint not null references club_step (id) on delete cascade,
  user_id integer not null references site_user (id) on delete cascade,
  -- Clubs of the step that stay as they are.
  left_out integer[] not null,
  -- The digest of the plan that was last seen, and the clubs that stayed as they are in that.
  shown text not null,
  shown_without integer[] not null,
  -- How often it was kept.
  version integer not null default 1,
  primary key (step_id, user_id)
);
create index club_undo_draft_by_user on club_undo_draft (user_id);
