-- Slides by the size of their file, which the database keeps with them: to order by a column of another table every
-- slide would have to be looked up.
alter table slides add column size bigint not null default 0;
alter table slides disable trigger user;
update slides s set size = f.size from files f where f.organization_id = s.organization_id and f.id = s.file_id;
alter table slides enable trigger user;

create function take_file_size() returns trigger
  language plpgsql set search_path = public, pg_temp
as $$
begin
  new.size := coalesce(
    (select f.size from files f where f.organization_id = new.organization_id and f.id = new.file_id), 0);
  return new;
end $$;
create trigger take_file_size before insert on slides for each row execute function take_file_size();

-- As the owner: also slides that were deleted keep it.
create function hand_on_file_size() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update slides set size = new.size where organization_id = new.organization_id and file_id = new.id;
  return null;
end $$;
revoke all on function hand_on_file_size() from public;
grant execute on function hand_on_file_size() to cresyl_app, cresyl_system;
create trigger hand_on_file_size after update of size on files for each row
  when (old.size is distinct from new.size) execute function hand_on_file_size();

-- Each order with all that lists are filtered by: a page and its count read one index and nothing else.
drop index slides_by_creation, slides_by_update, slides_by_name, slides_by_project, slides_by_tissue,
  slides_by_stainer, slides_by_author;
create index slides_by_creation on slides (organization_id, created_at desc, id)
  include (deleted_at, project_id, tissue_id, stainer_id, qc_state, created_by);
create index slides_by_update on slides (organization_id, updated_at desc, id)
  include (deleted_at, project_id, tissue_id, stainer_id, qc_state, created_by, created_at);
create index slides_by_name on slides (organization_id, search_key, id)
  include (deleted_at, project_id, tissue_id, stainer_id, qc_state, created_by, created_at);
create index slides_by_size on slides (organization_id, size, id)
  include (deleted_at, project_id, tissue_id, stainer_id, qc_state, created_by, created_at);
create index slides_by_project on slides (organization_id, project_id, created_at desc, id)
  include (deleted_at, tissue_id, stainer_id, qc_state, created_by, updated_at, size);
create index slides_by_tissue on slides (organization_id, tissue_id, created_at desc, id) include (deleted_at);
create index slides_by_stainer on slides (organization_id, stainer_id, created_at desc, id) include (deleted_at);
create index slides_by_qc_state on slides (organization_id, qc_state, created_at desc, id) include (deleted_at);
create index slides_by_author on slides (organization_id, created_by, project_id) include (deleted_at, created_at, id);

-- Projects that were deleted are hidden; slides that are still in them are shown as unsorted.
create function deleted_projects() returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
as $$
  select id from projects where organization_id = current_organization() and deleted_at is not null
$$;
revoke all on function deleted_projects() from public;
grant execute on function deleted_projects() to cresyl_app;
