-- A check of the quality of an image: its measurements and the verdict.
create table qc_jobs (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  slide_id uuid not null,
  image_id uuid not null,
  -- The job that runs it; jobs are deleted after a while, their findings are not.
  job_id uuid,
  state text not null default 'queued'
    check (state in ('queued', 'running', 'passed', 'warned', 'failed', 'error', 'cancelled')),
  -- The verdict or the error in a sentence.
  message text not null default '',
  -- The version of the measures; null until something was measured.
  algorithm_version integer,
  modality text check (modality in ('brightfield', 'fluorescence')),
  assumptions jsonb not null default '[]',
  -- µm²
  tissue_area double precision,
  regions jsonb not null default '[]',
  -- Masks as GeoJSON: {"pen": path in storage}.
  outlines jsonb not null default '{}',
  -- The pixel size of the image during the check, where it has changed since: {"mpp_x", "mpp_y"}, both null where it
  -- was unknown. Null: unchanged.
  made_scale jsonb,
  overridden boolean not null default false,
  override_reason text,
  overridden_by uuid references users (id),
  overridden_at timestamptz,
  created_by uuid references users (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  finished_at timestamptz,
  -- Seconds from the upload of the slide to this verdict, if it is the first of the slide.
  turnaround double precision,
  version integer not null default 1,
  unique (organization_id, id),
  foreign key (organization_id, slide_id) references slides (organization_id, id) on delete cascade,
  foreign key (organization_id, slide_id, image_id) references images (organization_id, slide_id, id) on delete cascade,
  foreign key (organization_id, job_id) references jobs (organization_id, id) on delete set null (job_id)
    deferrable initially deferred,
  check ((state in ('queued', 'running')) = (finished_at is null)),
  check (state not in ('passed', 'warned', 'failed') or num_nulls(algorithm_version, modality) = 0)
);
-- An image has at most one open check.
create unique index qc_jobs_open on qc_jobs (organization_id, image_id) where state in ('queued', 'running');
create index qc_jobs_by_creation on qc_jobs (organization_id, created_at desc, id)
  include (slide_id, image_id, state, overridden, created_by);
create index qc_jobs_by_finish on qc_jobs (organization_id, finished_at desc, id)
  include (slide_id, image_id, state, overridden, created_by, turnaround);
create index qc_jobs_by_state on qc_jobs (organization_id, state, created_at desc, id)
  include (slide_id, image_id, overridden);
create index qc_jobs_by_image on qc_jobs (organization_id, image_id, created_at desc, id desc);
create index qc_jobs_by_slide on qc_jobs (organization_id, slide_id);
create index qc_jobs_by_job on qc_jobs (organization_id, job_id) where job_id is not null;
create index qc_jobs_failed on qc_jobs (organization_id, finished_at desc) include (slide_id)
  where state in ('failed', 'error') and not overridden;
create index qc_jobs_overridden on qc_jobs (organization_id, created_at desc, id) include (slide_id, image_id, state)
  where overridden;
create index qc_jobs_by_override on qc_jobs (organization_id, overridden_at)
  include (slide_id, state, overridden_by, overridden) where overridden;
select secure_table('qc_jobs', app => 'select, insert, update', system => 'select, insert, update, delete');
select announce_table('qc_jobs');

create table qc_measures (
  organization_id uuid not null references organizations (id),
  qc_job_id uuid not null,
  -- The order of measuring.
  n integer not null,
  key text not null,
  -- Null for measures of the whole image.
  channel integer,
  -- Null where it could not be measured.
  value double precision,
  -- For measures by tiles: the number with a heat from 1 up to n, for each n from 0 to 255: a share needs two of them.
  tiles_up_to integer[],
  place text,
  -- The reason why there is no value.
  unmeasured text,
  verdict text check (verdict in ('passed', 'warned', 'failed')),
  -- The limits for the verdict.
  limits jsonb not null,
  primary key (qc_job_id, n),
  foreign key (organization_id, qc_job_id) references qc_jobs (organization_id, id) on delete cascade,
  check (cardinality(tiles_up_to) = 256)
);
create index qc_measures_by_tiles on qc_measures (organization_id, key, qc_job_id) where tiles_up_to is not null;
create index qc_measures_failing on qc_measures (organization_id, qc_job_id, key) include (verdict)
  where verdict in ('warned', 'failed');
select secure_table('qc_measures', app => 'select, insert, update', system => 'select, insert, update, delete');

-- Heat maps and masks: images of their own, which lie over the one that was checked.
create table qc_overlays (
  organization_id uuid not null references organizations (id),
  qc_job_id uuid not null,
  image_id uuid not null,
  n integer not null,
  key text not null,
  channel integer,
  kind text not null check (kind in ('heatmap', 'mask')),
  primary key (qc_job_id, n),
  foreign key (organization_id, qc_job_id) references qc_jobs (organization_id, id) on delete cascade,
  foreign key (organization_id, image_id) references images (organization_id, id) on delete cascade
);
create index qc_overlays_by_image on qc_overlays (organization_id, image_id);
select secure_table('qc_overlays', app => 'select, insert', system => 'select, insert, delete');

-- The figures behind the verdict of a check, in one row: for each measure the value that counts, the worst of its
-- channels. How many slides other limits would judge otherwise is counted from these rows, as qc_measures has many and
-- large ones.
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
  -- The limits beyond which tiles counted as faulty.
  focus_limit double precision,
  clipping_limit double precision,
  saturation_limit double precision,
  primary key (organization_id, qc_job_id),
  foreign key (organization_id, qc_job_id) references qc_jobs (organization_id, id) on delete cascade
);
select secure_table('qc_figures', app => 'select, insert, update', system => 'select, insert, update, delete');

