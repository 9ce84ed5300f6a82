import { parse } from 'bowser';
import type { Session } from '../store/session-store.ts';

/** A session as the account page lists it. */
export function viewSession(session: Session, current: boolean): object {
  const { userAgent, ipAddress } = session;
  const label = userAgent ? labelBrowser(userAgent) : undefined;
  return {
    id: session.id,
    ...(userAgent ? { user_agent_raw: userAgent } : {}),
    ...(label ? { user_agent: label } : {}),
    ...(ipAddress ? { ip_address: ipAddress } : {}),
    current,
    created_at: session.createdAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
    last_used: session.lastUsed.toISOString(),
  };
}

/** "OS (Browser)", as far as the user agent tells. */
export function labelBrowser(userAgent: string): string | undefined {
  const { os, browser } = parse(userAgent);
  if (os.name && browser.name) return `${os.name} (${browser.name})`;
  return browser.name || os.name || undefined;
}
