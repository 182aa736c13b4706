-- µm of a pixel as a person says; null: as the file does.
alter table slides add column mpp double precision check (mpp between 0.01 and 100);
-- As the file says. What counts, the person's word before the file's, is in mpp_x and mpp_y.
alter table images add column file_mpp_x double precision, add column file_mpp_y double precision;
update images set file_mpp_x = mpp_x, file_mpp_y = mpp_y where kind = 'source' and mpp_x is not null;

-- The pixel size of the image when this was made, where it is another now: {"mpp_x", "mpp_y"}, both null where nobody
-- knew. Null: the same.
alter table qc_jobs add column made_scale jsonb;
alter table inference_jobs add column made_scale jsonb;
-- What lies over an image stays where it is when the image is given another pixel size.
grant update (space) on inference_outputs to cresyl_app, cresyl_system;
