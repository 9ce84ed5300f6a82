import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ApiError } from './api-client.ts';
import { useFailureText } from './failure-text.ts';

test.each(['constructor', '__proto__', 'toString', 'unknown'])(
  '[DOC-08] the code %s of a refusal is no text',
  (code) => {
    const { result } = renderHook(() => useFailureText());
    const refusal = new ApiError({ status: 500, code, message: '' });
    expect(result.current(refusal, 'Fallback')).toBe('Fallback');
  },
);
