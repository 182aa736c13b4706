-- Who a transaction acts for, where a table holds what is one person's own.
create function current_person() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('app.user_id', true), '')::uuid;

alter table organizations
  add column display_name_key text not null default '',
  add column external_id text unique,
  add column quota_bytes bigint check (quota_bytes >= 0),
  add column updated_at timestamptz not null default now(),
  add column version integer not null default 1;
update organizations set display_name_key = lower(normalize(display_name, NFKC));
grant update (display_name, display_name_key, branding, updated_at, version) on organizations to cresyl_app;

alter table organization_settings
  add column retention_days integer not null default 30 check (retention_days between 1 and 3650),
  add column label_visibility text not null default 'managers' check (label_visibility in ('managers', 'members')),
  add column annotation_classes jsonb not null default '[
    {"name": "Tumour", "color": "#C5303B", "hotkey": "t"},
    {"name": "Stroma", "color": "#1B7F50", "hotkey": "s"},
    {"name": "Necrosis", "color": "#655C6E", "hotkey": "n"},
    {"name": "Immune cells", "color": "#2B6CB0", "hotkey": "i"},
    {"name": "Artefact", "color": "#9A6700", "hotkey": "x"}
  ]';

-- Elsewhere two people may share an address or have none: only (issuer, subject) tells who someone is.
drop index users_email;
create unique index users_email on users (issuer, lower(email)) where issuer = 'embedded';
alter table users
  add column updated_at timestamptz not null default now(),
  -- The name folded for search and order; written by the code together with the name.
  add column name_key text not null default '';
update users set name_key = lower(normalize(name, NFKC));
grant select (superadmin, name_key) on users to cresyl_app;

-- What a superadmin does in an organisation has an author too.
drop policy fellow_members on users;
create policy fellow_members on users to cresyl_app
  using (
    superadmin
    or exists (select from memberships m where m.user_id = users.id and m.organization_id = current_organization())
  );
-- E-mail addresses are for administrators, who may also look for people by them.
grant select (email, issuer, disabled_at) on users to cresyl_app;

alter table projects drop constraint projects_organization_id_created_by_fkey;
alter table projects add foreign key (created_by) references users (id);

alter table memberships
  add column updated_at timestamptz not null default now(),
  add column last_seen_at timestamptz,
  add column version integer not null default 1;
grant update (role, disabled_at, updated_at, version) on memberships to cresyl_app;
-- The administrators of an organisation: to tell them of something, and to keep the last one.
create index memberships_by_role on memberships (organization_id, role);

