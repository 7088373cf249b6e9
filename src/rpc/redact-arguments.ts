import { REDACTED, redactSecrets } from '../encoding/redact.ts';
import type { Json } from '../json/json.ts';
import { textsOf } from '../json/texts.ts';
import type { Profile } from './context.ts';
import { RpcError, verbatimError } from './error.ts';
import { profileRules } from './profile.ts';

/** Redacts secrets in a message that may repeat given texts, except ids in hexadecimal. */
export function redactGiven(text: string, given: Iterable<string> = []): string {
  return redactSecrets(text, { given, keepsIds: true });
}

/**
 * Returns true if a file or wallet name contains a private key or seed words. Each part of a path
 * is checked separately, because twelve folders are not a seed.
 */
export const namesSecret = (path: string): boolean =>
  path.split(/[\\/]/).some((part) => redactGiven(part, [part]) !== part);

/** Error for a new file or wallet name that `namesSecret` rejects. */
export const SECRET_NAME =
  'This name contains a private key or seed words, and would be readable on the disk. Choose another name, and check the order of the arguments.';

/**
 * Returns the error without secrets, unless the profile keeps Core's messages. `secrets`:
 * confidential texts of the call.
 */
export function withoutSecrets(
  error: RpcError,
  call: Json,
  profile: Profile,
  secrets: readonly string[] = [],
): RpcError {
  if (!profileRules(profile).redactsSecrets) return verbatimError(error);
  const redact = (text: string) => {
    const redacted = redactGiven(text, textsOf(call));
    return secrets.reduce((rest, secret) => rest.split(secret).join(REDACTED), redacted);
  };
  const { code, message, hint } = error;
  return new RpcError(code, redact(message), hint === undefined ? undefined : redact(hint));
}
