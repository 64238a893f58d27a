/* What the build exports to the server. */

export { app } from '../http/astro-app.ts';
/** The build does not contain its native code, which an update may remove from the folder of a running site. */
export { loadSharp } from '../images/read-logo.ts';
