-- How many slides each project has (null: those in none), as a sum of what was added and taken away: whoever adds a
-- slide waits for nobody else who does. Rows of the same project are made one from time to time.
create table slide_counts (
  n bigint generated always as identity primary key,
  organization_id uuid not null references organizations (id),
  project_id uuid,
  slides bigint not null
);
create index slide_counts_by_project on slide_counts (organization_id, project_id) include (slides);
alter table slide_counts enable row level security;
create policy own on slide_counts to cresyl_app using (organization_id = current_organization());
create policy system on slide_counts to cresyl_system using (true);
grant select, insert on slide_counts to cresyl_app;
grant select, insert, delete on slide_counts to cresyl_system;

create function count_slides() returns trigger
  language plpgsql set search_path = public, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    insert into slide_counts (organization_id, project_id, slides)
      select organization_id, project_id, count(*) from new_rows where deleted_at is null group by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into slide_counts (organization_id, project_id, slides)
      select organization_id, project_id, -count(*) from old_rows where deleted_at is null group by 1, 2;
  else
    insert into slide_counts (organization_id, project_id, slides)
      select organization_id, project_id, sum(change) from (
        select organization_id, project_id, 1 as change from new_rows where deleted_at is null
        union all
        select organization_id, project_id, -1 from old_rows where deleted_at is null
      ) as changes group by 1, 2 having sum(change) <> 0;
  end if;
  return null;
end $$;
create trigger count_insert after insert on slides referencing new table as new_rows
  for each statement execute function count_slides();
create trigger count_update after update on slides referencing old table as old_rows new table as new_rows
  for each statement execute function count_slides();
create trigger count_delete after delete on slides referencing old table as old_rows
  for each statement execute function count_slides();
insert into slide_counts (organization_id, project_id, slides)
  select organization_id, project_id, count(*) from slides where deleted_at is null group by 1, 2;

-- What an organisation has in storage, in bytes, in the same way.
create table stored_bytes (
  n bigint generated always as identity primary key,
  organization_id uuid not null references organizations (id),
  bytes bigint not null
);
create index stored_bytes_by_organization on stored_bytes (organization_id) include (bytes);
alter table stored_bytes enable row level security;
create policy own on stored_bytes to cresyl_app using (organization_id = current_organization());
create policy system on stored_bytes to cresyl_system using (true);
grant select, insert on stored_bytes to cresyl_app;
grant select, insert, delete on stored_bytes to cresyl_system;

-- What the platform keeps for itself takes up none of anybody's space (object-key.ts).
create function is_counted(path text) returns boolean
  language sql immutable parallel safe
  return not starts_with(path, 'audit/');

create function count_stored_bytes() returns trigger
  language plpgsql set search_path = public, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    insert into stored_bytes (organization_id, bytes)
      select organization_id, sum(size) from new_rows where is_counted(path) group by 1 having sum(size) <> 0;
  elsif tg_op = 'DELETE' then
    insert into stored_bytes (organization_id, bytes)
      select organization_id, -sum(size) from old_rows where is_counted(path) group by 1 having sum(size) <> 0;
  else
    insert into stored_bytes (organization_id, bytes)
      select organization_id, sum(change) from (
        select organization_id, size as change from new_rows where is_counted(path)
        union all
        select organization_id, -size from old_rows where is_counted(path)
      ) as changes group by 1 having sum(change) <> 0;
  end if;
  return null;
end $$;
create trigger count_insert after insert on stored_objects referencing new table as new_rows
  for each statement execute function count_stored_bytes();
create trigger count_update after update on stored_objects referencing old table as old_rows new table as new_rows
  for each statement execute function count_stored_bytes();
create trigger count_delete after delete on stored_objects referencing old table as old_rows
  for each statement execute function count_stored_bytes();
insert into stored_bytes (organization_id, bytes)
  select organization_id, sum(size) from stored_objects where is_counted(path) group by 1;

-- Until when a person has seen what needed attention. Not a part of their membership: superadmins have none.
create table attention_seen (
  organization_id uuid not null references organizations (id),
  user_id uuid not null references users (id),
  seen_at timestamptz not null,
  primary key (organization_id, user_id)
);
alter table attention_seen enable row level security;
create policy own on attention_seen to cresyl_app using (organization_id = current_organization());
create policy own_to_see on attention_seen as restrictive to cresyl_app using (user_id = current_person());
create policy system on attention_seen to cresyl_system using (true);
grant select, insert, update on attention_seen to cresyl_app;
create index files_failed on files (organization_id, updated_at desc) where state = 'failed' or reading_state = 'failed';
create index jobs_failed on jobs (organization_id, finished_at desc) where state = 'failed' and parent_id is null;

alter table profiles add column welcomed boolean not null default false;

-- When a person last opened a slide, also where that is no new row of the audit log: what they go on with.
alter table views add column opened_at timestamptz not null default now();
update views set opened_at = viewed_at;
create index views_recent on views (organization_id, user_id, opened_at desc) where not identifying;

-- The activity of a project: of itself, of what is in it, and of what was moved out of it.
create index audits_by_project on audits (organization_id, (details ->> 'project_id'), occurred_at desc)
  where details ? 'project_id';
create index audits_by_former_project on audits (organization_id, (details ->> 'former_project_id'), occurred_at desc)
  where details ? 'former_project_id';

-- Slides by who sent them, and the people whose slides there are.
create index slides_by_author on slides (organization_id, created_by, project_id) include (deleted_at);
