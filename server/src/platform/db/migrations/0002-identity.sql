create table credentials (
  user_id uuid primary key references users (id),
  password_hash text not null,
  failed_attempts integer not null default 0,
  locked_until timestamptz,
  updated_at timestamptz not null default now()
);
alter table credentials enable row level security;
create policy system on credentials to cresyl_system using (true);
grant select, insert, update on credentials to cresyl_system;

create table identity_keys (
  id text primary key,
  private_key jsonb not null,
  created_at timestamptz not null default now()
);
alter table identity_keys enable row level security;
create policy system on identity_keys to cresyl_system using (true);
grant select, insert, delete on identity_keys to cresyl_system;

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
alter table identity_records enable row level security;
create policy system on identity_records to cresyl_system using (true);
grant select, insert, update, delete on identity_records to cresyl_system;
