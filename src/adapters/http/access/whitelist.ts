/**
 * The methods allowed to a user by `-rpcwhitelist` and `-rpcwhitelistdefault`: all (`undefined`), a
 * set, or `none`.
 */
export type Whitelist = (user: string) => ReadonlySet<string> | 'none' | undefined;

/** `entries`: `<user>:<method>,<method>...` (httprpc.cpp, InitRPCAuthentication). */
export function createWhitelist(
  entries: readonly string[],
  denyByDefault = entries.length > 0,
): Whitelist {
  const lists = new Map<string, ReadonlySet<string>>();
  for (const entry of entries) {
    const colon = entry.indexOf(':');
    const user = colon === -1 ? entry : entry.slice(0, colon);
    const known = lists.get(user);
    if (colon === -1) {
      lists.set(user, known ?? new Set());
      continue;
    }
    const named = entry.slice(colon + 1).split(/[, ]/);
    lists.set(user, new Set(known === undefined ? named : named.filter((name) => known.has(name))));
  }
  return (user) => lists.get(user) ?? (denyByDefault ? 'none' : undefined);
}
