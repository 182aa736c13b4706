-- How many jobs there are of some kinds and states: what stands for itself, not the parts of batches.
create index jobs_by_kind on jobs (organization_id, kind, state) include (created_by, subject_id) where parent_id is null;
