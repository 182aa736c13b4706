-- What members ask of support. Each is kept here, whoever answers: administrators, or people in HubSpot.
create table tickets (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  -- How people name it. Tells of a ticket in HubSpot that it is this one.
  reference text not null unique,
  subject text not null,
  content text not null,
  search_key text not null,
  state text not null default 'open' check (state in ('open', 'answered', 'closed')),
  category text not null,
  category_label text not null,
  pipeline text not null,
  pipeline_label text not null,
  priority text not null check (priority in ('LOW', 'MEDIUM', 'HIGH')),
  page text,
  request text,
  -- What it is about may be gone long before it: no references.
  slide_id uuid,
  job_id uuid,
  file_id uuid,
  job_log text,
  messages integer not null default 0,
  -- On its way to HubSpot; null for what stays here.
  delivery text check (delivery in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  -- An attempt may have arrived although nobody heard so.
  uncertain boolean not null default false,
  reason text,
  sent_at timestamptz,
  hubspot_id text,
  created_by uuid references users (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (organization_id, id)
);
create index tickets_by_creation on tickets (organization_id, created_at desc, id desc);
create index tickets_by_author on tickets (organization_id, created_by, created_at desc, id desc);
create index tickets_due on tickets (next_attempt_at) where delivery = 'waiting';
create index tickets_undelivered on tickets (organization_id, created_at) where delivery in ('waiting', 'failed');
create index tickets_open on tickets (organization_id, created_at) where state = 'open';
alter table tickets enable row level security;
create policy own on tickets to cresyl_app using (organization_id = current_organization());
create policy system on tickets to cresyl_system using (true);
grant select, insert, update on tickets to cresyl_app;
grant select, update on tickets to cresyl_system;

-- Apart from the tickets, so that lists don't carry them.
create table ticket_screenshots (
  ticket_id uuid primary key,
  organization_id uuid not null references organizations (id),
  media_type text not null,
  bytes bytea not null,
  foreign key (organization_id, ticket_id) references tickets (organization_id, id) on delete cascade
);
create index ticket_screenshots_by_ticket on ticket_screenshots (organization_id, ticket_id);
alter table ticket_screenshots enable row level security;
create policy own on ticket_screenshots to cresyl_app using (organization_id = current_organization());
create policy system on ticket_screenshots to cresyl_system using (true);
grant select, insert on ticket_screenshots to cresyl_app;
grant select on ticket_screenshots to cresyl_system;

create table ticket_messages (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  ticket_id uuid not null,
  text text not null,
  from_support boolean not null,
  created_by uuid references users (id),
  created_at timestamptz not null default now(),
  foreign key (organization_id, ticket_id) references tickets (organization_id, id) on delete cascade
);
create index ticket_messages_by_ticket on ticket_messages (organization_id, ticket_id, created_at);
create index ticket_messages_by_author on ticket_messages (organization_id, created_by, created_at);
alter table ticket_messages enable row level security;
create policy own on ticket_messages to cresyl_app using (organization_id = current_organization());
create policy system on ticket_messages to cresyl_system using (true);
grant select, insert on ticket_messages to cresyl_app;
grant select on ticket_messages to cresyl_system;

create trigger announce_insert after insert on tickets referencing new table as new_rows
  for each statement execute function announce_changes('tickets');
create trigger announce_update after update on tickets referencing old table as old_rows new table as new_rows
  for each statement execute function announce_changes('tickets');
create trigger announce_delete after delete on tickets referencing old table as old_rows
  for each statement execute function announce_changes('tickets');
