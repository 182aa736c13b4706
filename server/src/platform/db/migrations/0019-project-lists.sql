-- The slides of a project in every order: the database expects them to be spread evenly, and what came in one go is not.
create index slides_by_project_and_name on slides (organization_id, project_id, search_key, id)
  include (deleted_at, tissue_id, stainer_id, qc_state, created_by, created_at);
create index slides_by_project_and_update on slides (organization_id, project_id, updated_at desc, id)
  include (deleted_at, tissue_id, stainer_id, qc_state, created_by, created_at);
create index slides_by_project_and_size on slides (organization_id, project_id, size, id)
  include (deleted_at, tissue_id, stainer_id, qc_state, created_by, created_at);
-- Those that were deleted, in an organisation.
create index slides_deleted_by_creation on slides (organization_id, created_at desc, id)
  include (deleted_at, project_id) where deleted_at is not null;

-- What the audit log tells of a project, the newest first. Looking into JSON is not leakproof, so no index serves it
-- under row-level security: this runs as the owner and takes the organisation from the transaction.
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
