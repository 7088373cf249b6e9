const PREFIX = '/wallet/';

/**
 * Returns the wallet that a path names; `undefined` for `/`. Everything after the prefix counts,
 * including `?`; `%XX` is a byte of UTF-8, other characters are literal (common/url.cpp). `target`
 * has one character per byte.
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
