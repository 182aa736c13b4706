-- A file that someone sends or that lies in a watched folder; what it shows is a slide.
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
  -- Where it lies: a path in storage, or, of one that was imported, a path on this machine.
  path text not null,
  -- Of an imported file, to tell whether it has changed under us.
  modified_at timestamptz,
  hash bytea,
  -- What opening it reads, as an object of its own: so that one far away is opened by one request.
  header_path text,
  -- The copy without label and macro, once somebody needed it.
  copy_path text,
  copy_size bigint,
  copy_job_id uuid,
  -- Why there can be none, once that was found out.
  copy_refusal text,
  -- Who waits for it.
  copy_askers uuid[] not null default '{}',
  upload_id uuid,
  reading_state text not null default 'none' check (reading_state in ('none', 'pending', 'reading', 'ready', 'failed')),
  reading_message text not null default '',
  job_id uuid,
  -- What the slide gets when it has been read.
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
create index files_by_creation on files (organization_id, created_at desc, id);
create index files_by_project on files (organization_id, project_id) where project_id is not null;
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
alter table files enable row level security;
create policy own on files to cresyl_app using (organization_id = current_organization());
create policy system on files to cresyl_system using (true);
grant select, insert, update on files to cresyl_app;
grant select, insert, update, delete on files to cresyl_system;

