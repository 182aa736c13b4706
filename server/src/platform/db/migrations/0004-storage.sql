-- What the platform stores for itself counts towards nobody's quota (object-key.ts).
create function is_counted(path text) returns boolean
  language sql immutable parallel safe
  return not starts_with(path, 'audit/');

-- Objects in storage, counted without asking the disk or the bucket. A row is written before the first byte, so that
-- leftovers of a crash are known.
create table stored_objects (
  organization_id uuid not null references organizations (id),
  path text not null,
  -- Kind and owner follow from the path, to read them off an index. Null where it counts for nobody; for an image, its
  -- row says more.
  kind text generated always as (
    case when is_counted(path) then
      case split_part(path, '/', 1)
        when 'files' then
          case split_part(path, '/', 3) when 'original' then 'source' when 'without-label' then 'copy' else 'derived' end
        when 'images' then 'image'
        when 'exports' then 'export'
        when 'qc' then 'result'
        when 'inference' then 'result'
        else 'other'
      end
    end) stored,
  -- The file, image, export, check or run; null where the path names none.
  owner_id uuid generated always as (
    case when path ~ '^(files|images|exports|qc|inference)/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/'
      then split_part(path, '/', 2)::uuid
    end) stored,
  size bigint not null check (size >= 0),
  hash bytea,
  -- The size of the parts whose hashes make the hash; null: the hash is that of the content.
  part_size bigint check (part_size > 0),
  -- Null until it has been written once.
  stored_at timestamptz,
  -- The write in progress and its start; null when there is none.
  writing uuid,
  writing_since timestamptz,
  primary key (organization_id, path),
  check ((writing is null) = (writing_since is null))
);
create index stored_objects_writing on stored_objects (writing_since) where writing is not null;
-- In the order in which storage lists, to read both side by side.
create index stored_objects_in_order on stored_objects (organization_id, path collate "C");
create index stored_objects_by_owner on stored_objects (organization_id, owner_id) include (kind, size, stored_at);
select secure_table('stored_objects',
  app => 'select, insert, update, delete', system => 'select, insert, update, delete');

-- Bytes of an organisation in storage, as a sum of additions and removals: writers never wait for each other. Rows of
-- an organisation are merged from time to time.
create table stored_bytes (
  n bigint generated always as identity primary key,
  organization_id uuid not null references organizations (id),
  bytes bigint not null
);
create index stored_bytes_by_organization on stored_bytes (organization_id) include (bytes);
select secure_table('stored_bytes', app => 'select, insert', system => 'select, insert, delete');

create function count_stored_bytes() returns trigger
  language plpgsql set search_path = public, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    insert into stored_bytes (organization_id, bytes)
      select organization_id, sum(size) from new_rows where is_counted(path) group by 1 having sum(size) <> 0;
  elsif tg_op = 'DELETE' then
    insert into stored_bytes (organization_id, bytes)
      select organization_id, -sum(size) from old_rows where is_counted(path) group by 1 having sum(size) <> 0;
  else
    insert into stored_bytes (organization_id, bytes)
      select organization_id, sum(change) from (
        select organization_id, size as change from new_rows where is_counted(path)
        union all
        select organization_id, -size from old_rows where is_counted(path)
      ) as changes group by 1 having sum(change) <> 0;
  end if;
  return null;
end $$;
select follow_statements('stored_objects', 'count', 'count_stored_bytes()');

-- The quota of organisations without one of their own, as the servers are configured; null or no row: no limit.
create table default_quota (
  single boolean primary key default true check (single),
  quota_bytes bigint check (quota_bytes >= 0)
);
alter table default_quota enable row level security;
create policy everybody on default_quota for select to cresyl_app using (true);
create policy system on default_quota to cresyl_system using (true);
grant select on default_quota to cresyl_app;
grant select, insert, update on default_quota to cresyl_system;

-- The level, in percent, at which an organisation was last warned that storage fills up: each crossing is reported
-- once.
create table storage_warnings (
  organization_id uuid not null references organizations (id),
  what text not null check (what in ('quota', 'disk')),
  level smallint not null,
  primary key (organization_id, what)
);
select secure_table('storage_warnings', system => 'select, insert, update, delete');

-- Files that arrive in parts. The bytes of an unfinished one are reserved.
create table uploads (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  path text not null,
  size bigint not null check (size > 0),
  part_size bigint not null check (part_size > 0),
  state text not null default 'open' check (state in ('open', 'completing', 'complete', 'aborted')),
  -- The id of the upload in the bucket.
  external_id text,
  hash bytea,
  created_at timestamptz not null default now(),
  touched_at timestamptz not null default now(),
  unique (organization_id, id)
);
-- Not over touched_at, which every part changes: such an update touches no index.
create index uploads_unfinished on uploads (organization_id) where state in ('open', 'completing');
select secure_table('uploads', app => 'select, update', system => 'select, insert, update, delete');

create table upload_parts (
  organization_id uuid not null,
  upload_id uuid not null,
  number integer not null check (number > 0),
  -- Counts the requests that sent this part; only the newest may be acknowledged.
  generation integer not null,
  -- The process that may be writing, and the generation of its request.
  writer uuid,
  writer_generation integer,
  -- Set when the part is safely on disk.
  etag text,
  stored_at timestamptz,
  primary key (organization_id, upload_id, number),
  foreign key (organization_id, upload_id) references uploads (organization_id, id) on delete cascade
);
select secure_table('upload_parts', app => 'select, insert, update', system => 'select');
