/**
 * The reason why the HTTP server cannot start. A node's last line is always the same. The log
 * contains the reason; the errors do only if the member is true.
 */
export type StartFailure = { readonly error: string; readonly told: boolean };

export const cannotStart = 'Unable to start HTTP server. See debug log for details.';

export function logged(error: string): StartFailure {
  return { error, told: false };
}

export function told(error: string): StartFailure {
  return { error, told: true };
}
