/**
 * CSP source of the one inline style that the sign-in widget puts into its shadow root
 * (@teamhanko/hanko-elements 2.7.0). The test recomputes it from the installed package and fails
 * when an upgrade changed the style.
 */
export const HANKO_STYLE_HASH = "'sha256-woHVTquHAv1s4EpJ1rSIorUQRcWvnD/wQyBs3uZ3teE='";
