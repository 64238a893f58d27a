/** The longest name of a club, and the longest search for one, in characters (code points). */
export const NAME_LIMIT = 255;

/** The length of a password, in characters. */
export const PASSWORD_LENGTH = { least: 12, most: 128 };

/** The maximum number of clubs on a shortlist, and in a comparison. */
export const MAX_SHORTLIST = 50;
export const MAX_COMPARED = 4;

/** The maximum size of a CSV file that is uploaded, in bytes. */
export const MAX_CLUB_FILE_BYTES = 10 * 1024 * 1024;
