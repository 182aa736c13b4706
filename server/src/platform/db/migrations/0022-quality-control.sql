alter table organization_settings
  -- Whether slides are checked as soon as their files have been read.
  add column qc_automatic boolean not null default true,
  -- Where the organisation judges otherwise than proposed (contract/qc-thresholds.ts).
  add column qc_thresholds jsonb not null default '{"common": {}, "stains": {}}';

-- A check of the quality of an image: what was measured, and how that is judged.
create table qc_jobs (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  slide_id uuid not null,
  image_id uuid not null,
  -- That runs it; jobs are forgotten one day, what they found is not.
  job_id uuid,
  state text not null default 'queued'
    check (state in ('queued', 'running', 'passed', 'warned', 'failed', 'error', 'cancelled')),
  -- The verdict in a sentence, or what went wrong.
  message text not null default '',
  -- Which edition of the measures it was; null until something was measured.
  algorithm_version integer,
  modality text check (modality in ('brightfield', 'fluorescence')),
  assumptions jsonb not null default '[]',
  -- µm²
  tissue_area double precision,
  regions jsonb not null default '[]',
  -- Of the masks as GeoJSON: {"pen": path in storage}.
  outlines jsonb not null default '{}',
  overridden boolean not null default false,
  override_reason text,
  overridden_by uuid references users (id),
  overridden_at timestamptz,
  created_by uuid references users (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  finished_at timestamptz,
  version integer not null default 1,
  unique (organization_id, id),
  foreign key (organization_id, slide_id) references slides (organization_id, id) on delete cascade,
  foreign key (organization_id, slide_id, image_id) references images (organization_id, slide_id, id) on delete cascade,
  foreign key (organization_id, job_id) references jobs (organization_id, id) on delete set null (job_id)
    deferrable initially deferred,
  check ((state in ('queued', 'running')) = (finished_at is null)),
  check (state not in ('passed', 'warned', 'failed') or num_nulls(algorithm_version, modality) = 0)
);
-- An image is checked once at a time.
create unique index qc_jobs_open on qc_jobs (organization_id, image_id) where state in ('queued', 'running');
create index qc_jobs_by_creation on qc_jobs (organization_id, created_at desc, id) include (slide_id, image_id, state, overridden);
create index qc_jobs_by_finish on qc_jobs (organization_id, finished_at desc, id) include (slide_id, image_id, state, overridden);
create index qc_jobs_by_image on qc_jobs (organization_id, image_id, created_at desc, id desc);
create index qc_jobs_by_slide on qc_jobs (organization_id, slide_id);
create index qc_jobs_by_job on qc_jobs (organization_id, job_id) where job_id is not null;
create index qc_jobs_failed on qc_jobs (organization_id, finished_at desc) include (slide_id)
  where state in ('failed', 'error') and not overridden;
alter table qc_jobs enable row level security;
create policy own on qc_jobs to cresyl_app using (organization_id = current_organization());
create policy system on qc_jobs to cresyl_system using (true);
grant select, insert, update on qc_jobs to cresyl_app;
grant select, insert, update, delete on qc_jobs to cresyl_system;

create table qc_measures (
  organization_id uuid not null references organizations (id),
  qc_job_id uuid not null,
  -- In the order in which they were measured.
  n integer not null,
  key text not null,
  -- Null for measures of the whole image.
  channel integer,
  -- By the limits below; null where it could not be measured.
  value double precision,
  -- Of measures by tiles: how many have a heat from 1 up to each, from 0 to 255, so that a share needs two of them.
  tiles_up_to integer[],
  place text,
  -- Why there is no value.
  unmeasured text,
  verdict text check (verdict in ('passed', 'warned', 'failed')),
  -- Those it was judged by.
  limits jsonb not null,
  primary key (qc_job_id, n),
  foreign key (organization_id, qc_job_id) references qc_jobs (organization_id, id) on delete cascade,
  check (cardinality(tiles_up_to) = 256)
);
alter table qc_measures enable row level security;
create policy own on qc_measures to cresyl_app using (organization_id = current_organization());
create policy system on qc_measures to cresyl_system using (true);
grant select, insert, update on qc_measures to cresyl_app;
grant select, insert, update, delete on qc_measures to cresyl_system;

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
alter table qc_overlays enable row level security;
create policy own on qc_overlays to cresyl_app using (organization_id = current_organization());
create policy system on qc_overlays to cresyl_system using (true);
grant select, insert on qc_overlays to cresyl_app;
grant select, insert, delete on qc_overlays to cresyl_system;

create trigger announce_insert after insert on qc_jobs referencing new table as new_rows
  for each statement execute function announce_changes('qc_jobs');
create trigger announce_update after update on qc_jobs referencing old table as old_rows new table as new_rows
  for each statement execute function announce_changes('qc_jobs');
create trigger announce_delete after delete on qc_jobs referencing old table as old_rows
  for each statement execute function announce_changes('qc_jobs');

-- What a slide says of its quality is what the newest check of its source image does, in the transaction that changes
-- either. Its version stays: nobody has edited it.
alter table slides add column qc_job_id uuid;
create index slides_by_qc_job on slides (organization_id, qc_job_id) where qc_job_id is not null;

-- As the owner: also slides that were deleted keep it.
create function tell_slides_of_qc() returns trigger
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
revoke all on function tell_slides_of_qc() from public;
grant execute on function tell_slides_of_qc() to cresyl_app, cresyl_system;
create trigger tell_slides_insert after insert on qc_jobs referencing new table as new_rows
  for each statement execute function tell_slides_of_qc();
create trigger tell_slides_update after update on qc_jobs referencing new table as new_rows
  for each statement execute function tell_slides_of_qc();
create trigger tell_slides_delete after delete on qc_jobs referencing old table as old_rows
  for each statement execute function tell_slides_of_qc();

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
revoke all on function take_qc_of_source() from public;
grant execute on function take_qc_of_source() to cresyl_app, cresyl_system;
create trigger take_qc_of_source before update of source_image_id on slides for each row
  when (old.source_image_id is distinct from new.source_image_id) execute function take_qc_of_source();

-- Lists are filtered by it too.
drop index slides_by_creation, slides_by_update, slides_by_name, slides_by_size, slides_by_project,
  slides_by_project_and_name, slides_by_project_and_update, slides_by_project_and_size, slides_by_qc_state;
create index slides_by_creation on slides (organization_id, created_at desc, id)
  include (deleted_at, project_id, tissue_id, stainer_id, qc_state, qc_overridden, created_by);
create index slides_by_update on slides (organization_id, updated_at desc, id)
  include (deleted_at, project_id, tissue_id, stainer_id, qc_state, qc_overridden, created_by, created_at);
create index slides_by_name on slides (organization_id, search_key, id)
  include (deleted_at, project_id, tissue_id, stainer_id, qc_state, qc_overridden, created_by, created_at);
create index slides_by_size on slides (organization_id, size, id)
  include (deleted_at, project_id, tissue_id, stainer_id, qc_state, qc_overridden, created_by, created_at);
create index slides_by_project on slides (organization_id, project_id, created_at desc, id)
  include (deleted_at, tissue_id, stainer_id, qc_state, qc_overridden, created_by, updated_at, size);
create index slides_by_project_and_name on slides (organization_id, project_id, search_key, id)
  include (deleted_at, tissue_id, stainer_id, qc_state, qc_overridden, created_by, created_at);
create index slides_by_project_and_update on slides (organization_id, project_id, updated_at desc, id)
  include (deleted_at, tissue_id, stainer_id, qc_state, qc_overridden, created_by, created_at);
create index slides_by_project_and_size on slides (organization_id, project_id, size, id)
  include (deleted_at, tissue_id, stainer_id, qc_state, qc_overridden, created_by, created_at);
create index slides_by_qc_state on slides (organization_id, qc_state, created_at desc, id)
  include (deleted_at, qc_overridden, file_id);
create index slides_overridden on slides (organization_id, created_at desc, id) include (deleted_at, qc_state)
  where qc_overridden;

-- How many slides of a project are in each state.
alter table slide_counts add column qc_state text not null default 'none';
drop index slide_counts_by_project;
create index slide_counts_by_project on slide_counts (organization_id, project_id) include (qc_state, slides);
create or replace function count_slides() returns trigger
  language plpgsql set search_path = public, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    insert into slide_counts (organization_id, project_id, qc_state, slides)
      select organization_id, project_id, qc_state, count(*) from new_rows where deleted_at is null group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into slide_counts (organization_id, project_id, qc_state, slides)
      select organization_id, project_id, qc_state, -count(*) from old_rows where deleted_at is null group by 1, 2, 3;
  else
    insert into slide_counts (organization_id, project_id, qc_state, slides)
      select organization_id, project_id, qc_state, sum(change) from (
        select organization_id, project_id, qc_state, 1 as change from new_rows where deleted_at is null
        union all
        select organization_id, project_id, qc_state, -1 from old_rows where deleted_at is null
      ) as changes group by 1, 2, 3 having sum(change) <> 0;
  end if;
  return null;
end $$;

-- How many of what people count a part of a batch stands for. One that makes others of itself stands for none then.
alter table jobs add column weight integer not null default 1 check (weight >= 0);
drop index jobs_by_parent;
create index jobs_by_parent on jobs (parent_id, state) include (weight) where parent_id is not null;
