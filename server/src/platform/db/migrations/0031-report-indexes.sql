-- Reports look at all rows of a period: with everything they count and are told apart by in the index, none of the rows
-- themselves is read.
drop index slides_by_creation;
create index slides_by_creation on slides (organization_id, created_at desc, id)
  include (deleted_at, project_id, tissue_id, stainer_id, qc_state, qc_overridden, created_by, size);
create index slides_by_place on slides (organization_id, id)
  include (deleted_at, project_id, tissue_id, stainer_id, file_id);

drop index files_by_creation;
create index files_by_creation on files (organization_id, created_at desc, id)
  include (state, size, created_by, project_id, tissue_id, stainer_id);

drop index downloads_by_time, downloads_of_runs;
create index downloads_by_time on downloads (organization_id, created_at)
  include (kind, bytes, user_id, slide_id, inference_job_id);
create index downloads_of_runs on downloads (organization_id, created_at)
  include (kind, bytes, user_id, slide_id, inference_job_id) where inference_job_id is not null;
create index inference_jobs_by_id on inference_jobs (organization_id, id) include (predictor_id);

drop index qc_jobs_by_creation, qc_jobs_by_finish;
create index qc_jobs_by_creation on qc_jobs (organization_id, created_at desc, id)
  include (slide_id, image_id, state, overridden, created_by);
create index qc_jobs_by_finish on qc_jobs (organization_id, finished_at desc, id)
  include (slide_id, image_id, state, overridden, created_by, turnaround);
create index qc_jobs_by_override on qc_jobs (organization_id, overridden_at)
  include (slide_id, state, overridden_by, overridden) where overridden;
create index qc_measures_failing on qc_measures (organization_id, qc_job_id, key) include (verdict)
  where verdict in ('warned', 'failed');

drop index inference_jobs_by_creation, inference_jobs_by_finish;
create index inference_jobs_by_creation on inference_jobs (organization_id, created_at desc, id)
  include (slide_id, image_id, predictor_id, state, created_by);
create index inference_jobs_by_finish on inference_jobs (organization_id, finished_at desc, id)
  include (slide_id, image_id, predictor_id, state, created_by, started_at, turnaround);
