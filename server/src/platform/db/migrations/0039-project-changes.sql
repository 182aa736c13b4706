-- When slides came into a project, left it or were renamed, so that it counts as changed: whoever changes a slide waits for
-- nobody else who does. Rows of the same project are made one from time to time.
create table project_changes (
  n bigint generated always as identity primary key,
  organization_id uuid not null references organizations (id),
  project_id uuid not null,
  changed_at timestamptz not null default now()
);
create index project_changes_by_project on project_changes (organization_id, project_id, changed_at desc);
alter table project_changes enable row level security;
create policy own on project_changes to cresyl_app using (organization_id = current_organization());
create policy system on project_changes to cresyl_system using (true);
grant select, insert on project_changes to cresyl_app;
grant select, insert, delete on project_changes to cresyl_system;

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
create trigger note_insert after insert on slides referencing new table as new_rows
  for each statement execute function note_project_changes();
create trigger note_update after update on slides referencing old table as old_rows new table as new_rows
  for each statement execute function note_project_changes();
create trigger note_delete after delete on slides referencing old table as old_rows
  for each statement execute function note_project_changes();
insert into project_changes (organization_id, project_id, changed_at)
  select organization_id, project_id, max(created_at) from slides
  where project_id is not null and deleted_at is null group by 1, 2;
