/** As in package.json; a test holds them together. */
export const version = '0.1.0';

/** The build writes the commit in. */
declare const COLDSIGN_COMMIT: string | undefined;

/**
 * 40 hex digits, `-changed` behind them where the files were others; `unknown`: not built from a
 * repository.
 */
export const commit = typeof COLDSIGN_COMMIT === 'undefined' ? 'unknown' : COLDSIGN_COMMIT;

/** Which program this is, and the sources that it can be built from again. */
export const versionText = `coldsign v${version}\ncommit ${commit}`;
