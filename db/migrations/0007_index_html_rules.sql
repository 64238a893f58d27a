-- What is to be rendered is found in one order, missing HTML last: see db/render.ts.
drop index club_without_html;
drop index club_by_html_rules;
create index club_by_html_rules on club (html_rules, id);
