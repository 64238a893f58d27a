/** The code of an error of the system, the driver or the server; empty without one. */
export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** Texts for common system errors with files and folders. */
export const SYSTEM_REASONS: Partial<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EISDIR: 'it is a folder',
  ENOTDIR: 'part of its path is not a folder',
  EEXIST: 'part of its path is not a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
};

/** The text for an error, or its code. */
export const reasonOf = (error: unknown): string => SYSTEM_REASONS[codeOf(error)] ?? codeOf(error);
