/** Version, as in package.json; a test compares them. */
export const version = '0.1.0';

/** Set by the build. */
declare const COLDSIGN_COMMIT: string | undefined;

/**
 * 40 hex digits, with `-changed` if files were modified; `unknown` if not built from a repository.
 */
export const commit = typeof COLDSIGN_COMMIT === 'undefined' ? 'unknown' : COLDSIGN_COMMIT;

/** Name, version and commit of this program, from which it can be rebuilt. */
export const versionText = `coldsign v${version}\ncommit ${commit}`;
