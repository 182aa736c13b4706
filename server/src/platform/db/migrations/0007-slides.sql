-- A file that was uploaded or found in a watched folder; its content is a slide.
create table files (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  name text not null,
  search_key text not null,
  media_type text not null,
  size bigint not null check (size >= 0),
  state text not null default 'created' check (state in ('created', 'stored', 'failed', 'aborted')),
  state_message text not null default '',
  origin text not null default 'upload' check (origin in ('upload', 'import')),
  -- A path in storage, or on this server for an imported file.
  path text not null,
  -- For an imported file, to notice that it has changed since.
  modified_at timestamptz,
  hash bytea,
  -- SHA-256 of the whole file, as every other program computes it.
  sha256 bytea,
  -- All that opening the file reads, as an object of its own: a remote file is opened with one request.
  header_path text,
  -- The copy without label and macro, once somebody needed it.
  copy_path text,
  copy_size bigint,
  copy_job_id uuid,
  -- The reason why there can be no copy, once known.
  copy_refusal text,
  -- The people who wait for it.
  copy_askers uuid[] not null default '{}',
  upload_id uuid,
  reading_state text not null default 'none' check (reading_state in ('none', 'pending', 'reading', 'ready', 'failed')),
  reading_message text not null default '',
  job_id uuid,
  -- The project, tissue and stain that the slide gets when the file has been read.
  project_id uuid,
  tissue_id uuid,
  stainer_id uuid,
  created_by uuid references users (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (organization_id, id),
  foreign key (organization_id, upload_id) references uploads (organization_id, id) on delete set null (upload_id),
  foreign key (organization_id, job_id) references jobs (organization_id, id) on delete set null (job_id),
  foreign key (organization_id, copy_job_id) references jobs (organization_id, id) on delete set null (copy_job_id),
  foreign key (organization_id, project_id) references projects (organization_id, id) on delete set null (project_id),
  foreign key (organization_id, tissue_id) references tissues (organization_id, id) on delete set null (tissue_id),
  foreign key (organization_id, stainer_id) references stainers (organization_id, id) on delete set null (stainer_id)
);
-- The list of files in each order and by each filter; counting reads these indexes alone.
create index files_by_creation on files (organization_id, created_at desc, id)
  include (state, size, created_by, project_id, tissue_id, stainer_id);
create index files_by_name on files (organization_id, search_key, id);
create index files_by_size on files (organization_id, size, id);
create index files_by_update on files (organization_id, updated_at desc, id);
create index files_by_status on files (organization_id, state, reading_state, created_at desc, id);
create index files_by_author on files (organization_id, created_by, created_at desc, id);
create index files_failed on files (organization_id, updated_at desc)
  where state = 'failed' or reading_state = 'failed';
create index files_by_project on files (organization_id, project_id) include (id) where project_id is not null;
create index files_by_tissue on files (organization_id, tissue_id) where tissue_id is not null;
create index files_by_stainer on files (organization_id, stainer_id) where stainer_id is not null;
-- By the job alone: workers ask without naming the organisation.
create index files_by_job on files (job_id) where job_id is not null;
create index files_by_copy_job on files (copy_job_id) where copy_job_id is not null;
create index files_by_upload on files (organization_id, upload_id) where upload_id is not null;
-- The few that are still expected: the janitor looks through them.
create index files_expected on files (updated_at) where state = 'created';
create unique index files_imported on files (organization_id, path) where origin = 'import';
create index files_search on files using gin (search_key gin_trgm_ops);
select secure_table('files', app => 'select, insert, update, delete', system => 'select, insert, update, delete');
-- A request may remove a failed or aborted file, and no other.
create policy ended on files as restrictive for delete to cresyl_app
  using (state in ('failed', 'aborted') or (state = 'stored' and reading_state = 'failed' and origin = 'upload'));
select announce_table('files');

create table slides (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  file_id uuid not null,
  name text not null,
  search_key text not null,
  project_id uuid,
  tissue_id uuid,
  stainer_id uuid,
  -- µm per pixel as a person entered it; null: as the file says.
  mpp double precision check (mpp between 0.01 and 100),
  -- The image that opens first and the one in the file; both are images of this slide.
  image_id uuid not null,
  source_image_id uuid not null,
  -- The size of the file, kept here by triggers: ordering by a column of another table would look up every slide.
  size bigint not null default 0,
  -- The newest check of the source image, kept by triggers. The version stays: nobody has edited the slide.
  qc_job_id uuid,
  qc_state text not null default 'none'
    check (qc_state in ('none', 'queued', 'running', 'passed', 'warned', 'failed', 'error', 'cancelled')),
  qc_overridden boolean not null default false,
  created_by uuid references users (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  unique (organization_id, id),
  -- One slide per file: reading the file again finds it.
  unique (organization_id, file_id),
  foreign key (organization_id, file_id) references files (organization_id, id),
  -- Slides of a purged project are unsorted.
  foreign key (organization_id, project_id) references projects (organization_id, id) on delete set null (project_id),
  foreign key (organization_id, tissue_id) references tissues (organization_id, id),
  foreign key (organization_id, stainer_id) references stainers (organization_id, id)
);
-- Each order includes all that lists filter by and reports count: a page, its count and a report read one index alone.
create index slides_by_creation on slides (organization_id, created_at desc, id)
  include (deleted_at, project_id, tissue_id, stainer_id, qc_state, qc_overridden, created_by, size);
create index slides_by_update on slides (organization_id, updated_at desc, id)
  include (deleted_at, project_id, tissue_id, stainer_id, qc_state, qc_overridden, created_by, created_at);
create index slides_by_name on slides (organization_id, search_key, id)
  include (deleted_at, project_id, tissue_id, stainer_id, qc_state, qc_overridden, created_by, created_at);
create index slides_by_size on slides (organization_id, size, id)
  include (deleted_at, project_id, tissue_id, stainer_id, qc_state, qc_overridden, created_by, created_at);
-- The slides of a project have an index for every order: the planner expects them to be spread evenly over time and
-- names, and a batch of uploads is not.
create index slides_by_project on slides (organization_id, project_id, created_at desc, id)
  include (deleted_at, tissue_id, stainer_id, qc_state, qc_overridden, created_by, updated_at, size);
create index slides_by_project_and_name on slides (organization_id, project_id, search_key, id)
  include (deleted_at, tissue_id, stainer_id, qc_state, qc_overridden, created_by, created_at);
create index slides_by_project_and_update on slides (organization_id, project_id, updated_at desc, id)
  include (deleted_at, tissue_id, stainer_id, qc_state, qc_overridden, created_by, created_at);
create index slides_by_project_and_size on slides (organization_id, project_id, size, id)
  include (deleted_at, tissue_id, stainer_id, qc_state, qc_overridden, created_by, created_at);
create index slides_by_tissue on slides (organization_id, tissue_id, created_at desc, id) include (deleted_at);
create index slides_by_stainer on slides (organization_id, stainer_id, created_at desc, id) include (deleted_at);
create index slides_by_qc_state on slides (organization_id, qc_state, created_at desc, id)
  include (deleted_at, qc_overridden, file_id);
create index slides_overridden on slides (organization_id, created_at desc, id) include (deleted_at, qc_state)
  where qc_overridden;
create index slides_by_author on slides (organization_id, created_by, project_id) include (deleted_at, created_at, id);
create index slides_by_place on slides (organization_id, id)
  include (deleted_at, project_id, tissue_id, stainer_id, file_id);
create index slides_by_qc_job on slides (organization_id, qc_job_id) include (qc_state, stainer_id, deleted_at)
  where qc_job_id is not null;
-- The few that the purge looks through, and those of an organisation.
create index slides_deleted on slides (deleted_at) where deleted_at is not null;
create index slides_deleted_by_creation on slides (organization_id, created_at desc, id)
  include (deleted_at, project_id, file_id) where deleted_at is not null;
create index slides_search on slides using gin (search_key gin_trgm_ops);
-- Names of slides and nothing else: a word that many have is counted by looking through them all.
create index slides_names on slides (organization_id, search_key) include (id) where deleted_at is null;
select secure_table('slides', app => 'select, insert, update', system => 'select, insert, update, delete');
create policy hide_deleted on slides as restrictive to cresyl_app
  using (deleted_at is null or current_setting('app.deleted', true) = 'shown');
select announce_table('slides');

create function take_file_size() returns trigger
  language plpgsql set search_path = public, pg_temp
as $$
begin
  new.size := coalesce(
    (select f.size from files f where f.organization_id = new.organization_id and f.id = new.file_id), 0);
  return new;
end $$;
create trigger take_file_size before insert on slides for each row execute function take_file_size();

-- Runs as the owner to reach deleted slides, too.
create function copy_file_size() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update slides set size = new.size where organization_id = new.organization_id and file_id = new.id;
  return null;
end $$;
revoke all on function copy_file_size() from public;
grant execute on function copy_file_size() to cresyl_app, cresyl_system;
create trigger copy_file_size after update of size on files for each row
  when (old.size is distinct from new.size) execute function copy_file_size();

-- The searches run as the owner, as that of projects does. The index finds rows with the two longest words: of
-- thousands of slides with one word in their names, it finds the few with the other.
create function slides_matching(patterns text[]) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
as $$
  select id from slides
  where organization_id = current_organization() and search_key like patterns[1]
    and search_key like coalesce(patterns[2], '%') and search_key like all (patterns)
$$;
create function files_matching(patterns text[]) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
as $$
  select id from files
  where organization_id = current_organization() and search_key like patterns[1]
    and search_key like coalesce(patterns[2], '%') and search_key like all (patterns)
$$;

-- Count and list the slides with all words, for words that the trigram index does not know or that too many slides
-- have. One process: several would rather read the whole table, with the slides of all organisations.
create function count_slides_named(patterns text[]) returns bigint
  language sql stable security definer set search_path = public, pg_temp set max_parallel_workers_per_gather = 0
as $$
  select count(*) from slides
  where organization_id = current_organization() and deleted_at is null and search_key like all (patterns)
$$;
create function slides_named(patterns text[]) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp set max_parallel_workers_per_gather = 0
as $$
  select id from slides
  where organization_id = current_organization() and deleted_at is null and search_key like all (patterns)
$$;

-- Files of projects without a visible slide: those that have none, and those whose slide was deleted. Runs as the owner
-- to see deleted slides; each part reads indexes alone. Planned at each call: projects differ in size.
create function files_without_slide(projects uuid[]) returns setof uuid
  language plpgsql stable security definer rows 100 set search_path = public, pg_temp
  set plan_cache_mode = force_custom_plan
as $$
begin
  return query
  select f.id from files f
  where f.organization_id = current_organization() and f.project_id = any (projects)
    and not exists (select from slides s where s.organization_id = f.organization_id and s.file_id = f.id)
  union all
  select f.id from slides s join files f on f.organization_id = s.organization_id and f.id = s.file_id
  where s.organization_id = current_organization() and s.deleted_at is not null and f.project_id = any (projects);
end $$;

-- Deleted slides are hidden; their checks are not, and are left out where checks are counted.
create function deleted_slides() returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
as $$
  select id from slides where organization_id = current_organization() and deleted_at is not null
$$;

revoke all on function slides_matching(text[]), files_matching(text[]), count_slides_named(text[]),
  slides_named(text[]), files_without_slide(uuid[]), deleted_slides() from public;
grant execute on function slides_matching(text[]), files_matching(text[]), count_slides_named(text[]),
  slides_named(text[]), files_without_slide(uuid[]), deleted_slides() to cresyl_app;

-- The number of slides of each project (null: those in none) in each state of quality control, as a sum of additions
-- and removals: people who add slides never wait for each other. Rows of a project are merged from time to time.
create table slide_counts (
  n bigint generated always as identity primary key,
  organization_id uuid not null references organizations (id),
  project_id uuid,
  qc_state text not null default 'none',
  slides bigint not null
);
create index slide_counts_by_project on slide_counts (organization_id, project_id) include (qc_state, slides);
select secure_table('slide_counts', app => 'select, insert', system => 'select, insert, delete');

create function count_slides() returns trigger
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
select follow_statements('slides', 'count', 'count_slides()');

-- When slides came into a project, left it or were renamed, so that it counts as changed: people who change slides
-- never wait for each other. Rows of a project are merged from time to time.
create table project_changes (
  n bigint generated always as identity primary key,
  organization_id uuid not null references organizations (id),
  project_id uuid not null,
  changed_at timestamptz not null default now()
);
create index project_changes_by_project on project_changes (organization_id, project_id, changed_at desc);
select secure_table('project_changes', app => 'select, insert', system => 'select, insert, delete');

create function note_project_changes() returns trigger
  language plpgsql set search_path = public, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    insert into project_changes (organization_id, project_id)
      select distinct organization_id, project_id from new_rows where project_id is not null;
  elsif tg_op = 'DELETE' then
    insert into project_changes (organization_id, project_id)
      select distinct organization_id, project_id from old_rows where project_id is not null and deleted_at is null;
  else
    insert into project_changes (organization_id, project_id)
      select distinct n.organization_id, place.project_id
      from old_rows o join new_rows n on n.id = o.id
        cross join lateral (values (o.project_id), (n.project_id)) as place (project_id)
      where (o.project_id, o.name, o.deleted_at is null) is distinct from (n.project_id, n.name, n.deleted_at is null)
        and place.project_id is not null;
  end if;
  return null;
end $$;
select follow_statements('slides', 'note', 'note_project_changes()');

-- A change of many slides. It has the id of the job that stands for it and is deleted with it.
create table slide_batches (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  -- contract/slide-batches.ts
  action jsonb not null,
  -- The batch that this one undoes.
  undoes uuid,
  undone_by uuid,
  -- The author for the audit log, and whether a visiting superadmin.
  created_by uuid references users (id),
  acting boolean not null default false,
  -- The projects in its own row of the audit log: rows of single slides need not name them again.
  audited_projects uuid[] not null default '{}',
  created_at timestamptz not null default now(),
  unique (organization_id, id),
  foreign key (organization_id, id) references jobs (organization_id, id) on delete cascade,
  foreign key (organization_id, undoes) references slide_batches (organization_id, id) on delete set null (undoes)
);
create index slide_batches_undoing on slide_batches (organization_id, undoes) where undoes is not null;
select secure_table('slide_batches', app => 'select, insert, update', system => 'select');

-- The slides of a batch that are changed in one transaction, and the result.
create table slide_batch_chunks (
  organization_id uuid not null references organizations (id),
  batch_id uuid not null,
  chunk integer not null,
  -- The position of its first slide among all of the batch, from 1.
  first_n integer not null,
  slide_ids uuid[] not null,
  -- Null until the slides have been changed.
  done_at timestamptz,
  -- [{"slide_id", "version": as written, "before": the old values}], to undo it where nobody changed the slide since.
  changed jsonb not null default '[]',
  -- [{"slide_id", "reason"}]
  skipped jsonb not null default '[]',
  unchanged integer not null default 0,
  primary key (organization_id, batch_id, chunk),
  foreign key (organization_id, batch_id) references slide_batches (organization_id, id) on delete cascade
);
select secure_table('slide_batch_chunks', app => 'select, insert, update', system => 'select');

-- Organisations with demonstration content; once removed, it never comes again.
create table demos (
  organization_id uuid primary key references organizations (id),
  -- The number of slides when complete.
  total integer not null check (total > 0),
  -- The newest job that makes or removes it.
  job_id uuid,
  removed_at timestamptz,
  created_at timestamptz not null default now(),
  foreign key (organization_id, job_id) references jobs (organization_id, id) on delete set null (job_id)
);
create index demos_by_job on demos (organization_id, job_id) where job_id is not null;
select secure_table('demos', app => 'select, update', system => 'select, insert, update');

-- The content of a demo, each under its name in the list of content, so that each is made once. An act is something
-- that a demo user did to a slide or project of the demo.
create table demo_parts (
  organization_id uuid not null references organizations (id),
  kind text not null check (kind in ('project', 'tissue', 'stainer', 'file', 'act')),
  key text not null,
  subject_id uuid not null,
  primary key (organization_id, kind, key)
);
select secure_table('demo_parts', app => 'select, insert, delete', system => 'select, insert, delete');
