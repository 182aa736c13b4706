-- Whoever sent a file that came to nothing removes it; no other file is removed by a request.
grant delete on files to cresyl_app;
create policy ended on files as restrictive for delete to cresyl_app
  using (state in ('failed', 'aborted') or (state = 'stored' and reading_state = 'failed' and origin = 'upload'));
