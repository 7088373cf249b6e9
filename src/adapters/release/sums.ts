/** The name of the file that lists the files of a release, as `sha256sum` writes and reads it. */
export const SUMS = 'SHA256SUMS';
/** Suffix of the signature's file name. */
export const SIGNATURE = '.minisig';

const LINE = /^([0-9a-f]{64}) [ *]([\w.+-]+)$/;

/**
 * Parses the digest (hex) of each name. Returns `undefined` if the text is no such list, or has a
 * name twice.
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

/**
 * Returns the comment that is signed with the sums; without it, one release's sums could pass for
 * another's.
 */
export function releaseComment({ version, commit }: Release): string {
  return `coldsign ${version} commit ${commit}`;
}

export function parseReleaseComment(comment: string): Release | undefined {
  const [, version, commit] =
    /^coldsign (\d+\.\d+\.\d+[\w.+-]*) commit ([0-9a-f]{40})$/.exec(comment) ?? [];
  return version === undefined || commit === undefined ? undefined : { version, commit };
}

/**
 * Compares semantic versions: a prerelease is older than its release, and text after + does not
 * count.
 */
export function isOlderVersion(one: string, other: string): boolean {
  const [a, b] = [readVersion(one), readVersion(other)];
  const byNumbers = compareLists(a.numbers, b.numbers);
  if (byNumbers !== 0) return byNumbers < 0;
  if (a.prerelease.length === 0 || b.prerelease.length === 0) {
    return a.prerelease.length > b.prerelease.length;
  }
  return compareLists(a.prerelease, b.prerelease) < 0;
}

function readVersion(version: string) {
  const [withoutBuild = ''] = version.split('+');
  const [numbers = '', ...rest] = withoutBuild.split('-');
  const prerelease = rest.join('-');
  return {
    numbers: numbers.split('.'),
    prerelease: prerelease === '' ? [] : prerelease.split('.'),
  };
}

/** Compares item by item. A list that ends first is less. */
function compareLists(a: readonly string[], b: readonly string[]): number {
  for (const [i, one] of a.entries()) {
    const other = b[i];
    if (other === undefined) return 1;
    const order = compareIdentifiers(one, other);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** Compares numbers by value, before letters, and letters by their codes. */
function compareIdentifiers(one: string, other: string): number {
  const areNumbers = [one, other].map((text) => /^\d+$/.test(text));
  if (areNumbers[0] && areNumbers[1])
    return Number(BigInt(one) > BigInt(other)) - Number(BigInt(one) < BigInt(other));
  if (areNumbers[0] !== areNumbers[1]) return areNumbers[0] ? -1 : 1;
  return Number(one > other) - Number(one < other);
}