create table profiles (
  user_id uuid primary key references users (id),
  theme text not null default 'system' check (theme in ('system', 'light', 'dark')),
  locale text,
  notifications jsonb not null default '{}',
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
alter table profiles enable row level security;
create policy own on profiles to cresyl_app using (user_id = current_person());
create policy system on profiles to cresyl_system using (true);
grant select, insert, update on profiles to cresyl_app, cresyl_system;

-- Pictures of people and logos. Whoever knows the id may see one: it is random and stands in pages only.
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
alter table invitations enable row level security;
create policy own on invitations to cresyl_app using (organization_id = current_organization());
create policy system on invitations to cresyl_system using (true);
grant select, insert, update on invitations to cresyl_app;
grant select, update on invitations to cresyl_system;

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
alter table password_resets enable row level security;
create policy system on password_resets to cresyl_system using (true);
grant select, insert, update, delete on password_resets to cresyl_system;

-- Where people are signed in at the embedded provider. Ended ones are kept until their last token has expired.
create table sign_ins (
  id text primary key,
  user_id uuid not null references users (id),
  user_agent text not null default '',
  started_at timestamptz not null,
  last_seen_at timestamptz not null,
  ended_at timestamptz
);
create index sign_ins_user on sign_ins (user_id);
alter table sign_ins enable row level security;
create policy system on sign_ins to cresyl_system using (true);
grant select, insert, update, delete on sign_ins to cresyl_system;
-- To end all sign-ins of a person.
create index identity_records_account on identity_records ((payload ->> 'accountId'));

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
alter table api_tokens enable row level security;
create policy own on api_tokens to cresyl_app using (organization_id = current_organization());
-- A token acts for who made it: nobody makes one for another.
create policy own_to_make on api_tokens as restrictive for insert to cresyl_app
  with check (user_id = current_person());
create policy system on api_tokens to cresyl_system using (true);
grant select, insert on api_tokens to cresyl_app;
grant update (revoked_at) on api_tokens to cresyl_app;
grant select, update on api_tokens to cresyl_system;

create table tissues (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  organ text not null,
  species text not null,
  name_key text not null,
  merged_into uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (organization_id, id),
  foreign key (organization_id, merged_into) references tissues (organization_id, id)
);
-- What was merged keeps its name: it may not be used again for something else.
create unique index tissues_name on tissues (organization_id, name_key);
create index tissues_merged on tissues (organization_id, merged_into) where merged_into is not null;
alter table tissues enable row level security;
create policy own on tissues to cresyl_app using (organization_id = current_organization());
create policy system on tissues to cresyl_system using (true);
grant select, insert, update, delete on tissues to cresyl_app;
grant select, insert on tissues to cresyl_system;

create table stainers (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  stain_type text not null,
  name_key text not null,
  merged_into uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (organization_id, id),
  foreign key (organization_id, merged_into) references stainers (organization_id, id)
);
create unique index stainers_name on stainers (organization_id, name_key);
create index stainers_merged on stainers (organization_id, merged_into) where merged_into is not null;
alter table stainers enable row level security;
create policy own on stainers to cresyl_app using (organization_id = current_organization());
create policy system on stainers to cresyl_system using (true);
grant select, insert, update, delete on stainers to cresyl_app;
grant select, insert on stainers to cresyl_system;

create table notifications (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  user_id uuid not null references users (id),
  kind text not null,
  text text not null,
  link text,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  unique (organization_id, id)
);
create index notifications_by_time on notifications (organization_id, user_id, created_at desc, id);
create index notifications_unread on notifications (organization_id, user_id) where read_at is null;
alter table notifications enable row level security;
create policy own on notifications to cresyl_app using (organization_id = current_organization());
-- Anyone may cause one for another; each reads only their own.
create policy own_to_read on notifications as restrictive for select to cresyl_app
  using (user_id = current_person());
create policy own_to_mark on notifications as restrictive for update to cresyl_app
  using (user_id = current_person());
create policy system on notifications to cresyl_system using (true);
grant select, insert on notifications to cresyl_app;
grant update (read_at) on notifications to cresyl_app;
grant select, insert, delete on notifications to cresyl_system;

-- Whom to tell of something, and how they want to be told. Preferences are each person's own, so this runs as
-- the owner: for the organisation of the transaction, or for any when the platform itself asks.
create function people_to_notify(organization uuid, what text, people uuid[], holding_roles text[])
  returns table (user_id uuid, email text, in_app boolean, by_email boolean)
  language sql stable security definer set search_path = public, pg_temp
as $$
  select m.user_id, u.email,
    coalesce((p.notifications -> what ->> 'in_app')::boolean, true),
    coalesce((p.notifications -> what ->> 'email')::boolean, false)
  from memberships m
  join users u on u.id = m.user_id and u.disabled_at is null
  left join profiles p on p.user_id = m.user_id
  where m.organization_id = organization and m.disabled_at is null
    and (organization = current_organization() or current_setting('role') = 'cresyl_system')
    and (m.user_id = any (people) or m.role = any (holding_roles))
$$;
revoke all on function people_to_notify(uuid, text, uuid[], text[]) from public;
grant execute on function people_to_notify(uuid, text, uuid[], text[]) to cresyl_app, cresyl_system;

-- Letters that wait to be sent; a sent one is removed, for it may hold a link that grants access.
create table outgoing_mails (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  link text,
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text
);
create index outgoing_mails_due on outgoing_mails (next_attempt_at);
alter table outgoing_mails enable row level security;
create policy system on outgoing_mails to cresyl_system using (true);
create policy write on outgoing_mails for insert to cresyl_app with check (true);
grant insert on outgoing_mails to cresyl_app;
grant select, insert, update, delete on outgoing_mails to cresyl_system;

-- Machines that do work, announced by themselves.
create table servers (
  id uuid primary key,
  name text not null,
  roles text[] not null,
  labels text[] not null,
  version text not null,
  started_at timestamptz not null,
  last_seen_at timestamptz not null
);
alter table servers enable row level security;
create policy anyone on servers to cresyl_app using (true);
create policy system on servers to cresyl_system using (true);
grant select on servers to cresyl_app;
grant select, insert, update, delete on servers to cresyl_system;
