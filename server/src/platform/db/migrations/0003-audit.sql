create table audits (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  xid xid8 not null default pg_current_xact_id(),
  occurred_at timestamptz not null,
  event text not null,
  user_id uuid,
  subject_id uuid,
  details jsonb not null default '{}',
  request_id text
);
create index audits_in_sealing_order on audits (organization_id, xid, id);
create index audits_by_time on audits (organization_id, occurred_at desc);
alter table audits enable row level security;
create policy own on audits to cresyl_app using (organization_id = current_organization());
create policy system on audits to cresyl_system using (true);
-- Nobody but the owner may change or remove a row; the seals tell when the owner did.
grant select, insert on audits to cresyl_app, cresyl_system;

create table audit_seals (
  organization_id uuid not null references organizations (id),
  n bigint not null,
  upto_xid xid8 not null,
  rows integer not null,
  hash bytea not null,
  signature bytea not null,
  key_id text not null,
  sealed_at timestamptz not null,
  primary key (organization_id, n)
);
alter table audit_seals enable row level security;
create policy own on audit_seals to cresyl_app using (organization_id = current_organization());
create policy system on audit_seals to cresyl_system using (true);
grant select on audit_seals to cresyl_app;
grant select, insert on audit_seals to cresyl_system;
