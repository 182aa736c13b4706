-- A change of many slides. It has the id of the job that stands for it and goes with it.
create table slide_batches (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  -- contract/slide-batches.ts
  action jsonb not null,
  -- The batch that it takes back.
  undoes uuid,
  undone_by uuid,
  -- Whom the audit log names, and whether as a superadmin who visits.
  created_by uuid references users (id),
  acting boolean not null default false,
  -- The projects that its own row of the audit log names: rows of single slides need not name them again.
  told_projects uuid[] not null default '{}',
  created_at timestamptz not null default now(),
  unique (organization_id, id),
  foreign key (organization_id, id) references jobs (organization_id, id) on delete cascade,
  foreign key (organization_id, undoes) references slide_batches (organization_id, id) on delete set null (undoes)
);
create index slide_batches_undoing on slide_batches (organization_id, undoes) where undoes is not null;
alter table slide_batches enable row level security;
create policy own on slide_batches to cresyl_app using (organization_id = current_organization());
create policy system on slide_batches to cresyl_system using (true);
grant select, insert, update on slide_batches to cresyl_app;
grant select on slide_batches to cresyl_system;

-- As many of its slides as are changed in one transaction, and what came of them.
create table slide_batch_chunks (
  organization_id uuid not null references organizations (id),
  batch_id uuid not null,
  chunk integer not null,
  -- Of the first slide among all that the batch is about, from 1.
  first_n integer not null,
  slide_ids uuid[] not null,
  -- Null until they were changed.
  done_at timestamptz,
  -- [{"slide_id", "version": that was written, "before": what it was}], to take it back where nobody changed it since.
  changed jsonb not null default '[]',
  -- [{"slide_id", "reason"}]
  skipped jsonb not null default '[]',
  unchanged integer not null default 0,
  primary key (organization_id, batch_id, chunk),
  foreign key (organization_id, batch_id) references slide_batches (organization_id, id) on delete cascade
);
alter table slide_batch_chunks enable row level security;
create policy own on slide_batch_chunks to cresyl_app using (organization_id = current_organization());
create policy system on slide_batch_chunks to cresyl_system using (true);
grant select, insert, update on slide_batch_chunks to cresyl_app;
grant select on slide_batch_chunks to cresyl_system;
