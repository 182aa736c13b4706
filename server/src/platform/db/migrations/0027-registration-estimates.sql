-- Looking for how another slide lies on a slide: gone with the job that does it.
create table registration_estimates (
  job_id uuid primary key,
  organization_id uuid not null references organizations (id),
  -- The one that stays as it is.
  slide_id uuid not null,
  image_id uuid not null,
  moving_slide_id uuid not null,
  moving_image_id uuid not null,
  -- Null until it is found, and where it can't be (contract/registrations.ts).
  alignment jsonb,
  created_at timestamptz not null default now(),
  foreign key (organization_id, job_id) references jobs (organization_id, id) on delete cascade,
  foreign key (organization_id, slide_id, image_id) references images (organization_id, slide_id, id) on delete cascade,
  foreign key (organization_id, moving_slide_id, moving_image_id)
    references images (organization_id, slide_id, id) on delete cascade
);
create index registration_estimates_by_job on registration_estimates (organization_id, job_id);
create index registration_estimates_by_slide on registration_estimates (organization_id, slide_id, image_id);
create index registration_estimates_by_moving_slide on registration_estimates
  (organization_id, moving_slide_id, moving_image_id);
alter table registration_estimates enable row level security;
create policy own on registration_estimates to cresyl_app using (organization_id = current_organization());
create policy system on registration_estimates to cresyl_system using (true);
grant select, insert, update on registration_estimates to cresyl_app;
grant select, update, delete on registration_estimates to cresyl_system;
