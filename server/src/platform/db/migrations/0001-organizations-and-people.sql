create extension if not exists pg_trgm;

grant usage on schema public to cresyl_app, cresyl_system;

-- The organisation of the transaction. After a commit the setting is '', not null.
create function current_organization() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('app.organization_id', true), '')::uuid;

create table organizations (
  id uuid primary key,
  name text not null unique,
  display_name text not null,
  branding jsonb not null,
  created_at timestamptz not null default now(),
  disabled_at timestamptz
);
alter table organizations enable row level security;
create policy own on organizations to cresyl_app using (id = current_organization());
create policy system on organizations to cresyl_system using (true);
grant select on organizations to cresyl_app;
grant select, insert, update on organizations to cresyl_system;

create table organization_settings (
  id uuid primary key,
  organization_id uuid not null unique references organizations (id),
  time_zone text not null default 'UTC',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
alter table organization_settings enable row level security;
create policy own on organization_settings to cresyl_app using (organization_id = current_organization());
create policy system on organization_settings to cresyl_system using (true);
grant select, update on organization_settings to cresyl_app;
grant select, insert, update on organization_settings to cresyl_system;

create table users (
  id uuid primary key,
  issuer text not null,
  subject text not null,
  email text not null,
  name text not null,
  picture text,
  superadmin boolean not null default false,
  created_at timestamptz not null default now(),
  disabled_at timestamptz,
  unique (issuer, subject)
);
create unique index users_email on users (issuer, lower(email));

create table memberships (
  organization_id uuid not null references organizations (id),
  user_id uuid not null references users (id),
  role text not null check (role in ('guest', 'user', 'manager', 'admin')),
  created_at timestamptz not null default now(),
  disabled_at timestamptz,
  primary key (organization_id, user_id)
);
create index memberships_user on memberships (user_id);
alter table memberships enable row level security;
create policy own on memberships to cresyl_app using (organization_id = current_organization());
create policy system on memberships to cresyl_system using (true);
grant select on memberships to cresyl_app;
grant select, insert, update on memberships to cresyl_system;

alter table users enable row level security;
create policy fellow_members on users to cresyl_app
  using (exists (select from memberships m where m.user_id = users.id and m.organization_id = current_organization()));
create policy system on users to cresyl_system using (true);
grant select (id, name, picture) on users to cresyl_app;
grant select, insert, update on users to cresyl_system;
