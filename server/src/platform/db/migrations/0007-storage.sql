-- What is in storage, counted without asking the disk or the bucket. A row is announced before the first byte is
-- written, so that whatever a crash leaves behind is known.
create table stored_objects (
  organization_id uuid not null references organizations (id),
  path text not null,
  size bigint not null check (size >= 0),
  hash bytea,
  -- Null until it has been written once.
  stored_at timestamptz,
  -- Who writes it now and since when; null when nobody does.
  writing uuid,
  writing_since timestamptz,
  primary key (organization_id, path),
  check ((writing is null) = (writing_since is null))
);
create index stored_objects_writing on stored_objects (writing_since) where writing is not null;
alter table stored_objects enable row level security;
create policy own on stored_objects to cresyl_app using (organization_id = current_organization());
create policy system on stored_objects to cresyl_system using (true);
grant select, insert, update, delete on stored_objects to cresyl_app, cresyl_system;

-- Files that arrive in parts. The bytes of an unfinished one are reserved.
create table uploads (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  path text not null,
  size bigint not null check (size > 0),
  part_size bigint not null check (part_size > 0),
  state text not null default 'open' check (state in ('open', 'completing', 'complete', 'aborted')),
  -- What the bucket calls it.
  external_id text,
  hash bytea,
  created_at timestamptz not null default now(),
  touched_at timestamptz not null default now(),
  unique (organization_id, id)
);
-- Not over touched_at, which every part changes: such an update stays off all indexes.
create index uploads_unfinished on uploads (organization_id) where state in ('open', 'completing');
alter table uploads enable row level security;
create policy own on uploads to cresyl_app using (organization_id = current_organization());
create policy system on uploads to cresyl_system using (true);
grant select, update on uploads to cresyl_app;
grant select, insert, update, delete on uploads to cresyl_system;

create table upload_parts (
  organization_id uuid not null,
  upload_id uuid not null,
  number integer not null check (number > 0),
  -- Counts the requests that brought this part; only the newest may be acknowledged.
  generation integer not null,
  -- The process whose request may be writing, and which request that is.
  writer uuid,
  writer_generation integer,
  -- Set when the part is safely on disk.
  etag text,
  stored_at timestamptz,
  primary key (organization_id, upload_id, number),
  foreign key (organization_id, upload_id) references uploads (organization_id, id) on delete cascade
);
alter table upload_parts enable row level security;
create policy own on upload_parts to cresyl_app using (organization_id = current_organization());
create policy system on upload_parts to cresyl_system using (true);
grant select, insert, update on upload_parts to cresyl_app;
grant select on upload_parts to cresyl_system;
