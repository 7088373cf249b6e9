const PREFIX = '/wallet/';

/**
 * The wallet that a path names; `undefined` for `/`. Everything behind the prefix counts, `?` too;
 * `%XX` is a byte of UTF-8, anything else stands for itself (common/url.cpp). `target` has one
 * character for each byte.
 */
export function walletNameOf(target: string): string | undefined {
  if (!target.startsWith(PREFIX)) return undefined;
  const bytes = target
    .slice(PREFIX.length)
    .replace(/%([0-9a-f]{2})/gi, (_, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
