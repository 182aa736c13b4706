-- The predictors of an organisation, and its decisions about them.
create table predictors (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  -- The key in its manifests.
  key text not null,
  enabled boolean not null default true,
  enabled_by uuid references users (id),
  enabled_at timestamptz,
  -- Runs on every slide that quality control lets through.
  automatic boolean not null default false,
  preferred_params jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (organization_id, id),
  unique (organization_id, key)
);
select secure_table('predictors', app => 'select, insert, update', system => 'select, insert, update, delete');
select announce_table('predictors');

-- Every version of a predictor, so that old runs name the one that computed them.
create table predictor_versions (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  predictor_id uuid not null,
  manifest jsonb not null,
  -- SHA-256 of the code and data that compute it.
  digest text not null,
  created_at timestamptz not null default now(),
  unique (organization_id, id),
  unique (organization_id, predictor_id, digest),
  foreign key (organization_id, predictor_id) references predictors (organization_id, id) on delete cascade
);
create index predictor_versions_by_age on predictor_versions (organization_id, predictor_id, created_at desc, id desc);
select secure_table('predictor_versions', app => 'select, insert', system => 'select, insert, delete');

-- A run of a predictor on an image.
create table inference_jobs (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  slide_id uuid not null,
  image_id uuid not null,
  predictor_id uuid not null,
  predictor_version_id uuid not null,
  -- The job that runs it; null while it waits for quality control. Jobs are deleted after a while, results are not.
  job_id uuid,
  -- The batch that it is a part of.
  batch_id uuid,
  state text not null default 'queued' check (state in ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
  message text not null default '',
  -- In pixels of full resolution; null: all of the image.
  region jsonb,
  params jsonb not null,
  channels jsonb not null,
  mpp double precision,
  -- The pixel size of the image during the run, where it has changed since: {"mpp_x", "mpp_y"}, both null where it was
  -- unknown. Null: unchanged.
  made_scale jsonb,
  -- The quality of its input when it started.
  qc_state text,
  qc_overridden boolean not null default false,
  qc_overridden_by uuid references users (id),
  -- See contract/inference-jobs.ts; null until it has succeeded.
  provenance jsonb,
  created_by uuid references users (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  -- Seconds from the upload of the slide to this result, if it is the predictor's first of the slide.
  turnaround double precision,
  version integer not null default 1,
  unique (organization_id, id),
  foreign key (organization_id, slide_id) references slides (organization_id, id) on delete cascade,
  foreign key (organization_id, slide_id, image_id) references images (organization_id, slide_id, id) on delete cascade,
  foreign key (organization_id, predictor_id) references predictors (organization_id, id),
  foreign key (organization_id, predictor_version_id) references predictor_versions (organization_id, id),
  foreign key (organization_id, job_id) references jobs (organization_id, id) on delete set null (job_id)
    deferrable initially deferred,
  check ((state in ('queued', 'running')) = (finished_at is null)),
  check ((state = 'succeeded') = (provenance is not null))
);
create index inference_jobs_by_id on inference_jobs (organization_id, id) include (predictor_id);
create index inference_jobs_by_creation on inference_jobs (organization_id, created_at desc, id)
  include (slide_id, image_id, predictor_id, state, created_by);
create index inference_jobs_by_finish on inference_jobs (organization_id, finished_at desc, id)
  include (slide_id, image_id, predictor_id, state, created_by, started_at, turnaround);
create index inference_jobs_by_image on inference_jobs (organization_id, image_id, created_at desc, id desc);
create index inference_jobs_by_slide on inference_jobs (organization_id, slide_id, created_at desc);
create index inference_jobs_by_predictor on inference_jobs (organization_id, predictor_id, created_at desc);
create index inference_jobs_by_job on inference_jobs (organization_id, job_id) where job_id is not null;
create index inference_jobs_waiting on inference_jobs (organization_id, image_id)
  where state = 'queued' and job_id is null;
select secure_table('inference_jobs', app => 'select, insert, update', system => 'select, insert, update, delete');
select announce_table('inference_jobs');

-- The writer of a run has locked its slide.
create function time_first_result() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if not exists (
    select from inference_jobs where organization_id = new.organization_id and slide_id = new.slide_id
      and predictor_id = new.predictor_id and turnaround is not null
  ) then
    new.turnaround := seconds_since_upload(new.slide_id, new.finished_at);
  end if;
  return new;
end $$;
revoke all on function time_first_result() from public;
grant execute on function time_first_result() to cresyl_app, cresyl_system;
create trigger time_first_result before insert or update of state on inference_jobs for each row
  when (new.state = 'succeeded' and new.turnaround is null) execute function time_first_result();

-- Results of a run: images of their own, files of detections, numbers.
create table inference_outputs (
  organization_id uuid not null references organizations (id),
  inference_job_id uuid not null,
  n integer not null,
  key text not null,
  kind text not null check (kind in ('image', 'mask', 'heatmap', 'detections', 'score')),
  image_id uuid,
  -- The file of detections in storage.
  path text,
  size bigint,
  space jsonb,
  counts jsonb,
  value double precision,
  primary key (inference_job_id, n),
  foreign key (organization_id, inference_job_id) references inference_jobs (organization_id, id) on delete cascade,
  foreign key (organization_id, image_id) references images (organization_id, id) on delete cascade
);
create index inference_outputs_by_image on inference_outputs (organization_id, image_id) where image_id is not null;
-- An overlay keeps its place when its image is given another pixel size: its space is updated.
select secure_table('inference_outputs', app => 'select, insert, update (space)',
  system => 'select, insert, update (space), delete');
