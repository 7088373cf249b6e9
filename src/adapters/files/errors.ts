/** What the system says of a failed file operation: `ENOSPC`, or whatever it was. */
export function systemCode(error: unknown): string {
  if (error instanceof Error && 'code' in error) return String(error.code);
  return error instanceof Error ? error.name : 'unknown error';
}

export function isCode(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes(systemCode(error));
}
