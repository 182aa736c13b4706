create table projects (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  name text not null,
  name_key text not null,
  description text not null default '',
  search_key text not null,
  created_by uuid references users (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  deleted_at timestamptz,
  version integer not null default 1,
  unique (organization_id, id)
);
create unique index projects_name on projects (organization_id, name_key) where deleted_at is null;
create index projects_by_update on projects (organization_id, updated_at desc, id);
create index projects_by_creation on projects (organization_id, created_at desc, id);
create index projects_search on projects using gin (search_key gin_trgm_ops);
-- The platform removes projects whose retention has ended.
create index projects_deleted on projects (organization_id, deleted_at) where deleted_at is not null;
select secure_table('projects', app => 'select, insert, update', system => 'select, insert, delete');
create policy hide_deleted on projects as restrictive to cresyl_app
  using (deleted_at is null or current_setting('app.deleted', true) = 'shown');
select announce_table('projects');

-- LIKE is not leakproof, so no index serves it under row-level security: the search runs as the owner and takes the
-- organisation from the transaction. The first pattern uses the index; pass the longest one.
create function projects_matching(patterns text[]) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
as $$
  select id from projects
  where organization_id = current_organization() and search_key like patterns[1] and search_key like all (patterns)
$$;

-- Deleted projects are hidden; slides that are still in them are shown as unsorted.
create function deleted_projects() returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
as $$
  select id from projects where organization_id = current_organization() and deleted_at is not null
$$;

-- Names of projects, also of deleted ones: reports still count the work done in them.
create function names_of_projects(ids uuid[]) returns table (id uuid, name text, deleted boolean)
  language sql stable security definer set search_path = public, pg_temp
as $$
  select p.id, p.name, p.deleted_at is not null from projects p
  where p.organization_id = current_organization() and p.id = any (ids)
$$;

revoke all on function projects_matching(text[]), deleted_projects(), names_of_projects(uuid[]) from public;
grant execute on function projects_matching(text[]), deleted_projects(), names_of_projects(uuid[]) to cresyl_app;

-- Display settings for images of a project, under a name, for all its members.
create table display_presets (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  project_id uuid not null,
  name text not null,
  name_key text not null,
  -- contract/display.ts
  display jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  foreign key (organization_id, project_id) references projects (organization_id, id) on delete cascade
);
create unique index display_presets_name on display_presets (organization_id, project_id, name_key);
select secure_table('display_presets', app => 'select, insert, update, delete', system => 'select');

-- Presets are part of their project: its followers are notified.
create function announce_presets() returns trigger
  language plpgsql set search_path = public, pg_temp
as $$
begin
  perform pg_notify('cresyl_events', jsonb_build_object('o', organization_id, 'r', 'projects', 'i', project_id)::text)
  from (select distinct organization_id, project_id from changed_rows) as told;
  return null;
end $$;
create trigger announce_insert after insert on display_presets referencing new table as changed_rows
  for each statement execute function announce_presets();
create trigger announce_update after update on display_presets referencing new table as changed_rows
  for each statement execute function announce_presets();
create trigger announce_delete after delete on display_presets referencing old table as changed_rows
  for each statement execute function announce_presets();

create table tissues (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  organ text not null,
  species text not null,
  name_key text not null,
  merged_into uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  unique (organization_id, id),
  foreign key (organization_id, merged_into) references tissues (organization_id, id)
);
-- A merged tissue keeps its name: it may not be used for something else. Slides keep a deleted one until they are given
-- another; its name can be used again.
create unique index tissues_name on tissues (organization_id, name_key) where deleted_at is null;
create index tissues_merged on tissues (organization_id, merged_into) where merged_into is not null;
select secure_table('tissues', app => 'select, insert, update, delete', system => 'select, insert');
select announce_table('tissues');

create table stainers (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  stain_type text not null,
  name_key text not null,
  merged_into uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  unique (organization_id, id),
  foreign key (organization_id, merged_into) references stainers (organization_id, id)
);
create unique index stainers_name on stainers (organization_id, name_key) where deleted_at is null;
create index stainers_merged on stainers (organization_id, merged_into) where merged_into is not null;
select secure_table('stainers', app => 'select, insert, update, delete', system => 'select, insert');
select announce_table('stainers');
