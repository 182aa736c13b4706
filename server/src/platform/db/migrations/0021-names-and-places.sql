-- Names of slides and nothing else: a word that many of them have is counted by looking through them all.
create index slides_names on slides (organization_id, search_key) include (id) where deleted_at is null;

-- How many have all of the words, and which: for words that the index of words doesn't know or that too many have. As the
-- owner, as slides_matching does. By one process: several would rather read the whole table, with everybody's slides.
create function count_slides_named(patterns text[]) returns bigint
  language sql stable security definer set search_path = public, pg_temp set max_parallel_workers_per_gather = 0
as $$
  select count(*) from slides
  where organization_id = current_organization() and deleted_at is null and search_key like all (patterns)
$$;
create function slides_named(patterns text[]) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp set max_parallel_workers_per_gather = 0
as $$
  select id from slides
  where organization_id = current_organization() and deleted_at is null and search_key like all (patterns)
$$;
revoke all on function count_slides_named(text[]), slides_named(text[]) from public;
grant execute on function count_slides_named(text[]), slides_named(text[]) to cresyl_app;

-- Files that no slide tells the place of, so that it is the project they were sent to: those that have none, and those
-- whose slide was deleted. As the owner, as deleted slides are hidden; each part reads indexes alone.
-- Planned anew each time: projects differ in size.
drop index files_by_project, slides_deleted_by_creation;
create index files_by_project on files (organization_id, project_id) include (id) where project_id is not null;
create index slides_deleted_by_creation on slides (organization_id, created_at desc, id)
  include (deleted_at, project_id, file_id) where deleted_at is not null;
create function files_without_slide(projects uuid[]) returns setof uuid
  language plpgsql stable security definer rows 100 set search_path = public, pg_temp
  set plan_cache_mode = force_custom_plan
as $$
begin
  return query
  select f.id from files f
  where f.organization_id = current_organization() and f.project_id = any (projects)
    and not exists (select from slides s where s.organization_id = f.organization_id and s.file_id = f.id)
  union all
  select f.id from slides s join files f on f.organization_id = s.organization_id and f.id = s.file_id
  where s.organization_id = current_organization() and s.deleted_at is not null and f.project_id = any (projects);
end $$;
revoke all on function files_without_slide(uuid[]) from public;
grant execute on function files_without_slide(uuid[]) to cresyl_app;
