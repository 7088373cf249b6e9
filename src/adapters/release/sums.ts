/** The name of the file that lists the files of a release, as `sha256sum` writes and reads it. */
export const SUMS = 'SHA256SUMS';
/** What is behind that name in the name of its signature. */
export const SIGNATURE = '.minisig';

const LINE = /^([0-9a-f]{64}) [ *]([\w.+-]+)$/;

/**
 * Digest (hex) of each name. `undefined`: that is no such list, or it says two things of one name.
 */
export function parseSums(text: string): ReadonlyMap<string, string> | undefined {
  const lines = text.trimEnd().split(/\r?\n/);
  const sums = new Map<string, string>();
  for (const line of lines) {
    const [, digest, name] = LINE.exec(line) ?? [];
    if (digest === undefined || name === undefined || sums.has(name)) return undefined;
    sums.set(name, digest);
  }
  return sums;
}

export type Release = { readonly version: string; readonly commit: string };

/** What is signed beside the sums: else one release's sums could be handed out as another's. */
export function releaseComment({ version, commit }: Release): string {
  return `coldsign ${version} commit ${commit}`;
}

export function parseReleaseComment(comment: string): Release | undefined {
  const [, version, commit] =
    /^coldsign (\d+\.\d+\.\d+[\w.+-]*) commit ([0-9a-f]{40})$/.exec(comment) ?? [];
  return version === undefined || commit === undefined ? undefined : { version, commit };
}

/** By the three numbers alone. */
export function isOlderVersion(one: string, other: string): boolean {
  const [a, b] = [numbersOf(one), numbersOf(other)];
  const at = a.findIndex((number, i) => number !== b[i]);
  return at >= 0 && (a[at] ?? 0) < (b[at] ?? 0);
}

const numbersOf = (version: string) =>
  version
    .split(/[.+-]/)
    .slice(0, 3)
    .map((digits) => Number(digits));
