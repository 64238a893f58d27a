/** As long as the name of a club may be, in characters (code points), and what somebody looks for of one. */
export const NAME_LIMIT = 255;
