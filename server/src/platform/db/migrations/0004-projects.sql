create table projects (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  name text not null,
  name_key text not null,
  description text not null default '',
  search_key text not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  deleted_at timestamptz,
  version integer not null default 1,
  unique (organization_id, id),
  foreign key (organization_id, created_by) references memberships (organization_id, user_id)
);
create unique index projects_name on projects (organization_id, name_key) where deleted_at is null;
create index projects_by_update on projects (organization_id, updated_at desc, id);
create index projects_by_creation on projects (organization_id, created_at desc, id);
create index projects_search on projects using gin (search_key gin_trgm_ops);
alter table projects enable row level security;
create policy own on projects to cresyl_app using (organization_id = current_organization());
create policy hide_deleted on projects as restrictive to cresyl_app
  using (deleted_at is null or current_setting('app.deleted', true) = 'shown');
create policy system on projects to cresyl_system using (true);
grant select, insert, update on projects to cresyl_app;
grant select, insert on projects to cresyl_system;

-- LIKE is not leakproof, so no index serves it under row-level security: the search runs as the owner and
-- takes the organisation from the transaction. The first pattern drives the index; pass the longest one.
create function projects_matching(patterns text[]) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
as $$
  select id from projects
  where organization_id = current_organization() and search_key like patterns[1] and search_key like all (patterns)
$$;
revoke all on function projects_matching(text[]) from public;
grant execute on function projects_matching(text[]) to cresyl_app;
