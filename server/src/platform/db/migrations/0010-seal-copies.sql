-- Up to which seal an organisation's audit log is vouched for in storage too. Verifying asks for copies of all of
-- them: whoever removes some is found out.
create table seal_copies (
  organization_id uuid primary key references organizations (id),
  upto_n bigint not null
);
alter table seal_copies enable row level security;
create policy own on seal_copies to cresyl_app using (organization_id = current_organization());
create policy system on seal_copies to cresyl_system using (true);
grant select on seal_copies to cresyl_app;
grant select, insert, update on seal_copies to cresyl_system;

-- The parts whose hashes make the hash of an object that arrived in parts; null: the hash is that of the content.
alter table stored_objects add column part_size bigint check (part_size > 0);
-- In the order in which storage lists, to read both side by side.
create index stored_objects_in_order on stored_objects (organization_id, path collate "C");

-- What was deleted longer ago than the organisation keeps it is removed by the platform.
grant delete on projects to cresyl_system;
create index projects_deleted on projects (organization_id, deleted_at) where deleted_at is not null;
