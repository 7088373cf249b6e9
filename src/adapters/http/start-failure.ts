/**
 * What keeps the HTTP server from starting. The node's last words are then always the same; the
 * reason stands in its log, and only where it is `told` also among the errors.
 */
export type StartFailure = { readonly error: string; readonly told: boolean };

export const cannotStart = 'Unable to start HTTP server. See debug log for details.';

export function logged(error: string): StartFailure {
  return { error, told: false };
}

export function told(error: string): StartFailure {
  return { error, told: true };
}
