import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SyncedClubStore } from '../clubs/list/change-feed.ts';
import type { Answer } from './buffered-response.ts';
import { isRead, type FixedAnswers } from './error-responses.ts';
import { forNow, type Made } from './maker.ts';
import type { RateLimit } from './rate-limit.ts';
import type { RequestFacts } from '../process/request-log.ts';
import type { Kind, Workload } from './load-shedding.ts';

/** A request for something that may have to be made. */
export interface Asker extends RequestFacts {
  request: IncomingMessage;
  response: ServerResponse;
  /** Path and query, in their normal spelling. */
  url: string;
  kind: Kind;
  /** What this one is told beside the answer, which may be everybody's: name and value in turn. */
  headers: string[];
}

/** What says who may have something made. */
export interface Gatekeepers {
  directory: SyncedClubStore;
  /** How much of what the database is asked for each client may ask; null: as much as they like. */
  rateLimit: RateLimit | null;
  /** What is being made. */
  workload: Workload;
}

/** Lets work begin for which there is room, of clients that have not asked too much. */
export interface Admission {
  /** Why nothing is made for a request, `isOurs` where it is not the client's doing; or it has begun, and `end` is to be called. */
  admit: (asker: Asker) => { refusal: Answer; isOurs: boolean } | { end: () => void };
  /** Does what a request asks for, if it may be done. The work goes on when nobody waits for it any more. */
  makeIfAdmitted: (asker: Asker, work: () => Promise<Made>) => Promise<Made>;
}

export function createAdmission({ directory, rateLimit, workload }: Gatekeepers, fixed: FixedAnswers): Admission {
  const admit: Admission['admit'] = (asker) => {
    const allowance = rateLimit?.take(asker.clientAddress);
    if (allowance) asker.headers.push(...allowance.headers);
    if (allowance?.isExceeded) return { refusal: fixed.tooMany(asker.url), isOurs: false };
    const end = workload.begin(asker.kind);
    if (end) return { end };
    return { refusal: (directory.isUnresponsive() ? fixed.unavailable : fixed.busy)(asker.url), isOurs: true };
  };

  const makeIfAdmitted: Admission['makeIfAdmitted'] = async (asker, work) => {
    const admitted = admit(asker);
    if ('refusal' in admitted) return forNow(admitted.refusal);
    const made = work();
    const end = countOnceSent(workload, asker.request, admitted.end);
    made.then(end, end);
    return await made;
  };

  return { admit, makeIfAdmitted };
}

/** A body that comes slowly takes no room from others: what it asks for counts again when all of it is there. */
function countOnceSent(workload: Workload, request: IncomingMessage, end: () => void): () => void {
  if (isRead(request) || request.complete) return end;
  end();
  let isOver = false;
  let endAgain: (() => void) | undefined;
  request.once('end', () => {
    if (!isOver) endAgain = workload.join();
  });
  return () => {
    isOver = true;
    endAgain?.();
  };
}
