create table images (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  -- Null until its file has been read.
  slide_id uuid,
  file_id uuid,
  kind text not null check (kind in ('source', 'output', 'overlay', 'label', 'macro', 'thumbnail')),
  -- Which image of its file: `image 0`, `associated 1`.
  part text not null default 'image 0',
  name text,
  state text not null default 'pending' check (state in ('pending', 'ready', 'failed')),
  state_message text not null default '',
  -- The path of its own bytes in storage; null where it is read from its file.
  path text,
  thumbnail_path text,
  -- Levels that the file lacks, as a pyramid in storage; the first of them is this level.
  levels_path text,
  first_made_level integer,
  vendor text,
  width integer check (width > 0),
  height integer check (height > 0),
  -- The size that counts: a person's word before the file's.
  mpp_x double precision,
  mpp_y double precision,
  file_mpp_x double precision,
  file_mpp_y double precision,
  objective double precision,
  pixel_type text,
  bit_depth integer,
  samples integer,
  size_z integer not null default 1,
  size_t integer not null default 1,
  has_icc boolean not null default false,
  levels jsonb not null default '[]',
  -- Its place on the slide (contract/image-space.ts).
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
create unique index images_of_file on images (organization_id, file_id, part)
  where file_id is not null and kind <> 'output';
create index images_by_file on images (organization_id, file_id) where file_id is not null;
create index images_by_slide on images (organization_id, slide_id, created_at) where slide_id is not null;
-- The app deletes images of a file that turns out unreadable before it becomes a slide.
select secure_table('images', app => 'select, insert, update, delete', system => 'select, insert, update, delete');
create policy hide_deleted on images as restrictive to cresyl_app
  using (deleted_at is null or current_setting('app.deleted', true) = 'shown');
select announce_table('images');

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
select secure_table('channels', app => 'select, insert, update, delete', system => 'select, insert, update, delete');

-- The display of an image depends on its channels, which may be measured later than the image is read.
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

-- When a person last viewed a slide (or its label and macro, which identify the patient): viewing it again soon after
-- is not another row of the audit log.
create table views (
  organization_id uuid not null references organizations (id),
  user_id uuid not null references users (id),
  subject_id uuid not null,
  identifying boolean not null default false,
  viewed_at timestamptz not null,
  -- Also set where there is no new row of the audit log: the slides to continue with.
  opened_at timestamptz not null default now(),
  primary key (organization_id, user_id, subject_id, identifying)
);
create index views_by_time on views (viewed_at);
create index views_recent on views (organization_id, user_id, opened_at desc) where not identifying;
select secure_table('views', app => 'select, insert, update', system => 'select, delete');

-- Regions that are too large to be made while someone waits.
create table exports (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  image_id uuid not null,
  job_id uuid,
  -- The rectangle, µm/px, format and plane (contract/exports.ts).
  request jsonb not null,
  file_name text not null,
  -- Pixels of the result.
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  -- The result in storage; null until it is made.
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
select secure_table('exports', app => 'select, insert, update, delete', system => 'select, insert, update, delete');
select announce_table('exports');
