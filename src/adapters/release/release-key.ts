/**
 * The key that signs coldsign's releases: the second line of minisign's public key file. A verified
 * release uses it to verify the next one. Empty: no key is chosen yet, and `-pubkey` is required.
 */
export const releaseKey = '';
