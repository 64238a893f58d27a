-- Named as the code names them: zero-result searches.
alter table missed_search rename to zero_result_search;
alter table zero_result_search rename constraint missed_search_pkey to zero_result_search_pkey;
alter table zero_result_search rename constraint missed_search_term_check to zero_result_search_term_check;
alter table zero_result_search rename constraint missed_search_count_check to zero_result_search_count_check;
