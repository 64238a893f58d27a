/** What somebody has just done, which the page says that they are led to. */
export const DONE = [
  ...([
    'clubCreated',
    'clubSaved',
    'cellSaved',
    'clubConfirmed',
    'clubRestored',
    'removedForGood',
    'clubDeleted',
    'clubsChanged',
    'stepUndone',
    'stepUndoneByOther',
    'undoKept',
    'importDropped',
    'termForgotten',
    'proposalAccepted',
    'messagesClosed',
    'messagesReopened',
    'messagesDeleted',
    'importKept',
    'importTookPlace',
    'importByOther',
    'importCompared',
  ] as const),
  ...(['clubsAsked', 'roundStarted', 'roundMoved', 'roundEmailsStarted', 'roundEnded'] as const),
  ...(['officerAdded', 'officerRemoved', 'invitationWithdrawn'] as const),
  ...(['userChanged', 'userPersonChanged', 'identityUnlinked', 'userSessionsEnded', 'userDeleted'] as const),
  ...(['passwordChanged', 'providerJoined', 'sessionEnded', 'otherSessionsEnded'] as const),
] as const;
export type Done = (typeof DONE)[number];

/** Of what was done to several: how many are others now, and how many were so before. */
export interface DoneCounts {
  changed: number;
  already: number;
}
