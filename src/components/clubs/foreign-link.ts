/** The `rel` of user-generated links. */
export const FOREIGN = 'nofollow ugc noopener';
