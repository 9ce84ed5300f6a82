import { lazy } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { preloadHistory } from '../features/chat/preload-history.ts';
import { LandingScreen } from '../features/landing/landing-screen.tsx';
import { NoSuchPage, RequireAdmin, RequireConsent, RequireUser } from '../session/guards.tsx';
import { BareLayout, MainLayout } from './main-layout.tsx';

const loadSignedInArea = () => import('./signed-in-area.tsx');
const loadChatScreen = () => import('../features/chat/chat-screen.tsx');

const SignedInArea = lazy(async () => ({ default: (await loadSignedInArea()).SignedInArea }));
const LoginScreen = lazy(async () => ({
  default: (await import('../features/login/login-screen.tsx')).LoginScreen,
}));
const ConsentScreen = lazy(async () => ({
  default: (await import('../features/consent/consent-screen.tsx')).ConsentScreen,
}));
const ChatScreen = lazy(async () => ({ default: (await loadChatScreen()).ChatScreen }));
const ProfileScreen = lazy(async () => ({
  default: (await import('../features/profile/profile-screen.tsx')).ProfileScreen,
}));
const AdminLayout = lazy(async () => ({
  default: (await import('./admin-layout.tsx')).AdminLayout,
}));
const DashboardScreen = lazy(async () => ({
  default: (await import('../features/admin-dashboard/dashboard-screen.tsx')).DashboardScreen,
}));
const DocumentsScreen = lazy(async () => ({
  default: (await import('../features/documents/documents-screen.tsx')).DocumentsScreen,
}));
const SitesScreen = lazy(async () => ({
  default: (await import('../features/sites/sites-screen.tsx')).SitesScreen,
}));
const LogsScreen = lazy(async () => ({
  default: (await import('../features/logs/logs-screen.tsx')).LogsScreen,
}));
const UsersScreen = lazy(async () => ({
  default: (await import('../features/users/users-screen.tsx')).UsersScreen,
}));

/**
 * Loads the chat while the server is asked who is here, for a person who will see it next; what was
 * said before as well, when the browser remembers somebody who may read it.
 */
export function preloadChat({ withHistory }: { withHistory: boolean }): void {
  if (withHistory) preloadHistory();
  // A failure shows when the screen itself is wanted.
  Promise.all([loadSignedInArea(), loadChatScreen()]).catch(() => undefined);
}

/** Which screen stands at which path, and who may see it. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<BareLayout />}>
        <Route path="/login" element={<LoginScreen />} />
        <Route element={<RequireUser />}>
          <Route path="/consent" element={<ConsentScreen />} />
        </Route>
      </Route>
      <Route element={<MainLayout />}>
        <Route path="/" element={<LandingScreen />} />
        <Route element={<RequireUser />}>
          <Route element={<RequireConsent />}>
            <Route element={<SignedInArea />}>
              <Route path="/chat" element={<ChatScreen />} />
              <Route path="/profile" element={<ProfileScreen />} />
              <Route element={<RequireAdmin />}>
                <Route path="/admin" element={<AdminLayout />}>
                  <Route index element={<Navigate to="/admin/dashboard" replace />} />
                  <Route path="dashboard" element={<DashboardScreen />} />
                  <Route path="docs" element={<DocumentsScreen />} />
                  <Route path="users" element={<UsersScreen />} />
                  <Route path="sites" element={<SitesScreen />} />
                  <Route path="logs" element={<LogsScreen />} />
                </Route>
              </Route>
            </Route>
          </Route>
        </Route>
      </Route>
      <Route path="*" element={<NoSuchPage />} />
    </Routes>
  );
}