create table slides (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  file_id uuid not null,
  name text not null,
  search_key text not null,
  project_id uuid,
  tissue_id uuid,
  stainer_id uuid,
  -- What opens first; both are images of this slide.
  image_id uuid not null,
  source_image_id uuid not null,
  qc_state text not null default 'none'
    check (qc_state in ('none', 'queued', 'running', 'passed', 'warned', 'failed', 'error', 'cancelled')),
  qc_overridden boolean not null default false,
  created_by uuid references users (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  unique (organization_id, id),
  -- One slide a file: reading it again finds it.
  unique (organization_id, file_id),
  foreign key (organization_id, file_id) references files (organization_id, id),
  -- Slides of a purged project are unsorted.
  foreign key (organization_id, project_id) references projects (organization_id, id) on delete set null (project_id),
  foreign key (organization_id, tissue_id) references tissues (organization_id, id),
  foreign key (organization_id, stainer_id) references stainers (organization_id, id)
);
create index slides_by_creation on slides (organization_id, created_at desc, id);
create index slides_by_update on slides (organization_id, updated_at desc, id);
create index slides_by_name on slides (organization_id, search_key, id);
create index slides_by_project on slides (organization_id, project_id, created_at desc, id);
create index slides_by_tissue on slides (organization_id, tissue_id) where tissue_id is not null;
create index slides_by_stainer on slides (organization_id, stainer_id) where stainer_id is not null;
-- The few that the purge looks through.
create index slides_deleted on slides (deleted_at) where deleted_at is not null;
create index slides_search on slides using gin (search_key gin_trgm_ops);
alter table slides enable row level security;
create policy own on slides to cresyl_app using (organization_id = current_organization());
create policy hide_deleted on slides as restrictive to cresyl_app
  using (deleted_at is null or current_setting('app.deleted', true) = 'shown');
create policy system on slides to cresyl_system using (true);
grant select, insert, update on slides to cresyl_app;
grant select, insert, update, delete on slides to cresyl_system;

create table images (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  -- None as long as its file could not be read.
  slide_id uuid,
  file_id uuid,
  kind text not null check (kind in ('source', 'output', 'overlay', 'label', 'macro', 'thumbnail')),
  -- Which image of its file: `image 0`, `associated 1`.
  part text not null default 'image 0',
  name text,
  state text not null default 'pending' check (state in ('pending', 'ready', 'failed')),
  state_message text not null default '',
  -- Of its own bytes in storage; null where it is read from its file.
  path text,
  thumbnail_path text,
  -- Levels that the file lacks, as a pyramid in storage; the first of them is this level.
  levels_path text,
  first_made_level integer,
  vendor text,
  width integer check (width > 0),
  height integer check (height > 0),
  mpp_x double precision,
  mpp_y double precision,
  objective double precision,
  pixel_type text,
  bit_depth integer,
  samples integer,
  size_z integer not null default 1,
  size_t integer not null default 1,
  has_icc boolean not null default false,
  levels jsonb not null default '[]',
  -- Where it lies (contract/image-space.ts).
  space jsonb,
  metadata jsonb not null default '{}',
  scanned_at text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  unique (organization_id, id),
  unique (organization_id, slide_id, id),
  foreign key (organization_id, slide_id) references slides (organization_id, id),
  foreign key (organization_id, file_id) references files (organization_id, id),
  check (state <> 'ready' or num_nulls(width, height, pixel_type, bit_depth, samples) = 0)
);
create unique index images_of_file on images (organization_id, file_id, part) where file_id is not null and kind <> 'output';
create index images_by_file on images (organization_id, file_id) where file_id is not null;
create index images_by_slide on images (organization_id, slide_id, created_at) where slide_id is not null;
alter table images enable row level security;
create policy own on images to cresyl_app using (organization_id = current_organization());
create policy hide_deleted on images as restrictive to cresyl_app
  using (deleted_at is null or current_setting('app.deleted', true) = 'shown');
create policy system on images to cresyl_system using (true);
-- Those of a file that turns out unreadable go again before a slide has been made of them.
grant select, insert, update, delete on images to cresyl_app;
grant select, insert, update, delete on images to cresyl_system;
-- A slide and its images are made in one transaction.
alter table slides
  add foreign key (organization_id, id, image_id) references images (organization_id, slide_id, id)
    deferrable initially deferred,
  add foreign key (organization_id, id, source_image_id) references images (organization_id, slide_id, id)
    deferrable initially deferred;

create table channels (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  image_id uuid not null,
  index integer not null,
  name text,
  color text,
  emission_wavelength double precision,
  excitation_wavelength double precision,
  exposure double precision,
  stats jsonb,
  unique (organization_id, image_id, index),
  foreign key (organization_id, image_id) references images (organization_id, id) on delete cascade
);
alter table channels enable row level security;
create policy own on channels to cresyl_app using (organization_id = current_organization());
create policy system on channels to cresyl_system using (true);
grant select, insert, update, delete on channels to cresyl_app, cresyl_system;

-- What was handed out, for reports; who and when is in the audit log too.
create table downloads (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  kind text not null check (kind in ('file', 'image', 'region')),
  file_id uuid,
  image_id uuid,
  user_id uuid references users (id),
  bytes bigint not null,
  deidentified boolean not null default false,
  created_at timestamptz not null default now(),
  -- The report keeps what was handed out of slides that were purged.
  foreign key (organization_id, file_id) references files (organization_id, id) on delete set null (file_id),
  foreign key (organization_id, image_id) references images (organization_id, id) on delete set null (image_id)
);
create index downloads_by_time on downloads (organization_id, created_at);
create index downloads_by_file on downloads (organization_id, file_id) where file_id is not null;
create index downloads_by_image on downloads (organization_id, image_id) where image_id is not null;
alter table downloads enable row level security;
create policy own on downloads to cresyl_app using (organization_id = current_organization());
create policy system on downloads to cresyl_system using (true);
grant select, insert on downloads to cresyl_app;
grant select, delete on downloads to cresyl_system;

-- When a person last looked at a slide, or at a label: looking again soon after is not another row of the audit log.
create table views (
  organization_id uuid not null references organizations (id),
  user_id uuid not null references users (id),
  subject_id uuid not null,
  viewed_at timestamptz not null,
  primary key (organization_id, user_id, subject_id)
);
create index views_by_time on views (viewed_at);
alter table views enable row level security;
create policy own on views to cresyl_app using (organization_id = current_organization());
create policy system on views to cresyl_system using (true);
grant select, insert, update on views to cresyl_app;
grant select, delete on views to cresyl_system;

-- Regions that are too large to be made while someone waits.
create table exports (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  image_id uuid not null,
  job_id uuid,
  -- What was asked for: rectangle, µm/px, format, plane (contract/exports.ts).
  request jsonb not null,
  file_name text not null,
  -- Pixels of what is made.
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  -- Of what was made; null until it is.
  path text,
  size bigint,
  made_at timestamptz,
  created_by uuid references users (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (organization_id, id),
  foreign key (organization_id, image_id) references images (organization_id, id) on delete cascade,
  foreign key (organization_id, job_id) references jobs (organization_id, id) on delete set null (job_id)
);
create index exports_by_creation on exports (organization_id, created_at desc, id);
create index exports_by_image on exports (organization_id, image_id);
create index exports_by_job on exports (organization_id, job_id) where job_id is not null;
create index exports_by_age on exports (coalesce(made_at, created_at));
alter table exports enable row level security;
create policy own on exports to cresyl_app using (organization_id = current_organization());
create policy system on exports to cresyl_system using (true);
grant select, insert, update, delete on exports to cresyl_app;
grant select, insert, update, delete on exports to cresyl_system;

-- Slides keep a tissue or stain that was deleted until they are given another; its name can be used again.
alter table tissues add column deleted_at timestamptz;
alter table stainers add column deleted_at timestamptz;
drop index tissues_name;
drop index stainers_name;
create unique index tissues_name on tissues (organization_id, name_key) where deleted_at is null;
create unique index stainers_name on stainers (organization_id, name_key) where deleted_at is null;

-- The search runs as the owner, as that of projects does.
create function slides_matching(patterns text[]) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
as $$
  select id from slides
  where organization_id = current_organization() and search_key like patterns[1] and search_key like all (patterns)
$$;
create function files_matching(patterns text[]) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
as $$
  select id from files
  where organization_id = current_organization() and search_key like patterns[1] and search_key like all (patterns)
$$;
revoke all on function slides_matching(text[]), files_matching(text[]) from public;
grant execute on function slides_matching(text[]), files_matching(text[]) to cresyl_app;

do $$
declare
  followed text;
begin
  foreach followed in array array['files', 'slides', 'images', 'exports'] loop
    execute format(
      'create trigger announce_insert after insert on %1$I referencing new table as new_rows
         for each statement execute function announce_changes(%1$L);
       create trigger announce_update after update on %1$I referencing old table as old_rows new table as new_rows
         for each statement execute function announce_changes(%1$L);
       create trigger announce_delete after delete on %1$I referencing old table as old_rows
         for each statement execute function announce_changes(%1$L)', followed);
  end loop;
end $$;

-- How an image is shown depends on its channels too, which may be measured later than it is read.
create function announce_channels() returns trigger
  language plpgsql set search_path = public, pg_temp
as $$
begin
  perform pg_notify('cresyl_events', jsonb_build_object('o', organization_id, 'r', 'images', 'i', image_id)::text)
  from (select distinct organization_id, image_id from new_rows) as told;
  return null;
end $$;
create trigger announce_insert after insert on channels referencing new table as new_rows
  for each statement execute function announce_channels();
create trigger announce_update after update on channels referencing new table as new_rows
  for each statement execute function announce_channels();

-- Says to whoever remembers what a person may do that it has to be asked again: the person's id, or nothing for all.
create function announce_person() returns trigger
  language plpgsql set search_path = public, pg_temp
as $$
declare
  changed constant jsonb := case tg_op when 'INSERT' then to_jsonb(new) else to_jsonb(old) end;
begin
  perform pg_notify('cresyl_people', coalesce(changed ->> tg_argv[0], ''));
  return null;
end $$;
create trigger announce_person after update on users for each row
  when ((old.disabled_at, old.superadmin) is distinct from (new.disabled_at, new.superadmin))
  execute function announce_person('id');
create trigger announce_person after update on memberships for each row
  when ((old.disabled_at, old.role) is distinct from (new.disabled_at, new.role))
  execute function announce_person('user_id');
create trigger announce_joined_or_gone after insert or delete on memberships for each row
  execute function announce_person('user_id');
create trigger announce_person after update on sign_ins for each row
  when ((old.ended_at, old.user_id) is distinct from (new.ended_at, new.user_id))
  execute function announce_person('user_id');
create trigger announce_gone after delete on sign_ins for each row
  when (old.ended_at is null) execute function announce_person('user_id');
create trigger announce_person after update on api_tokens for each row
  when ((old.revoked_at, old.expires_at, old.permissions) is distinct from (new.revoked_at, new.expires_at, new.permissions))
  execute function announce_person('user_id');
create trigger announce_gone after delete on api_tokens for each row
  execute function announce_person('user_id');
create trigger announce_people after update on organizations for each row
  when (old.disabled_at is distinct from new.disabled_at) execute function announce_person();
