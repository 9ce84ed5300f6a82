import { AppError } from '../platform/app-error.ts';
import type { Session } from './session-store.ts';

/** Holds a user id that came from outside against the session's. @throws AppError `foreign_user` */
export function refuseForeignUser(session: Session, userId: string): void {
  if (session.userId !== userId) throw new AppError('foreign_user');
}
