-- Which organisation was given demonstration content, and when that was removed: once it was, it never comes again.
create table demos (
  organization_id uuid primary key references organizations (id),
  -- How many slides it is to have.
  total integer not null check (total > 0),
  -- The newest job that makes or removes it.
  job_id uuid,
  removed_at timestamptz,
  created_at timestamptz not null default now(),
  foreign key (organization_id, job_id) references jobs (organization_id, id) on delete set null (job_id)
);
create index demos_by_job on demos (organization_id, job_id) where job_id is not null;
alter table demos enable row level security;
create policy own on demos to cresyl_app using (organization_id = current_organization());
create policy system on demos to cresyl_system using (true);
grant select, update on demos to cresyl_app;
grant select, insert, update on demos to cresyl_system;

-- What belongs to it, each under the name that the list of content has for it, so that each is made once. An act is
-- something that a demo user did to a slide or project of the demo.
create table demo_parts (
  organization_id uuid not null references organizations (id),
  kind text not null check (kind in ('project', 'tissue', 'stainer', 'file', 'act')),
  key text not null,
  subject_id uuid not null,
  primary key (organization_id, kind, key)
);
alter table demo_parts enable row level security;
create policy own on demo_parts to cresyl_app using (organization_id = current_organization());
create policy system on demo_parts to cresyl_system using (true);
grant select, insert, delete on demo_parts to cresyl_app;
grant select, insert, delete on demo_parts to cresyl_system;
