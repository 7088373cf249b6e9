import type { KeyDigest } from '../../names/signature.ts';
import { readRootKeyFile } from '../names/root-keys.ts';
import type { Options } from '../options/load.ts';
import type { Failure } from '../options/parse-command-line.ts';
import { type AllowList, createAllowList } from './access/allow-list.ts';
import { type Credential, parseRpcAuth } from './access/auth.ts';
import { chainDirectory, cookieModes, cookiePath } from './access/cookie.ts';
import { type Binding, chooseEndpoints } from './endpoints.ts';
import { logged, type StartFailure, shown } from './start-failure.ts';

/** The checked options of the server. */
export type ServerConfig = {
  readonly binding: Binding;
  readonly allows: AllowList;
  readonly credentials: readonly Credential[];
  readonly login: Login;
  readonly whitelist: Whitelist;
  readonly origins: readonly string[];
  readonly hosts: readonly string[];
  /** Milliseconds; 0 for no limit. */
  readonly timeout: number;
  /** Milliseconds for a complete body; 0 for no limit. */
  readonly bodyDeadline: number;
  readonly threads: number;
  readonly queueDepth: number;
  /** Keys of the DNS root. Absent: the built-in keys. */
  readonly rootKeys: readonly KeyDigest[] | undefined;
};

/** The login of the single user without `-rpcauth`. */
export type Login =
  | { readonly kind: 'password'; readonly user: string; readonly password: string }
  | {
      readonly kind: 'cookie';
      readonly path: string;
      readonly mode: number;
      readonly folders: readonly string[];
    }
  | { readonly kind: 'none' };

export function readServerConfig(options: Options): ServerConfig | Failure | StartFailure {
  const binding = chooseEndpoints(options);
  if ('error' in binding) return binding;
  const allows = createAllowList(options.list('rpcallowip'));
  if (typeof allows === 'object')
    return shown(
      `Invalid -rpcallowip subnet specification: ${allows.error}. Valid values are a single IP (e.g. 1.2.3.4), a network/netmask (e.g. 1.2.3.4/255.255.255.0), a network/CIDR (e.g. 1.2.3.4/24), all ipv4 (0.0.0.0/0), or all ipv6 (::/0). RFC4193 is allowed only if -cjdnsreachable=0.`,
    );
  const login = readLogin(options);
  if ('error' in login) return login;
  const users = options.list('rpcauth').map(parseRpcAuth);
  const credentials = users.filter((user) => user !== undefined);
  if (credentials.length < users.length) return logged('Invalid -rpcauth argument.');
  const roots = readRootKeyFile(options);
  if (roots !== undefined && 'error' in roots) return roots;
  const timeout = Math.min(Math.max(options.integer('rpcservertimeout') ?? 30, 0), 2 ** 21) * 1000;
  const atLeastOne = (name: string, fallback: number) =>
    Math.max(options.integer(name) ?? fallback, 1);
  return {
    binding,
    allows,
    credentials,
    login,
    whitelist: createWhitelist(options.list('rpcwhitelist'), options.flag('rpcwhitelistdefault')),
    origins: options.list('rpcalloworigin'),
    hosts: options.list('rpcallowhost'),
    timeout,
    bodyDeadline: Math.min(4 * timeout, 2 ** 31 - 1),
    threads: Math.min(atLeastOne('rpcthreads', 16), 1024),
    queueDepth: atLeastOne('rpcworkqueue', 64),
    rootKeys: roots?.keys,
  };
}

function readLogin(options: Options): Login | StartFailure {
  const password = options.text('rpcpassword') ?? '';
  if (password !== '') return { kind: 'password', user: options.text('rpcuser') ?? '', password };
  const readableBy = options.text('rpccookieperms') ?? 'owner';
  const mode = cookieModes.get(readableBy);
  if (mode === undefined)
    return logged(
      `Invalid -rpccookieperms=${readableBy}; must be one of 'owner', 'group', or 'all'.`,
    );
  const path = cookiePath(options);
  const folders = [options.dataDirectory, chainDirectory(options)];
  return path === undefined ? { kind: 'none' } : { kind: 'cookie', path, mode, folders };
}

/**
 * The methods allowed to a user by `-rpcwhitelist` and `-rpcwhitelistdefault`: all (`undefined`), a
 * set, or `none`.
 */
type Whitelist = (user: string) => ReadonlySet<string> | 'none' | undefined;

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
