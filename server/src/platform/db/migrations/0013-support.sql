-- Requests of members to support. Each is kept here, whether administrators answer or people in HubSpot.
create table tickets (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  -- The name that people use; it identifies the ticket in HubSpot, too.
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
  -- No references: a ticket outlives its subject.
  slide_id uuid,
  job_id uuid,
  file_id uuid,
  job_log text,
  messages integer not null default 0,
  -- The delivery to HubSpot; null for tickets that stay here.
  delivery text check (delivery in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  -- An attempt may have arrived although its reply was lost.
  uncertain boolean not null default false,
  reason text,
  sent_at timestamptz,
  hubspot_id text,
  -- When HubSpot is asked for answers next; null where it isn't.
  answers_due_at timestamptz,
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
create index tickets_to_ask_about on tickets (answers_due_at) where answers_due_at is not null;
select secure_table('tickets', app => 'select, insert, update, delete', system => 'select, update');
select announce_table('tickets');

create table ticket_messages (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  ticket_id uuid not null,
  text text not null,
  from_support boolean not null,
  -- The id of an answer given in HubSpot: each is kept once.
  hubspot_id text,
  created_by uuid references users (id),
  created_at timestamptz not null default now(),
  foreign key (organization_id, ticket_id) references tickets (organization_id, id) on delete cascade
);
create index ticket_messages_by_ticket on ticket_messages (organization_id, ticket_id, created_at);
create index ticket_messages_by_author on ticket_messages (organization_id, created_by, created_at);
create unique index ticket_messages_fetched on ticket_messages (organization_id, ticket_id, hubspot_id)
  where hubspot_id is not null;
select secure_table('ticket_messages', app => 'select, insert', system => 'select, insert');
