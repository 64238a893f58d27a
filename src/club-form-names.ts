/* Names of the parameters of the club form other than the fields of a club. */

/** The file of a logo. */
export const LOGO_FILE = 'logo';
export const REMOVE_LOGO = 'remove_logo';
export const REVISION = 'revision';
/** Says that a logo file was selected, in a request without the file. */
export const LOGO_CHOSEN = 'logo_chosen';
/** Asks for a preview instead of saving. */
export const PREVIEW = 'preview';

/** The query parameter of the page that confirms an answer by confirmation link. */
export const UPDATED = 'updated';
