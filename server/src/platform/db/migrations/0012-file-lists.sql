-- The list of files by all that it can be sorted and filtered by; counting reads these indexes alone.
create index files_by_name on files (organization_id, search_key, id);
create index files_by_size on files (organization_id, size, id);
create index files_by_update on files (organization_id, updated_at desc, id);
create index files_by_status on files (organization_id, state, reading_state, created_at desc, id);
create index files_by_author on files (organization_id, created_by, created_at desc, id);
