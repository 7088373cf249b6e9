/** What the system says of a failed file operation: `ENOSPC`, or whatever it was. */
export function systemCode(error: unknown): string {
  if (error instanceof Error && 'code' in error) return String(error.code);
  return error instanceof Error ? error.name : 'unknown error';
}

export function isCode(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes(systemCode(error));
}

/** Of our own: a pipe or a device where a file should be. */
export const NO_FILE = 'ENOTFILE';

const words: { readonly [code: string]: string } = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'it may only be read from',
  ENOENT: 'no such file or folder',
  ENOTDIR: 'no such file or folder',
  EISDIR: 'it is a folder',
  [NO_FILE]: 'it is no file',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EFBIG: 'the file is too large',
  EIO: 'the disk cannot be read or written',
  EMFILE: 'too many files are open',
};

/**
 * The same for a person: `the disk is full (ENOSPC)`. What is not of the system has its own words.
 */
export function systemWords(error: unknown): string {
  if (error instanceof Error && !('code' in error)) return error.message;
  const code = systemCode(error);
  const meaning = Object.hasOwn(words, code) ? words[code] : undefined;
  return meaning === undefined ? code : `${meaning} (${code})`;
}
