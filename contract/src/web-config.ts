import { z } from 'zod';

/**
 * What the server writes into the page it serves (the `content` of `<meta name="app-config">`, as
 * JSON), so that the browser makes no extra call for it.
 */
export const webConfigSchema = z.object({
  productName: z.string(),
  assistantName: z.string(),
  consentVersion: z.string(),
  /** Absolute address of the sign-in provider, without a trailing slash. */
  signInUrl: z.string(),
  termsUrl: z.string(),
  privacyUrl: z.string(),
  /** Whom families may ask at the school or club: a name, and a `mailto:` or `https:` address. Both empty: nobody. */
  contactName: z.string(),
  contactUrl: z.string(),
});
export type WebConfig = z.infer<typeof webConfigSchema>;
