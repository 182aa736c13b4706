-- From where something was done: the address of the client, what it calls itself, and the API token that it showed.
-- Seals cover all three where one is known.
alter table audits
  add column address text,
  add column client text,
  add column api_token_id uuid;

-- Follows from what is sealed, so that nobody can hide an act from those who look for it. Not a column: one that is
-- generated would have the whole log written anew.
create function is_by_superadmin(event text, details jsonb) returns boolean
  language sql immutable parallel safe
  return event = 'organization.entered' or coalesce(details -> 'superadmin' = 'true'::jsonb, false);

-- The log is read by pages from a place on, the newest first: by time, by what happened, by who did it and what.
drop index audits_by_time;
create index audits_by_time on audits (organization_id, occurred_at desc, id desc);
create index audits_by_event on audits (organization_id, event, occurred_at desc, id desc);
create index audits_by_person on audits (organization_id, user_id, event, occurred_at desc, id desc);
create index audits_by_address on audits (organization_id, address, occurred_at desc, id desc)
  where address is not null;
create index audits_by_superadmin on audits (organization_id, occurred_at desc, id desc)
  where is_by_superadmin(event, details);

-- How many rows this seal and those before it cover: to tell it without adding up all of them.
alter table audit_seals add column total bigint;
update audit_seals s set total = summed.total from (
  select organization_id, n, sum(rows) over (partition by organization_id order by n) as total from audit_seals
) as summed where summed.organization_id = s.organization_id and summed.n = s.n;

-- What came of comparing the log with its seals.
create table audit_verifications (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  started_by uuid references users (id),
  started_at timestamptz not null,
  finished_at timestamptz not null,
  -- The last seal that was compared; null: there was none.
  upto_n bigint,
  rows bigint not null,
  seals bigint not null,
  copied bigint not null,
  unsealed bigint not null,
  -- In sentences, not more than are shown; all are counted.
  faults jsonb not null default '[]',
  fault_count integer not null,
  uncompared text
);
create index audit_verifications_by_time on audit_verifications (organization_id, finished_at desc, id desc);
alter table audit_verifications enable row level security;
create policy own on audit_verifications to cresyl_app using (organization_id = current_organization());
create policy system on audit_verifications to cresyl_system using (true);
grant select on audit_verifications to cresyl_app;
grant select, insert on audit_verifications to cresyl_system;

-- How often somebody wants a letter about what they haven't read.
alter table profiles add column digest text not null default 'off' check (digest in ('off', 'daily', 'weekly'));
-- Up to when a person has been written to: in the transaction that queues the letter, so that there is only one.
create table digests (
  organization_id uuid not null references organizations (id),
  user_id uuid not null references users (id),
  upto timestamptz not null,
  primary key (organization_id, user_id)
);
alter table digests enable row level security;
create policy own on digests to cresyl_app using (organization_id = current_organization());
create policy system on digests to cresyl_system using (true);
grant select, insert, update on digests to cresyl_system;
-- What repeats what the app shows is rather lost than sent twice.
alter table outgoing_mails add column at_most_once boolean not null default false;

-- How full an organisation's storage was said to be, in percent: each crossing is told once.
create table storage_warnings (
  organization_id uuid not null references organizations (id),
  what text not null check (what in ('quota', 'disk')),
  level smallint not null,
  primary key (organization_id, what)
);
alter table storage_warnings enable row level security;
create policy own on storage_warnings to cresyl_app using (organization_id = current_organization());
create policy system on storage_warnings to cresyl_system using (true);
grant select, insert, update, delete on storage_warnings to cresyl_system;
