/** In characters (code points). Also limits the search for a name. */
export const NAME_LIMIT = 255;

export const MAX_SHORTLIST = 50;
export const MAX_COMPARED = 4;

/** In bytes. */
export const MAX_CLUB_FILE_BYTES = 10 * 1024 * 1024;
