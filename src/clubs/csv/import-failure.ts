import { Failure } from '../../failure.ts';

/** Why an import could not be read, or written, with what is known of it. Nothing was changed. */
export type ImportFault =
  /** The tables of an import are not logged: a server that was ended hard has emptied them. */
  | { code: 'restarted' }
  /** No club used them any more. */
  | { code: 'picturesGone' }
  /** New clubs are numbered behind the largest id. */
  | { code: 'noRoom'; created: number; largest: number }
  | { code: 'tooManyRows'; limit: number }
  /** Nobody has so many, and each is looked at. */
  | { code: 'tooManyEmptyRows'; limit: number };

/** An import that failed, for the one who has it done: a command tells the message, and a page has words of its own. */
export class ImportFailure extends Failure {
  override name = 'ImportFailure';

  readonly fault: ImportFault;

  constructor(fault: ImportFault, message: string) {
    super(message);
    this.fault = fault;
  }
}
