/** Whether a goal was met, and the goal with the measured figure in words. */
export type Verdict = [isMet: boolean, text: string];
