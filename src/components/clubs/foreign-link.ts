/** The `rel` of a link that a club has given: nobody answers for what is behind it. */
export const FOREIGN = 'nofollow ugc noopener';
