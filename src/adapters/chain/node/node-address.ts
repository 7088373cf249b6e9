import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { Network } from '../../../encoding/network.ts';
import type { Options } from '../../options/load.ts';
import { type OptionSpec, option } from '../../options/option-specs.ts';
import type { Failure } from '../../options/parse-command-line.ts';
import type { NodeAddress } from './client.ts';

export const nodeOptionSpecs: readonly OptionSpec[] = [
  option(
    'node=<url>',
    "The Bitcoin node to ask about the chain and to send transactions to, such as http://127.0.0.1:8332 (default: none; without a value: this machine's node)",
    { networkOnly: true },
  ),
  option(
    'nodecookiefile=<file>',
    "The node's cookie file (default: .cookie in the data directory of bitcoind)",
    { networkOnly: true },
  ),
  option('nodepassword=<pw>', 'Password for the node, used instead of its cookie'),
  option('nodeuser=<user>', 'User name for the node'),
];

/** Returns the node's address, or `undefined` if there is none. */
export function readNodeAddress(options: Options): NodeAddress | Failure | undefined {
  const text = options.text('node');
  if (text === undefined || options.isNegated('node')) return undefined;
  const read = readUrl(text === '' || text === '1' ? '127.0.0.1' : text, options.network);
  if (read === undefined) {
    const percent = text.includes('%') ? '. In a password, write %25 for %' : '';
    return { error: `Invalid URL in -node: write one such as http://127.0.0.1:8332${percent}` };
  }
  const { url } = read;
  const user = read.user || (options.text('nodeuser') ?? '');
  const password = read.password || (options.text('nodepassword') ?? '');
  if (password !== '') return { url: url.href, login: { user, password } };
  return { url: url.href, login: { cookieFile: cookieFile(options) } };
}

type ReadUrl = { readonly url: URL; readonly user: string; readonly password: string };

function readUrl(text: string, { rpcPort }: Network): ReadUrl | undefined {
  // Another scheme, or a single slash, would be parsed as the host.
  if (/^\w+:\//.test(text) && !/^https?:\/\//.test(text)) return undefined;
  try {
    const written = /^https?:\/\//.test(text) ? text : `http://${text}`;
    const url = new URL(written);
    // The default port is the node's, not that of HTTP, which can be given explicitly.
    if (url.port === '' && !/:\d+(\/|$)/.test(written)) url.port = String(rpcPort);
    const [user, password] = [url.username, url.password].map(decodeURIComponent);
    url.username = '';
    url.password = '';
    return { url, user: user ?? '', password: password ?? '' };
  } catch {
    // The error's message could contain a password.
    return undefined;
  }
}

function cookieFile(options: Options): string {
  const folder = join(homedir(), '.bitcoin', options.network.folder);
  const name = options.text('nodecookiefile') || '.cookie';
  return isAbsolute(name) ? name : join(folder, name);
}
