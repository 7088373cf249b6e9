import { ColdsignError } from './coldsign-error.ts';
import { withCause } from './plain-error.ts';

/**
 * Loads code that a bundle keeps in a file of its own, before anything is signed. If that fails,
 * for example because the app is offline, the error is `NOT_LOADED`.
 *
 * @param load - Returns `await import(...)` of one file.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const hint =
      'Nothing was signed. Connect and try again, or reload the app. An app that works offline keeps all files of its bundle in its cache.';
    throw withCause(
      new ColdsignError('NOT_LOADED', 'A part of the app could not be loaded', { hint }),
      error,
    );
  }
}
