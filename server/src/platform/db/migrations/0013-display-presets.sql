-- How images of a project are shown, under a name: for all of its members.
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
alter table display_presets enable row level security;
create policy own on display_presets to cresyl_app using (organization_id = current_organization());
create policy system on display_presets to cresyl_system using (true);
grant select, insert, update, delete on display_presets to cresyl_app;
grant select on display_presets to cresyl_system;

-- They are a part of their project: whoever follows it is told.
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
