-- The program sends the finished pattern: in a plan for any parameter, the function ran once for each row.
drop function search_pattern(text);
