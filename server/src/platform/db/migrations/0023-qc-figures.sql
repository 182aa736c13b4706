-- What the verdict of a check comes from, in one row: of each measure the value that counts, the worst of its channels.
-- How many slides other limits would judge otherwise is counted from these rows: those of the measures are many, and large.
create table qc_figures (
  organization_id uuid not null references organizations (id),
  qc_job_id uuid not null,
  tissue double precision,
  focus double precision,
  pen double precision,
  folds double precision,
  bubbles double precision,
  brightness double precision,
  clipping double precision,
  colour_cast double precision,
  stain_strength double precision,
  blockiness double precision,
  seams double precision,
  missing_tiles double precision,
  saturation double precision,
  snr double precision,
  presence double precision,
  dynamic_range double precision,
  channel_shift double precision,
  -- Beyond which tiles were faulty when they were counted.
  focus_limit double precision,
  clipping_limit double precision,
  saturation_limit double precision,
  primary key (organization_id, qc_job_id),
  foreign key (organization_id, qc_job_id) references qc_jobs (organization_id, id) on delete cascade
);
alter table qc_figures enable row level security;
create policy own on qc_figures to cresyl_app using (organization_id = current_organization());
create policy system on qc_figures to cresyl_system using (true);
grant select, insert, update on qc_figures to cresyl_app;
grant select, insert, update, delete on qc_figures to cresyl_system;

insert into qc_figures
  select organization_id, qc_job_id,
    max(value) filter (where key = 'tissue'),
    max(value) filter (where key = 'focus'),
    max(value) filter (where key = 'pen'),
    max(value) filter (where key = 'folds'),
    max(value) filter (where key = 'bubbles'),
    max(value) filter (where key = 'brightness'),
    max(value) filter (where key = 'clipping'),
    max(value) filter (where key = 'colour_cast'),
    max(value) filter (where key = 'stain_strength'),
    max(value) filter (where key = 'blockiness'),
    max(value) filter (where key = 'seams'),
    max(value) filter (where key = 'missing_tiles'),
    max(value) filter (where key = 'saturation'),
    min(value) filter (where key = 'snr'),
    min(value) filter (where key = 'presence'),
    min(value) filter (where key = 'dynamic_range'),
    max(value) filter (where key = 'channel_shift'),
    max((limits ->> 'tileFail')::float8) filter (where key = 'focus'),
    max((limits ->> 'tileFail')::float8) filter (where key = 'clipping'),
    max((limits ->> 'tileFail')::float8) filter (where key = 'saturation')
  from qc_measures group by 1, 2;

-- All are read in the order of the checks, and of slides nothing but this.
drop index slides_by_qc_job;
create index slides_by_qc_job on slides (organization_id, qc_job_id) include (qc_state, stainer_id, deleted_at)
  where qc_job_id is not null;
create index qc_measures_by_tiles on qc_measures (organization_id, key, qc_job_id) where tiles_up_to is not null;

create index qc_jobs_by_state on qc_jobs (organization_id, state, created_at desc, id) include (slide_id, image_id, overridden);
create index qc_jobs_overridden on qc_jobs (organization_id, created_at desc, id) include (slide_id, image_id, state)
  where overridden;

-- They are hidden; their checks are not, and are left out where checks are counted.
create function deleted_slides() returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
as $$
  select id from slides where organization_id = current_organization() and deleted_at is not null
$$;
revoke all on function deleted_slides() from public;
grant execute on function deleted_slides() to cresyl_app;
