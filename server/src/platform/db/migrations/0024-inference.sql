-- The predictors that an organisation has, and what it decided about them.
create table predictors (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  -- Of its manifests.
  key text not null,
  enabled boolean not null default true,
  enabled_by uuid references users (id),
  enabled_at timestamptz,
  -- Runs by itself on slides that quality control has let through.
  automatic boolean not null default false,
  preferred_params jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (organization_id, id),
  unique (organization_id, key)
);
alter table predictors enable row level security;
create policy own on predictors to cresyl_app using (organization_id = current_organization());
create policy system on predictors to cresyl_system using (true);
grant select, insert, update on predictors to cresyl_app;
grant select, insert, update, delete on predictors to cresyl_system;

-- Every version that there was: what was run is told by these, whatever runs today.
create table predictor_versions (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  predictor_id uuid not null,
  manifest jsonb not null,
  -- SHA-256 of what computes it.
  digest text not null,
  created_at timestamptz not null default now(),
  unique (organization_id, id),
  unique (organization_id, predictor_id, digest),
  foreign key (organization_id, predictor_id) references predictors (organization_id, id) on delete cascade
);
create index predictor_versions_by_age on predictor_versions (organization_id, predictor_id, created_at desc, id desc);
alter table predictor_versions enable row level security;
create policy own on predictor_versions to cresyl_app using (organization_id = current_organization());
create policy system on predictor_versions to cresyl_system using (true);
grant select, insert on predictor_versions to cresyl_app;
grant select, insert, delete on predictor_versions to cresyl_system;

-- A run of a predictor on an image.
create table inference_jobs (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  slide_id uuid not null,
  image_id uuid not null,
  predictor_id uuid not null,
  predictor_version_id uuid not null,
  -- That runs it; none while it waits for quality control. Jobs are forgotten one day, what they made is not.
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
  -- Of its input when it began to compute.
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
create index inference_jobs_by_creation on inference_jobs (organization_id, created_at desc, id)
  include (slide_id, image_id, predictor_id, state);
create index inference_jobs_by_finish on inference_jobs (organization_id, finished_at desc, id)
  include (slide_id, image_id, predictor_id, state);
create index inference_jobs_by_image on inference_jobs (organization_id, image_id, created_at desc, id desc);
create index inference_jobs_by_slide on inference_jobs (organization_id, slide_id, created_at desc);
create index inference_jobs_by_predictor on inference_jobs (organization_id, predictor_id, created_at desc);
create index inference_jobs_by_job on inference_jobs (organization_id, job_id) where job_id is not null;
create index inference_jobs_waiting on inference_jobs (organization_id, image_id) where state = 'queued' and job_id is null;
alter table inference_jobs enable row level security;
create policy own on inference_jobs to cresyl_app using (organization_id = current_organization());
create policy system on inference_jobs to cresyl_system using (true);
grant select, insert, update on inference_jobs to cresyl_app;
grant select, insert, update, delete on inference_jobs to cresyl_system;

-- What came of a run: images of their own, files of detections, numbers.
create table inference_outputs (
  organization_id uuid not null references organizations (id),
  inference_job_id uuid not null,
  n integer not null,
  key text not null,
  kind text not null check (kind in ('image', 'mask', 'heatmap', 'detections', 'score')),
  image_id uuid,
  -- Of a file of detections in storage.
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
alter table inference_outputs enable row level security;
create policy own on inference_outputs to cresyl_app using (organization_id = current_organization());
create policy system on inference_outputs to cresyl_system using (true);
grant select, insert on inference_outputs to cresyl_app;
grant select, insert, delete on inference_outputs to cresyl_system;

do $$
declare
  followed text;
begin
  foreach followed in array array['predictors', 'inference_jobs'] loop
    execute format('create trigger announce_insert after insert on %1$I referencing new table as new_rows
      for each statement execute function announce_changes(%1$L)', followed);
    execute format('create trigger announce_update after update on %1$I referencing old table as old_rows new table as new_rows
      for each statement execute function announce_changes(%1$L)', followed);
    execute format('create trigger announce_delete after delete on %1$I referencing old table as old_rows
      for each statement execute function announce_changes(%1$L)', followed);
  end loop;
end $$;

-- Which run an output was downloaded of.
alter table downloads add column inference_job_id uuid;
alter table downloads add foreign key (organization_id, inference_job_id)
  references inference_jobs (organization_id, id) on delete set null (inference_job_id);
create index downloads_of_runs on downloads (organization_id, created_at) include (inference_job_id)
  where inference_job_id is not null;
