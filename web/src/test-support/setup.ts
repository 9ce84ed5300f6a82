import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

/** The first screen of a file loads its code, which takes its time on a busy machine. */
configure({ asyncUtilTimeout: 20_000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
