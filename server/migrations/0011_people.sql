-- Who holds an address, who may erase, and whose a consent given without an account is.

-- An address belongs to the person whose token was the newest to prove it. Where several rows say the
-- same, nobody knows any more which; the next sign-in does.
alter table users add column email_proved_at timestamptz;
update users set email = null
  where email in (select email from users group by email having count(*) > 1);
create unique index users_email on users (email);

-- A grant waits for whoever first proves the address, and is used up by them.
delete from admin_grants using users
  where users.is_admin and lower(admin_grants.email) = users.email;

-- Until when the session may erase its person although the provider has ended it.
alter table sessions add column erasable_until timestamptz;

-- One row a session id: the first that was given.
delete from public_consents as later using public_consents as earlier
  where later.session_id = earlier.session_id
    and (later.accepted_at, later.id) > (earlier.accepted_at, earlier.id);
create unique index public_consents_session_id on public_consents (session_id);
create index public_consents_email on public_consents (lower(email));
create index public_consents_unbound on public_consents (accepted_at) where user_id is null;
