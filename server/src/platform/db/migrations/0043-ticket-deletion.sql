-- Tickets can be deleted. Their screenshots are in storage, where they count; those that are in a table are older.
grant delete on tickets to cresyl_app;
