/**
 * The reason why the HTTP server cannot start. The last line on standard error is always
 * `cannotStart`, as for a node. The log contains the reason; standard error contains it only if
 * `isShown`.
 */
export type StartFailure = { readonly error: string; readonly isShown: boolean };

export const cannotStart = 'Unable to start HTTP server. See debug log for details.';

export function logged(error: string): StartFailure {
  return { error, isShown: false };
}

export function shown(error: string): StartFailure {
  return { error, isShown: true };
}
