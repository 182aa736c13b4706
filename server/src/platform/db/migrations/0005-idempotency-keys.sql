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
alter table idempotency_keys enable row level security;
create policy own on idempotency_keys to cresyl_app using (organization_id = current_organization());
create policy system on idempotency_keys to cresyl_system using (true);
grant select, insert, update, delete on idempotency_keys to cresyl_app;
grant select, delete on idempotency_keys to cresyl_system;
