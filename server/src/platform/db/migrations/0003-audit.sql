create table audits (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  xid xid8 not null default pg_current_xact_id(),
  occurred_at timestamptz not null,
  event text not null,
  user_id uuid,
  subject_id uuid,
  details jsonb not null default '{}',
  request_id text,
  -- The address of the client, its name for itself, and its API token. Seals cover the three where they are known.
  address text,
  client text,
  api_token_id uuid
);

-- Computed from sealed columns, so that nobody can hide an act.
create function is_by_superadmin(event text, details jsonb) returns boolean
  language sql immutable parallel safe
  return event = 'organization.entered' or coalesce(details -> 'superadmin' = 'true'::jsonb, false);

create index audits_in_sealing_order on audits (organization_id, xid, id);
-- The log is read in pages, newest first: by time, event, person, address, program, token and subject.
create index audits_by_time on audits (organization_id, occurred_at desc, id desc);
create index audits_by_event on audits (organization_id, event, occurred_at desc, id desc);
create index audits_by_person on audits (organization_id, user_id, event, occurred_at desc, id desc);
create index audits_by_address on audits (organization_id, address, occurred_at desc, id desc)
  where address is not null;
create index audits_by_superadmin on audits (organization_id, occurred_at desc, id desc)
  where is_by_superadmin(event, details);
create index audits_by_client on audits (organization_id, client, occurred_at desc, id desc)
  where client is not null;
create index audits_by_token on audits (organization_id, api_token_id, occurred_at desc, id desc)
  where api_token_id is not null;
-- The history of a slide: events of the slide, its file and its images.
create index audits_by_subject on audits (organization_id, subject_id, occurred_at desc);
-- Exports are deleted after a while: their rows name the image that they were made of.
create index audits_by_image on audits (organization_id, (details ->> 'image_id'), occurred_at desc)
  where details ? 'image_id';
-- The activity of a project: of the project itself, of its content, and of content that was moved out of it.
create index audits_by_project on audits (organization_id, (details ->> 'project_id'), occurred_at desc)
  where details ? 'project_id';
create index audits_by_former_project on audits (organization_id, (details ->> 'former_project_id'), occurred_at desc)
  where details ? 'former_project_id';
-- Only the owner can change or remove a row, and the seals reveal it.
select secure_table('audits', app => 'select, insert', system => 'select, insert');

create table audit_seals (
  organization_id uuid not null references organizations (id),
  n bigint not null,
  upto_xid xid8 not null,
  rows integer not null,
  -- Rows of this seal and all before it, so that reading it needs no sum over all seals.
  total bigint,
  hash bytea not null,
  signature bytea not null,
  key_id text not null,
  sealed_at timestamptz not null,
  primary key (organization_id, n)
);
select secure_table('audit_seals', app => 'select', system => 'select, insert');

-- The last seal of an organisation that has a copy in storage. Verification expects copies up to it: removing some is
-- detected.
create table seal_copies (
  organization_id uuid primary key references organizations (id),
  upto_n bigint not null
);
select secure_table('seal_copies', app => 'select', system => 'select, insert, update');

-- Results of comparing the log with its seals.
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
  -- As sentences, as many as are shown; fault_count counts all.
  faults jsonb not null default '[]',
  fault_count integer not null,
  uncompared text
);
create index audit_verifications_by_time on audit_verifications (organization_id, finished_at desc, id desc);
select secure_table('audit_verifications', app => 'select', system => 'select, insert');

-- The audit log of a project, newest first. Looking into JSON is not leakproof, so no index serves it under row-level
-- security: the functions run as the owner and take the organisation from the transaction.
create function project_history(project uuid, events text[], most bigint) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
as $$
  select id from (
    (select id, occurred_at from audits
      where organization_id = current_organization() and subject_id = project and event = any (events)
      order by occurred_at desc, id desc limit most)
    union all
    (select id, occurred_at from audits
      where organization_id = current_organization() and details ? 'project_id'
        and details ->> 'project_id' = project::text and event = any (events)
      order by occurred_at desc, id desc limit most)
    union all
    (select id, occurred_at from audits
      where organization_id = current_organization() and details ? 'former_project_id'
        and details ->> 'former_project_id' = project::text and event = any (events)
      order by occurred_at desc, id desc limit most)
  ) as rows order by occurred_at desc, id desc limit most
$$;
create function count_project_history(project uuid, events text[]) returns bigint
  language sql stable security definer set search_path = public, pg_temp
as $$
  select (select count(*) from audits
      where organization_id = current_organization() and subject_id = project and event = any (events))
    + (select count(*) from audits
      where organization_id = current_organization() and details ? 'project_id'
        and details ->> 'project_id' = project::text and event = any (events))
    + (select count(*) from audits
      where organization_id = current_organization() and details ? 'former_project_id'
        and details ->> 'former_project_id' = project::text and event = any (events))
$$;
revoke all on function project_history(uuid, text[], bigint), count_project_history(uuid, text[]) from public;
grant execute on function project_history(uuid, text[], bigint), count_project_history(uuid, text[]) to cresyl_app;
