-- What an object is and what it belongs to, as its path says: read off an index instead of every path.
alter table stored_objects
  -- Null where it counts for nobody; of an image, its own kind tells more.
  add column kind text generated always as (
    case when is_counted(path) then
      case split_part(path, '/', 1)
        when 'files' then
          case split_part(path, '/', 3) when 'original' then 'source' when 'without-label' then 'copy' else 'derived' end
        when 'images' then 'image'
        when 'exports' then 'export'
        when 'qc' then 'result'
        when 'inference' then 'result'
        else 'other'
      end
    end) stored,
  -- Null where it belongs to nothing that is known.
  add column owner_id uuid generated always as (
    case when path ~ '^(files|images|exports|qc|inference)/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/'
      then split_part(path, '/', 2)::uuid
    end) stored;
create index stored_objects_by_owner on stored_objects (organization_id, owner_id) include (kind, size, stored_at);
