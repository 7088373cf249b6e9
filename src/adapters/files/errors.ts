/** Returns the system's code for a failed file operation, such as `ENOSPC`. */
export function systemCode(error: unknown): string {
  if (error instanceof Error && 'code' in error) return String(error.code);
  return error instanceof Error ? error.name : 'unknown error';
}

export function isCode(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes(systemCode(error));
}

/** coldsign's code for a pipe or a device in place of a file. */
export const NO_FILE = 'ENOTFILE';

const words: { readonly [code: string]: string } = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'it may only be read from',
  ENOENT: 'no such file or folder',
  ENOTDIR: 'no such file or folder',
  EEXIST: 'it already exists',
  EISDIR: 'it is a folder',
  [NO_FILE]: 'it is not a file',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EFBIG: 'the file is too large',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'symbolic links lead in a circle',
  EIO: 'the disk cannot be read or written',
  EMFILE: 'too many files are open',
};

/**
 * Describes a failed file operation for people: `the disk is full (ENOSPC)`. Other errors keep
 * their message.
 */
export function systemMessage(error: unknown): string {
  if (error instanceof Error && !('code' in error)) return error.message;
  const code = systemCode(error);
  const meaning = Object.hasOwn(words, code) ? words[code] : undefined;
  return meaning === undefined ? code : `${meaning} (${code})`;
}
