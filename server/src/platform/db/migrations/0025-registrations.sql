-- Another slide laid on a slide: a serial section, or the same one stained again. What it is now; how it was before is
-- in registration_versions.
create table registrations (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  -- The one that stays as it is.
  slide_id uuid not null,
  image_id uuid not null,
  moving_slide_id uuid not null,
  moving_image_id uuid not null,
  created_by uuid references users (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (organization_id, id),
  foreign key (organization_id, slide_id, image_id) references images (organization_id, slide_id, id) on delete cascade,
  foreign key (organization_id, moving_slide_id, moving_image_id)
    references images (organization_id, slide_id, id) on delete cascade,
  check (slide_id <> moving_slide_id)
);
-- Two images lie on each other in one way, whichever of them is the one that stays.
create unique index registrations_of_images on registrations
  (organization_id, least(image_id, moving_image_id), greatest(image_id, moving_image_id));
create index registrations_by_slide on registrations (organization_id, slide_id, image_id);
create index registrations_by_moving_slide on registrations (organization_id, moving_slide_id, moving_image_id);
create index registrations_by_creation on registrations (organization_id, created_at desc, id desc);
alter table registrations enable row level security;
create policy own on registrations to cresyl_app using (organization_id = current_organization());
create policy system on registrations to cresyl_system using (true);
grant select, insert, update, delete on registrations to cresyl_app;
grant select, delete on registrations to cresyl_system;

-- Every alignment that was saved, the present one too.
create table registration_versions (
  organization_id uuid not null references organizations (id),
  registration_id uuid not null,
  version integer not null,
  method text not null check (method in ('points', 'automatic')),
  model text not null check (model in ('similarity', 'affine')),
  mirrored boolean not null,
  -- From pixels of the moving image to those of the fixed one (contract/affine.ts).
  affine jsonb not null,
  pairs jsonb not null,
  residual jsonb not null,
  confidence double precision,
  saved_by uuid references users (id),
  saved_at timestamptz not null default now(),
  primary key (registration_id, version),
  foreign key (organization_id, registration_id) references registrations (organization_id, id) on delete cascade
);
alter table registration_versions enable row level security;
create policy own on registration_versions to cresyl_app using (organization_id = current_organization());
create policy system on registration_versions to cresyl_system using (true);
grant select, insert on registration_versions to cresyl_app;
grant select, delete on registration_versions to cresyl_system;

create trigger announce_insert after insert on registrations referencing new table as new_rows
  for each statement execute function announce_changes('registrations');
create trigger announce_update after update on registrations referencing old table as old_rows new table as new_rows
  for each statement execute function announce_changes('registrations');
create trigger announce_delete after delete on registrations referencing old table as old_rows
  for each statement execute function announce_changes('registrations');
