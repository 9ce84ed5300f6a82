/** Builds the web app unless the last build was made from exactly these sources. */
export function buildWeb(): void;
