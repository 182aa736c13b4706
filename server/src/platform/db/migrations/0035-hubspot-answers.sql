-- What those who read tickets in HubSpot answer there is fetched, and each answer kept once.
alter table ticket_messages add column hubspot_id text;
create unique index ticket_messages_fetched on ticket_messages (organization_id, ticket_id, hubspot_id)
  where hubspot_id is not null;
grant insert on ticket_messages to cresyl_system;

-- When HubSpot is asked for them next; null where it isn't.
alter table tickets add column answers_due_at timestamptz;
create index tickets_to_ask_about on tickets (answers_due_at) where answers_due_at is not null;
update tickets set answers_due_at = now() where delivery = 'sent' and hubspot_id is not null;
