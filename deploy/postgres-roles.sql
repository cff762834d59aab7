-- Creates two PostgreSQL accounts for Latchkey: an owner, and an account for the server that can only read and write rows.
-- Run this script as a superuser in Latchkey's database, before the first start and after each `latchkey migrate`,
-- `restore` and `import`:
--   psql -d latchkey -f deploy/postgres-roles.sql
-- Then set both passwords: \password latchkey_owner and \password latchkey_app.

do $$
begin
  if not exists (select from pg_roles where rolname = 'latchkey_owner') then create role latchkey_owner login; end if;
  if not exists (select from pg_roles where rolname = 'latchkey_app') then create role latchkey_app login; end if;
end $$;

-- The owner creates and changes tables; the commands migrate, restore and import need this account.
revoke all on schema public from public;
grant usage, create on schema public to latchkey_owner;

-- The server (DATABASE_URL=postgres://latchkey_app:…) reads and writes rows only.
grant usage on schema public to latchkey_app;
grant select, insert, update, delete on all tables in schema public to latchkey_app;
grant usage, select on all sequences in schema public to latchkey_app;

-- Audit entries can be added and read. Only the values in them can be changed, to erase a guest's data.
do $$
begin
  if to_regclass('public.audit_entry') is not null then
    revoke update, delete on audit_entry from latchkey_app;
    grant update (before_value, after_value) on audit_entry to latchkey_app;
  end if;
end $$;