-- A slide has the state of the newest check of its source image, in the transaction that changes either. Runs as the
-- owner to reach deleted slides, too.
create function update_qc_of_slides() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  touched uuid[];
begin
  if tg_op = 'DELETE' then
    select array_agg(distinct slide_id) into touched from old_rows;
  else
    select array_agg(distinct slide_id) into touched from new_rows;
  end if;
  update slides s
    set qc_job_id = newest.id, qc_state = coalesce(newest.state, 'none'), qc_overridden = coalesce(newest.overridden, false)
  from slides t left join lateral (
    select q.id, q.state, q.overridden from qc_jobs q
    where q.organization_id = t.organization_id and q.image_id = t.source_image_id
    order by q.created_at desc, q.id desc limit 1
  ) newest on true
  where t.id = any (touched) and s.id = t.id
    and (s.qc_job_id, s.qc_state, s.qc_overridden)
      is distinct from (newest.id, coalesce(newest.state, 'none'), coalesce(newest.overridden, false));
  return null;
end $$;
create trigger tell_slides_insert after insert on qc_jobs referencing new table as new_rows
  for each statement execute function update_qc_of_slides();
create trigger tell_slides_update after update on qc_jobs referencing new table as new_rows
  for each statement execute function update_qc_of_slides();
create trigger tell_slides_delete after delete on qc_jobs referencing old table as old_rows
  for each statement execute function update_qc_of_slides();

create function take_qc_of_source() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  newest qc_jobs;
begin
  select * into newest from qc_jobs
    where organization_id = new.organization_id and image_id = new.source_image_id
    order by created_at desc, id desc limit 1;
  new.qc_job_id := newest.id;
  new.qc_state := coalesce(newest.state, 'none');
  new.qc_overridden := coalesce(newest.overridden, false);
  return new;
end $$;
create trigger take_qc_of_source before update of source_image_id on slides for each row
  when (old.source_image_id is distinct from new.source_image_id) execute function take_qc_of_source();

create function seconds_since_upload(slide uuid, finished timestamptz) returns double precision
  language sql stable set search_path = public, pg_temp
as $$
  select extract(epoch from finished - f.created_at)::double precision
  from slides s join files f on f.organization_id = s.organization_id and f.id = s.file_id where s.id = slide
$$;

-- The writer of a check has locked its slide.
create function time_first_verdict() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if not exists (
    select from qc_jobs where organization_id = new.organization_id and slide_id = new.slide_id and turnaround is not null
  ) then
    new.turnaround := seconds_since_upload(new.slide_id, new.finished_at);
  end if;
  return new;
end $$;
create trigger time_first_verdict before insert or update of state on qc_jobs for each row
  when (new.state in ('passed', 'warned', 'failed') and new.turnaround is null) execute function time_first_verdict();

revoke all on function update_qc_of_slides(), take_qc_of_source(), seconds_since_upload(uuid, timestamptz),
  time_first_verdict() from public;
grant execute on function update_qc_of_slides(), take_qc_of_source(), time_first_verdict() to cresyl_app, cresyl_system;
