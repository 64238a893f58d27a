/** Actions whose success the next page confirms. */
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
    'importDropped',
    'termForgotten',
    'proposalAccepted',
    'messagesClosed',
    'messagesReopened',
    'messagesDeleted',
    'importTookPlace',
    'doneByOther',
    'importCompared',
  ] as const),
  ...(['clubsAsked', 'roundStarted', 'roundMoved', 'roundEmailsStarted', 'roundEnded'] as const),
  ...(['officerAdded', 'officerRemoved', 'invitationWithdrawn'] as const),
  ...(['userChanged', 'userPersonChanged', 'identityUnlinked', 'userSessionsEnded', 'userDeleted'] as const),
  ...(['passwordChanged', 'providerJoined', 'sessionEnded', 'otherSessionsEnded'] as const),
] as const;
export type Done = (typeof DONE)[number];

/** The numbers of clubs that an action changed and that were already as requested. */
export interface DoneCounts {
  changed: number;
  already: number;
  /** The id of the step that changed them. */
  step?: number;
}
