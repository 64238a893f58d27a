/* Names of the parameters of the club form that are not fields of a club. */

export const LOGO_FILE = 'logo';
export const REMOVE_LOGO = 'remove_logo';
export const REVISION = 'revision';
/** Marks a request without the file of a selected logo. */
export const LOGO_CHOSEN = 'logo_chosen';
/** Requests a preview instead of saving. */
export const PREVIEW = 'preview';

/** The query parameter of the page that confirms an answer by confirmation link. */
export const UPDATED = 'updated';
