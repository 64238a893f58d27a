/** The code of an error, by which the system, the driver and the server tell them apart; empty without one. */
export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** Whether a database has refused to write, since its disk is full; nothing was changed. */
export const isDiskFull = (error: unknown): boolean => codeOf(error) === '53100';

/** What the system has against a file or a folder, for a person. */
export const SYSTEM_REASONS: Partial<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is not a folder',
  EEXIST: 'a part of its path is not a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'it is on a disk that can only be read',
  ELOOP: 'its links lead in a circle',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'it would become larger than files may be',
  EIO: 'the disk does not work',
  ENOTSUP: 'it is on a volume that cannot hold what is needed there',
  EMFILE: 'this process has too many files open',
  ENFILE: 'the system has too many files open',
  ENOMEM: 'there is not enough memory',
};

/** The same of an error; its code where there are no words for it. */
export const reasonOf = (error: unknown): string => SYSTEM_REASONS[codeOf(error)] ?? codeOf(error);
