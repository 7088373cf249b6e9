import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** A user of `-rpcauth`. The salt is used as text; the hash is in lower-case hex. */
export type Credential = {
  readonly user: string;
  readonly salt: string;
  readonly hash: string;
  /** True for a generated password, which is as random as a key. */
  readonly random?: true;
};

/** Parses `<user>:<salt>$<hash>`. Returns `undefined` for any other text. */
export function parseRpcAuth(text: string): Credential | undefined {
  const [user, rest, ...more] = text.split(':');
  const [salt, hash, ...further] = (rest ?? '').split('$');
  if (user === undefined || salt === undefined || hash === undefined) return undefined;
  return more.length + further.length > 0 ? undefined : { user, salt, hash };
}

/** Hashes a plain password with a new salt, so that only the hash is kept. */
export function hashCredential(user: string, password: string): Credential {
  const salt = randomBytes(16).toString('hex');
  return { user, salt, hash: passwordHash(salt, Buffer.from(password)) };
}

/**
 * Returns the user whom an `Authorization` header authenticates, or `undefined` (httprpc.cpp,
 * RPCAuthorized). The header's value is read as bytes, one per character.
 */
export function authorizedUser(
  header: string,
  credentials: readonly Credential[],
): string | undefined {
  if (!header.startsWith('Basic ')) return undefined;
  const text = /[^ \f\n\r\t\v](?:.*[^ \f\n\r\t\v])?/s.exec(header.slice(6))?.[0] ?? '';
  const pair = decodeBase64(text);
  const colon = pair?.indexOf(0x3a) ?? -1;
  if (pair === undefined || colon === -1) return undefined;
  const user = pair.subarray(0, colon);
  const password = pair.subarray(colon + 1);
  const match = credentials.find(
    (known) =>
      equalInConstantTime(Buffer.from(known.user), user) &&
      equalInConstantTime(Buffer.from(known.hash), Buffer.from(passwordHash(known.salt, password))),
  );
  return match?.user;
}

function passwordHash(salt: string, password: Buffer): string {
  return createHmac('sha256', salt).update(password).digest('hex');
}

/** Decodes canonical base64 only. */
function decodeBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}

/** Compares digests, so that the time does not reveal lengths either. */
function equalInConstantTime(a: Buffer, b: Buffer): boolean {
  const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
  return timingSafeEqual(digest(a), digest(b));
}
