create table organizations (
  id uuid primary key,
  name text not null unique,
  external_id text unique,
  display_name text not null,
  display_name_key text not null default '',
  branding jsonb not null,
  quota_bytes bigint check (quota_bytes >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  disabled_at timestamptz,
  version integer not null default 1
);
select secure_table('organizations', own => 'id = current_organization()',
  app => 'select, update (display_name, display_name_key, branding, updated_at, version)',
  system => 'select, insert, update');
select announce_table('organizations');
create trigger announce_people after update on organizations for each row
  when (old.disabled_at is distinct from new.disabled_at) execute function announce_person();

create table organization_settings (
  id uuid primary key,
  organization_id uuid not null unique references organizations (id),
  time_zone text not null default 'UTC',
  retention_days integer not null default 30 check (retention_days between 1 and 3650),
  label_visibility text not null default 'managers' check (label_visibility in ('managers', 'members')),
  annotation_classes jsonb not null default '[
    {"name": "Tumour", "color": "#C5303B", "hotkey": "t"},
    {"name": "Stroma", "color": "#1B7F50", "hotkey": "s"},
    {"name": "Necrosis", "color": "#655C6E", "hotkey": "n"},
    {"name": "Immune cells", "color": "#2B6CB0", "hotkey": "i"},
    {"name": "Artefact", "color": "#9A6700", "hotkey": "x"}
  ]',
  -- Slides are checked as soon as their files have been read.
  qc_automatic boolean not null default true,
  -- Thresholds that differ from the proposed ones (contract/qc-thresholds.ts).
  qc_thresholds jsonb not null default '{"common": {}, "stains": {}}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
select secure_table('organization_settings', app => 'select, update', system => 'select, insert, update');
select announce_table('organization_settings');

create table users (
  id uuid primary key,
  issuer text not null,
  subject text not null,
  email text not null,
  name text not null,
  -- The name folded for search and order; the code writes both together.
  name_key text not null default '',
  picture text,
  superadmin boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  disabled_at timestamptz,
  unique (issuer, subject)
);
-- Not unique: an address does not identify a person, and each organisation may have an account of its own with it.
create index users_email on users (issuer, lower(email));
select announce_table('users');
create trigger announce_person after update on users for each row
  when ((old.disabled_at, old.superadmin) is distinct from (new.disabled_at, new.superadmin))
  execute function announce_person('id');

create table memberships (
  organization_id uuid not null references organizations (id),
  user_id uuid not null references users (id),
  role text not null check (role in ('guest', 'user', 'manager', 'admin')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_seen_at timestamptz,
  disabled_at timestamptz,
  version integer not null default 1,
  primary key (organization_id, user_id)
);
create index memberships_user on memberships (user_id);
-- The administrators of an organisation, to notify them and to keep the last one.
create index memberships_by_role on memberships (organization_id, role);
select secure_table('memberships', app => 'select, update (role, disabled_at, updated_at, version)',
  system => 'select, insert, update');
select announce_table('memberships', 'users');
create trigger announce_person after update on memberships for each row
  when ((old.disabled_at, old.role) is distinct from (new.disabled_at, new.role))
  execute function announce_person('user_id');
create trigger announce_joined_or_gone after insert or delete on memberships for each row
  execute function announce_person('user_id');

alter table users enable row level security;
-- Superadmins are visible everywhere: their actions in an organisation have an author too.
create policy fellow_members on users to cresyl_app
  using (
    superadmin
    or exists (select from memberships m where m.user_id = users.id and m.organization_id = current_organization())
  );
create policy system on users to cresyl_system using (true);
-- The e-mail address is for administrators, who may also search by it.
grant select (id, name, picture, superadmin, name_key, email, issuer, disabled_at) on users to cresyl_app;
grant select, insert, update on users to cresyl_system;

create table profiles (
  user_id uuid primary key references users (id),
  theme text not null default 'system' check (theme in ('system', 'light', 'dark')),
  locale text,
  notifications jsonb not null default '{}',
  -- How often the person wants an e-mail about unread notifications.
  digest text not null default 'off' check (digest in ('off', 'daily', 'weekly')),
  welcomed boolean not null default false,
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
select secure_table('profiles', own => 'user_id = current_person()',
  app => 'select, insert, update', system => 'select, insert, update');

-- Profile pictures and logos. Anyone who knows the id may see one: it is random and only appears in pages.
create table pictures (
  id text primary key,
  media_type text not null check (media_type in ('image/png', 'image/jpeg', 'image/webp')),
  bytes bytea not null check (length(bytes) <= 262144),
  created_at timestamptz not null default now()
);
alter table pictures enable row level security;
create policy anyone on pictures to cresyl_app, cresyl_system using (true);
grant insert on pictures to cresyl_app;
grant select, insert, delete on pictures to cresyl_system;

create table invitations (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  email text not null,
  name text not null default '',
  role text not null check (role in ('guest', 'user', 'manager', 'admin')),
  token_hash bytea not null unique,
  invited_by uuid references users (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz,
  unique (organization_id, id)
);
create unique index invitations_open on invitations (organization_id, lower(email))
  where accepted_at is null and revoked_at is null;
select secure_table('invitations', app => 'select, insert, update', system => 'select, update');
select announce_table('invitations');

create table api_tokens (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  user_id uuid not null references users (id),
  name text not null,
  prefix text not null,
  token_hash bytea not null unique,
  permissions text[] not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  unique (organization_id, id)
);
create index api_tokens_by_creation on api_tokens (organization_id, created_at desc);
select secure_table('api_tokens', app => 'select, insert, update (revoked_at)', system => 'select, update');
-- A token acts for the person who made it: nobody makes one for someone else.
create policy own_to_make on api_tokens as restrictive for insert to cresyl_app
  with check (user_id = current_person());
select announce_table('api_tokens');
create trigger announce_person after update on api_tokens for each row
  when ((old.revoked_at, old.expires_at, old.permissions) is distinct from (new.revoked_at, new.expires_at, new.permissions))
  execute function announce_person('user_id');
create trigger announce_gone after delete on api_tokens for each row
  execute function announce_person('user_id');

-- Requests that may be repeated, with the reply to send again.
create table idempotency_keys (
  organization_id uuid not null references organizations (id),
  user_id uuid not null,
  key text not null,
  request_hash bytea not null,
  reply json,
  created_at timestamptz not null default now(),
  primary key (organization_id, user_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
select secure_table('idempotency_keys', app => 'select, insert, update, delete', system => 'select, delete');

-- The embedded identity provider.

create table credentials (
  user_id uuid primary key references users (id),
  password_hash text not null,
  -- Each attempt from an unknown device moves it on by 15 minutes, wherever the attempt comes from.
  strangers_until timestamptz,
  updated_at timestamptz not null default now()
);
select secure_table('credentials', system => 'select, insert, update');

-- Wrong passwords are counted by where they were typed: "network:…", "device:…" with the SHA-256 of the cookie of a
-- browser that has signed in to the account before, or "session" for a person who is signed in.
create table password_places (
  user_id uuid not null references users (id),
  place text not null,
  failed_attempts integer not null default 0,
  locked_until timestamptz,
  used_at timestamptz not null,
  primary key (user_id, place)
);
create index password_places_used on password_places (used_at);
select secure_table('password_places', system => 'select, insert, update, delete');

create table password_resets (
  id uuid primary key,
  user_id uuid not null references users (id),
  token_hash bytea not null unique,
  offered_by uuid references users (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_user on password_resets (user_id);
select secure_table('password_resets', system => 'select, insert, update, delete');

-- Sessions of people. Ended ones are kept until their last token has expired.
create table sign_ins (
  id text primary key,
  user_id uuid not null references users (id),
  user_agent text not null default '',
  started_at timestamptz not null,
  last_seen_at timestamptz not null,
  ended_at timestamptz
);
create index sign_ins_user on sign_ins (user_id);
select secure_table('sign_ins', system => 'select, insert, update, delete');
create trigger announce_person after update on sign_ins for each row
  when ((old.ended_at, old.user_id) is distinct from (new.ended_at, new.user_id))
  execute function announce_person('user_id');
create trigger announce_gone after delete on sign_ins for each row
  when (old.ended_at is null) execute function announce_person('user_id');

create table identity_keys (
  id text primary key,
  private_key jsonb not null,
  created_at timestamptz not null default now()
);
select secure_table('identity_keys', system => 'select, insert, delete');

create table identity_records (
  model text not null,
  id text not null,
  payload jsonb not null,
  grant_id text,
  uid text,
  consumed_at timestamptz,
  expires_at timestamptz,
  primary key (model, id)
);
create index identity_records_grant on identity_records (grant_id) where grant_id is not null;
create index identity_records_uid on identity_records (uid) where uid is not null;
create index identity_records_expiry on identity_records (expires_at);
-- To end all sign-ins of a person.
create index identity_records_account on identity_records ((payload ->> 'accountId'));
select secure_table('identity_records', system => 'select, insert, update, delete');
